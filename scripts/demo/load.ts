/** Fills an empty site with the sample conference, over the same calls that the panel and the page make. */
import type { Registration } from '../../data/schema.ts'
import { eventDateAfter, events, partners, scenarios, sections, speakers } from './content.ts'
import { sampleRegistrations } from './registrations.ts'

export type DemoCounts = Record<'speakers' | 'scenarios' | 'events' | 'partners' | 'registrations' | 'confirmed', number>

/**
 * Signs in at the site in `origin` and loads the demo. Returns how many of each kind were stored. Throws with the call,
 * its status and its answer when one does not go as expected; what was stored until then stays.
 */
export async function loadDemo(origin: string, admin: { email: string; password: string }): Promise<DemoCounts> {
  const visitor = createClient(origin)
  const login = await visitor('POST', '/api/auth/login', 200, admin)
  const panel = createClient(origin, sessionCookie(login))

  await panel('PUT', '/api/hero', 200, { ...sections.hero, eventDate: eventDateAfter(new Date()) })
  await panel('PUT', '/api/about', 200, sections.about)
  await panel('PUT', '/api/benefits', 200, sections.benefits)
  await panel('PUT', '/api/segments', 200, sections.segments)

  const speakerIds = await createAll(panel, '/api/speakers', speakers)
  const scenarioIds = await createAll(panel, '/api/agenda/scenarios', scenarios)
  const withIds = events.map(({ scenario, speaker, ...event }) => ({
    ...event,
    scenarioId: scenarioIds.get(scenario),
    speakerId: speaker ? speakerIds.get(speaker) : '',
  }))
  const eventIds = await createAll(panel, '/api/agenda/events', withIds)
  const partnerIds = await createAll(panel, '/api/partners', partners)

  await inParallel(sampleRegistrations(250), (registration) => visitor('POST', '/api/registrations', 201, registration))
  const registrations: Registration[] = await (await panel('GET', '/api/registrations', 200)).json()
  // By e-mail, because the ids and the order of arrival differ from run to run.
  const byEmail = registrations.toSorted((a, b) => a.email.localeCompare(b.email))
  const confirmed = byEmail.filter((_, index) => index % 5 < 3)
  await inParallel(confirmed, ({ id }) => panel('PUT', `/api/registrations/${id}`, 200, { isConfirmed: true }))

  return {
    speakers: speakerIds.size,
    scenarios: scenarioIds.size,
    events: eventIds.size,
    partners: partnerIds.size,
    registrations: registrations.length,
    confirmed: confirmed.length,
  }
}

type Client = (method: 'GET' | 'POST' | 'PUT', path: string, expected: number, body?: object) => Promise<Response>

/** Makes calls as a browser on the site itself would, without a cookie as a visitor. */
function createClient(origin: string, cookie?: string): Client {
  return async (method, path, expected, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { Origin: origin, ...(body && { 'Content-Type': 'application/json' }), ...(cookie && { Cookie: cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status !== expected) {
      throw new Error(`${method} ${path} answered ${response.status} instead of ${expected}: ${await response.text()}`)
    }
    // The save succeeds even when its page cannot be published, and the demo would be invisible.
    const unpublished = response.headers.get('X-Publish-Error')
    if (unpublished) throw new Error(`${method} ${path} was saved but not published: ${decodeURIComponent(unpublished)}`)
    return response
  }
}

function sessionCookie(login: Response): string {
  const [cookie] = login.headers.getSetCookie()
  if (!cookie) throw new Error('POST /api/auth/login set no cookie')
  return cookie.replace(/;.*/, '')
}

/** Creates the items one after the other, in their order, and returns their new ids by their keys here. */
async function createAll(client: Client, path: string, items: object): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [index, [key, item]] of Object.entries(items).entries()) {
    const response = await client('POST', path, 201, { ...item, displayOrder: index + 1 })
    const { id }: { id: string } = await response.json()
    ids.set(key, id)
  }
  return ids
}

/** Works through `items`, eight at a time. */
async function inParallel<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
