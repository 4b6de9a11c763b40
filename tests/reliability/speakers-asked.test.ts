import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import type { AgendaEvent, Item } from '../../data/content/schema.ts'
import { rounds } from '../support/full.ts'
import { type Panel, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker } from '../support/panel-items.ts'
import { startProduct } from '../support/product.ts'

const speakerCount = rounds(4, 20)

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

const send = async (url: string, fields: Record<string, string>) =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })).status

/** Everybody opens their page. Then two at a time send it, while an organiser renames the first talk of the two. */
async function fillIn({ call }: Panel, asked: readonly Asked[], renames: boolean): Promise<void> {
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

test('publishes direct changes of speakers, merged with those of an organiser', async () => {
  const { panel, asked, before } = await askAll('direct')
  await fillIn(panel, asked, true)
  await expectFilled(panel, asked)
  const after = await publicFiles(panel)
  const changedPaths = Object.keys(before).filter((path) => after[path] !== before[path])
  expect(changedPaths).toEqual(['/', '/schedule.json'])
}, 120_000)

test("speakers' proposals change nothing on the public site until they are accepted", async () => {
  const { panel, asked, before } = await askAll('review')
  await fillIn(panel, asked, false)
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
