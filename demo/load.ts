import pLimit from 'p-limit'
import type { Registration } from '../data/registrations/schema.ts'
import { type Client, createClient, signedIn, succeeding } from './client.ts'
import { eventDateAfter, nameIn } from './content.ts'
import { illustrated, type Picture } from './illustrated.ts'
import { peopleOfLink, registerByLink } from './place-link.ts'
import { sampleAnswers } from './questions.ts'
import { sampleRegistrations } from './registrations.ts'
import { type Sample, withIds } from './sample.ts'
import { small } from './small.ts'

type DemoCounts = Record<'speakers' | 'scenarios' | 'events' | 'partners' | 'registrations' | 'confirmed', number>

/** Throws if the server refuses a call. Items stored before the refused call stay. */
export async function loadDemo(
  origin: string,
  admin: { email: string; password: string },
  sample: Sample = small,
): Promise<DemoCounts> {
  const visitor = succeeding(createClient(origin))
  const panel = succeeding(await signedIn(origin, admin))
  const { hero, about, speakers, partners } = await illustrated(sample, (picture) => upload(panel, picture))

  const eventDate = eventDateAfter(new Date())
  await panel('PUT /api/hero', { ...hero, eventDate })
  const { name, ...conference } = sample.conference
  await panel('PUT /api/event', { name: nameIn(eventDate, name), ...conference })
  await panel('PUT /api/about', about)
  await panel('PUT /api/benefits', sample.sections.benefits)
  await panel('PUT /api/segments', sample.sections.segments)

  const speakerIds = await createAll(panel, '/api/speakers', speakers)
  const scenarioIds = await createAll(panel, '/api/agenda/scenarios', sample.scenarios)
  const ids = new Map([...speakerIds, ...scenarioIds])
  const idOf = (key: string) => ids.get(key) ?? ''
  const events = sample.events.map((event) => withIds(event, eventDate.slice(0, 10), idOf))
  const eventIds = await createAll(panel, '/api/agenda/events', events)
  const partnerIds = await createAll(panel, '/api/partners', partners)

  const questionIds = await createAll(panel, '/api/questions', sample.questions ?? {})
  const answersOf = (index: number) =>
    sample.questions ? { answers: sampleAnswers(index, (key) => questionIds.get(key) ?? '') } : {}

  const eightAtATime = pLimit(8)
  const samples = sampleRegistrations(250).map((registration, index) => ({ ...registration, ...answersOf(index) }))
  const students = peopleOfLink(samples)
  const others = samples.filter((person) => !students.has(person))
  await registerByLink({ panel, visitor }, students, eventDate)
  await eightAtATime.map(others, (registration) => visitor('POST /api/registrations', registration))
  const registrations: Registration[] = await (await panel('GET /api/registrations')).json()
  // Sorts by e-mail for equal results in each run, because ids and order differ between runs.
  const byEmail = registrations.toSorted((a, b) => a.email.localeCompare(b.email))
  const confirmed = byEmail.filter((_, index) => index % 5 < 3)
  await eightAtATime.map(confirmed, ({ id }) => panel(`PUT /api/registrations/${id}`, { isConfirmed: true }))

  const workshops = [...eventIds].filter(([key]) => sample.events[Number(key)]?.capacity !== undefined).map(([, id]) => id)
  const choosing = workshops.length > 0 ? confirmed.slice(0, 34) : []
  for (const [index, { id }] of choosing.entries())
    await panel(`PUT /api/registrations/${id}/sessions`, { sessions: workshops.slice(index % 4 > 0 ? -1 : 0) })

  return {
    speakers: speakerIds.size,
    scenarios: scenarioIds.size,
    events: eventIds.size,
    partners: partnerIds.size,
    registrations: registrations.length,
    confirmed: confirmed.length,
  }
}

async function upload(panel: Client, { fileName, kind, draw }: Picture): Promise<string> {
  const file = Buffer.from(await draw())
  const request = { fileName, kind, size: file.length }
  const { uploadURL, publicURL }: Record<'uploadURL' | 'publicURL', string> = await (
    await panel('POST /api/upload/url', request)
  ).json()
  await panel(`PUT ${uploadURL}`, file)
  return publicURL
}

/** Creates one item after another, to keep their order. Returns ids by key. */
async function createAll(client: Client, path: string, items: object): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [index, [key, item]] of Object.entries(items).entries()) {
    const response = await client(`POST ${path}`, { ...item, displayOrder: index + 1 })
    const { id }: { id: string } = await response.json()
    ids.set(key, id)
  }
  return ids
}
