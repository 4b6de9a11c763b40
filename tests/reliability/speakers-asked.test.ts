import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import type { HistoryEntry } from '../../data/content/history.ts'
import type { AgendaEvent, Item } from '../../data/content/schema.ts'
import type { OpenProposal } from '../../data/speakers/proposals.ts'
import { createClient } from '../../demo/client.ts'
import { isFull, rounds } from '../support/full.ts'
import { type Panel, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker } from '../support/panel-items.ts'
import { startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'

const speakerCount = rounds(4, 20)
/** A link takes 30 saves an hour, and each round needs up to two. */
const collisionCount = rounds(3, 12)

type Asked = { id: string; talk: string; url: string }

/** Speakers with a talk each. Each is asked by mail, through a real mail server. */
async function askAll(edits: 'direct' | 'review') {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const panel = await startPanel(product)
  await panel.call('PUT /api/speakers/settings', { edits })
  const room = await addScenario(panel, 'Ceiba')
  const people: Omit<Asked, 'url'>[] = []
  for (let number = 0; number < speakerCount; number++) {
    const { id } = await addSpeaker(panel, `Speaker ${number}`, { email: `${number}@ejemplo.gt` })
    const talk = await addEvent(panel, room.id, `Charla ${number}`, '09:00', { speakerIds: [id] })
    people.push({ id, talk: talk.id })
  }
  await addSpeaker(panel, 'Sin correo')
  const before = await publicFiles(panel)
  expect(await panel.call('POST /api/speakers/request', {})).toMatchObject({ sent: speakerCount, recent: 0, left: 0 })
  await expect.poll(() => server.taken.length).toBe(speakerCount)
  const mails = await server.mails()
  const urls = new Map(
    mails.map(({ text = '' }, index) => [server.taken[index]?.to[0], /\S+\/ponente\/\S+/.exec(text)?.[0] ?? '']),
  )
  const asked = people.map((person, number): Asked => ({ ...person, url: urls.get(`${number}@ejemplo.gt`) ?? '' }))
  expect(new Set(asked.map(({ url }) => url)).size).toBe(speakerCount)
  expect(await publicFiles(panel)).toEqual(before)
  return { panel, asked, before }
}

/** Pages and files by path, as visitors get them. */
async function publicFiles({ origin, call }: Panel) {
  const speakers = await call<Item<'speakers'>[]>('GET /api/speakers')
  const untouched = speakers.find(({ name }) => name === 'Sin correo')?.slug
  const paths = ['/', '/schedule.json', '/privacidad', `/speakers/${untouched}`]
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await (await fetch(origin + path)).text()])))
}

async function versionsIn(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(url)).text()
  return Object.fromEntries(
    [...html.matchAll(/name="([\w.-]+\.version)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
}

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const send = async (url: string, fields: Record<string, string>) => (await post(url, fields)).status

/** Everybody opens their page. Then two at a time send it, while an organiser renames the first talk of the two. */
async function fillIn(panel: Panel, asked: readonly Asked[], before: Record<string, string>, renames: boolean): Promise<void> {
  const { call } = panel
  const unchanging = Object.keys(before).filter((path) => !renames || !['/', '/schedule.json'].includes(path))
  const versions = await Promise.all(asked.map(({ url }) => versionsIn(url)))
  for (let first = 0; first < asked.length; first += 2) {
    const two = asked.slice(first, first + 2)
    const sending = two.map(({ id, talk, url }, index) =>
      send(url, {
        ...versions[first + index],
        [`speakers.${id}.bio`]: `Biografía de ${first + index}.`,
        [`events.${talk}.description`]: `Resumen de ${first + index}.`,
      }),
    )
    const rename = renames ? call(`PUT /api/agenda/events/${two[0]?.talk}`, { title: `Renombrada ${first}` }) : null
    const during = await publicFiles(panel)
    expect(unchanging.filter((path) => during[path] !== before[path])).toEqual([])
    expect(await Promise.all(sending)).toEqual(two.map(() => 303))
    await rename
  }
}

async function expectFilled({ call, publicHtml }: Panel, asked: readonly Asked[]): Promise<void> {
  const [speakers, talks] = [
    await call<Item<'speakers'>[]>('GET /api/speakers'),
    await call<AgendaEvent[]>('GET /api/agenda/events'),
  ]
  const html = await publicHtml()
  for (const [number, { id, talk }] of asked.entries()) {
    expect(speakers.find((speaker) => speaker.id === id)?.bio).toBe(`Biografía de ${number}.`)
    const title = number % 2 === 0 ? `Renombrada ${number}` : `Charla ${number}`
    expect(talks.find((event) => event.id === talk)).toMatchObject({ title, description: `Resumen de ${number}.` })
    expect(html).toContain(title)
  }
}

test("a speaker's changes are published at once, merged with an organiser's changes", async () => {
  const { panel, asked, before } = await askAll('direct')
  await fillIn(panel, asked, before, true)
  await expectFilled(panel, asked)
  const after = await publicFiles(panel)
  const changedPaths = Object.keys(before).filter((path) => after[path] !== before[path])
  expect(changedPaths).toEqual(['/', '/schedule.json'])
}, 120_000)

test('proposals of speakers change nothing on the public site until they are accepted', async () => {
  const { panel, asked, before } = await askAll('review')
  await fillIn(panel, asked, before, false)
  expect(await publicFiles(panel)).toEqual(before)
  for (let number = 0; number < asked.length; number += 2)
    await panel.call(`PUT /api/agenda/events/${asked[number]?.talk}`, { title: `Renombrada ${number}` })
  const open = await panel.call<{ id: string }[]>('GET /api/speakers/proposals')
  expect(open).toHaveLength(speakerCount)
  await Promise.all(open.map(({ id }) => panel.call(`POST /api/speakers/proposals/${id}`, { accept: ['bio', 'description'] })))
  await expectFilled(panel, asked)
  const after = await publicFiles(panel)
  expect(Object.keys(before).filter((path) => after[path] !== before[path])).toEqual(['/', '/schedule.json'])
}, 120_000)

/** Two speakers with one talk, and an organiser's client. `write` sends a description of each of them at once. */
async function shareTalk(panel: Panel, [ana, berta]: readonly Asked[]) {
  if (!ana || !berta) throw new Error('two speakers are needed')
  const { Cookie } = await openSession(panel)
  const client = createClient(panel.origin, Cookie)
  const path = `/api/agenda/events/${ana.talk}`
  const speakers = [ana, berta]
  await panel.call(`PUT ${path}`, { speakerIds: speakers.map(({ id }) => id) })
  const talk = async () => (await panel.call<AgendaEvent[]>('GET /api/agenda/events')).find(({ id }) => id === ana.talk)

  function edit(description: string, version: string): Promise<Response> {
    const headers = { Cookie, Origin: panel.origin, 'Content-Type': 'application/json', 'If-Match': `"${version}"` }
    return fetch(panel.origin + path, { method: 'PUT', headers, body: JSON.stringify({ description }) })
  }

  async function write(texts: readonly string[]): Promise<Response[]> {
    const versions = await Promise.all(speakers.map(({ url }) => versionsIn(url)))
    const version = (await talk())?.updatedAt ?? ''
    const sending = speakers.map(({ url }, index) =>
      post(url, { ...versions[index], [`events.${ana?.talk}.description`]: texts[index] ?? '' }),
    )
    return Promise.all([...sending, edit(texts[2] ?? '', version)])
  }

  /** Returns the texts that the history does not have. */
  async function lost(texts: readonly string[]): Promise<string[]> {
    const history = await panel.call<HistoryEntry[]>('GET /api/history?section=events&limit=200')
    const saved = new Set(history.flatMap(({ changes }) => changes).map(({ after }) => after))
    return texts.filter((text) => !saved.has(text))
  }
  return { client, speakers, talk, edit, write, lost, field: `events.${ana.talk}.description` }
}

const textsOf = (number: number) => [`De Ana ${number}.`, `De Berta ${number}.`, `Del equipo ${number}.`]

test.runIf(isFull)(
  'if three texts are sent at once for one field, one is saved and the others get a message',
  async () => {
    const { panel, asked } = await askAll('direct')
    const { speakers, talk, edit, write, lost, field } = await shareTalk(panel, asked)
    for (let number = 0; number < collisionCount; number++) {
      const texts = textsOf(number)
      const answers = await write(texts)
      const winner = answers.findIndex(({ status }) => status < 400)
      expect(answers.map(({ status }) => status)).toEqual(
        answers.map((_, index) => (index !== winner ? 409 : index < 2 ? 303 : 200)),
      )
      expect((await talk())?.description).toBe(texts[winner])
      for (const [index, answer] of answers.entries()) {
        if (index === winner) continue
        // The answer has what was typed and what is saved, so that nobody has to type it again.
        const body = await answer.text()
        expect([body.includes(texts[index] ?? '-'), body.includes(texts[winner] ?? '-')]).toEqual([true, true])
        const url = speakers[index]?.url
        const again = url
          ? await send(url, { ...(await versionsIn(url)), [field]: texts[index] ?? '' })
          : (await edit(texts[index] ?? '', (await talk())?.updatedAt ?? '')).status
        expect(again).toBe(url ? 303 : 200)
      }
      expect(await lost(texts)).toEqual([])
    }
  },
  120_000,
)

test('accepting a speaker’s proposal never replaces a text that the organiser has not seen', async () => {
  const { panel, asked } = await askAll('review')
  const { client, talk, write, lost } = await shareTalk(panel, asked)
  const open = () => panel.call<OpenProposal[]>('GET /api/speakers/proposals')
  const decideAll = async (proposals: readonly OpenProposal[], seesVersions: boolean) => {
    const deciding = proposals.map(({ id, versions }) =>
      client(`POST /api/speakers/proposals/${id}`, { accept: ['description'], ...(seesVersions && { versions }) }),
    )
    return (await Promise.all(deciding)).map(({ status }) => status)
  }
  for (let number = 0; number < collisionCount; number++) {
    const texts = textsOf(number)
    expect((await write(texts)).map(({ status }) => status)).toEqual([303, 303, 200])
    expect(await decideAll(await open(), false)).toEqual([409, 409])
    expect((await talk())?.description).toBe(texts[2])
    expect((await decideAll(await open(), true)).toSorted()).toEqual([200, 409])
    const [last, ...others] = await open()
    expect([last?.changes[0]?.before, others]).toEqual([(await talk())?.description, []])
    expect(await decideAll(await open(), true)).toEqual([200])
    expect(await lost(texts)).toEqual([])
  }
}, 120_000)
