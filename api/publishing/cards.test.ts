import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addItem } from '../../data/testing.ts'
import type { DrawCard, ShareCard } from '../drawing/share-card.ts'
import { call, createTestApp, log, signIn, type TestApp } from '../testing.ts'
import { createCards } from './cards.ts'

async function withTalk() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const room = addItem(app.db, 'scenarios', { name: 'Auditorio' })
  const speaker = addItem(app.db, 'speakers', { name: 'Ana Tzoc', title: 'CTO', company: 'Telares' })
  const talk = addItem(app.db, 'events', {
    title: 'Tejer',
    scenarioId: room.id,
    speakerIds: [speaker.id],
    speakerId: speaker.id,
    day: '2026-11-20',
    startTime: '10:30',
    endTime: '11:00',
  })
  const www = (name: string) => join(app.config.dataDir, 'www', name)
  const kept = () => readdirSync(join(app.config.dataDir, 'cards'))
  return { app, cookie, speaker, talk, www, kept }
}

/** Drawings wait until `go` is called. */
function counted(app: TestApp) {
  const drawn: string[] = []
  let go: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const draw: DrawCard = async ({ title }, shape) => {
    drawn.push(`${title} ${shape}`)
    await gate
    return Buffer.from(title)
  }
  return { drawn, go, cards: cardsOf(app, draw) }
}

function cardsOf(app: TestApp, draw: DrawCard) {
  const { dataDir, timeZone } = app.config
  const folders = { keptDir: join(dataDir, 'cards'), wwwDir: join(dataDir, 'www') }
  return createCards({ db: app.db, draw, storage: app.uploads.storage, timeZone, ...folders, log })
}

const faceOf = async (answer: Response): Promise<ShareCard> => JSON.parse(await answer.text())

test('the share card of a talk shows its speaker, day, time and room', async () => {
  const { app } = await withTalk()
  expect(await faceOf(await call(app, 'GET /charlas/tejer.png'))).toMatchObject({
    title: 'Tejer',
    people: 'Ana Tzoc',
    facts: ['viernes 20 de noviembre · 10:30', 'Auditorio'],
  })
  expect(await faceOf(await call(app, 'GET /speakers/ana-tzoc.png'))).toMatchObject({
    title: 'Ana Tzoc',
    people: 'CTO, Telares',
    facts: ['Tejer', 'viernes 20 de noviembre · 10:30 · Auditorio'],
  })
  expect((await call(app, 'GET /charlas/tejer-cuadrada.png')).headers.get('Content-Type')).toBe('image/png')
})

test('answers 304 to a browser that already has the current share card', async () => {
  const { app, cookie, talk } = await withTalk()
  const etag = (await call(app, 'GET /charlas/tejer.png')).headers.get('ETag') ?? ''
  const again = () => call(app, 'GET /charlas/tejer.png', { headers: { 'If-None-Match': etag } })
  expect((await again()).status).toBe(304)
  await call(app, `PUT /api/agenda/events/${talk.id}`, { cookie, json: { startTime: '10:40' } })
  expect((await again()).status).toBe(200)
})

test('hidden speakers and deleted talks have no share cards', async () => {
  const { app, cookie, speaker, talk, www, kept } = await withTalk()
  await app.deps.cards.drawAll()
  expect([existsSync(www('speakers/ana-tzoc.png')), existsSync(www('charlas/tejer-cuadrada.png')), kept().length]).toEqual([
    true,
    true,
    4,
  ])
  await call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: { isActive: false } })
  await call(app, `DELETE /api/agenda/events/${talk.id}`, { cookie })
  expect((await call(app, 'GET /speakers/ana-tzoc.png')).status).toBe(404)
  expect((await call(app, 'GET /charlas/tejer.png')).status).toBe(404)
  // The deletions above have removed the files at once, before the next drawing of cards.
  const pngs = (folder: string) => readdirSync(www(folder)).filter((name) => name.endsWith('.png'))
  expect([pngs('speakers'), pngs('charlas')]).toEqual([[], []])
  await app.deps.cards.drawAll()
  expect(kept().length).toBe(4)
  // Unused drawings stay for an hour, because an export may have made them for its own content.
  const anHourAgo = (Date.now() - 61 * 60_000) / 1000
  for (const name of kept()) utimesSync(join(app.config.dataDir, 'cards', name), anHourAgo, anHourAgo)
  await app.deps.cards.drawAll()
  expect(kept()).toEqual([])
})

test('serves the old share card until the new share card is drawn', async () => {
  const { app, cookie, talk, kept } = await withTalk()
  let isFailing = false
  const draw: DrawCard = async ({ title }) => {
    if (isFailing) throw new Error('cannot be drawn')
    return Buffer.from(title)
  }
  const cards = cardsOf(app, draw)
  await cards.drawAll()
  await call(app, `PUT /api/agenda/events/${talk.id}`, { cookie, json: { title: 'Urdir' } })
  const anHourAgo = (Date.now() - 61 * 60_000) / 1000
  for (const name of kept()) utimesSync(join(app.config.dataDir, 'cards', name), anHourAgo, anHourAgo)
  isFailing = true
  await expect(cards.drawAll()).rejects.toThrow('cannot be drawn')
  expect(cards.files().get('charlas/tejer.png')?.body.toString()).toBe('Tejer')
  isFailing = false
  await cards.drawAll()
  await cards.drawAll()
  expect(cards.files().get('charlas/tejer.png')?.body.toString()).toBe('Urdir')
  expect(kept().length).toBe(4)
})

test('hiding the agenda removes the share cards of talks but not of speakers', async () => {
  const { app, cookie, www } = await withTalk()
  await app.deps.cards.drawAll()
  const { sections } = await (await call(app, 'GET /api/layout', { cookie })).json()
  const hidden = sections.map((section: { key: string }) => ({ ...section, isVisible: section.key !== 'agenda' }))
  expect((await call(app, 'PUT /api/layout', { cookie, json: { sections: hidden } })).status).toBe(200)
  expect((await call(app, 'GET /charlas/tejer.png')).status).toBe(404)
  expect([existsSync(www('charlas/tejer.png')), existsSync(www('speakers/ana-tzoc.png'))]).toEqual([false, true])
  expect((await faceOf(await call(app, 'GET /speakers/ana-tzoc.png'))).facts).not.toContain('Tejer')
})

test('several processes that draw one share card at once do not disturb each other', async () => {
  const { app, kept } = await withTalk()
  const several = Array.from({ length: 6 }, () => counted(app))
  const drawn = several.map(({ cards }) => cards.drawAll())
  await expect.poll(() => several.every(({ drawn }) => drawn.length === 1)).toBe(true)
  for (const { go } of several) go()
  await Promise.all(drawn)
  expect(kept().filter((name) => name.endsWith('.tmp'))).toEqual([])
  expect(kept().length).toBe(4)
})

test('the share card under a former slug redirects to the current share card', async () => {
  const { app, cookie, talk } = await withTalk()
  await call(app, `PUT /api/agenda/events/${talk.id}`, { cookie, json: { slug: 'telares' } })
  for (const shape of ['', '-cuadrada']) {
    const answer = await call(app, `GET /charlas/tejer${shape}.png` as 'GET /')
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, `/charlas/telares${shape}.png`])
  }
})

test('draws a share card once for many requests, and refuses too many drawings at once', async () => {
  const { app } = await withTalk()
  for (let number = 0; number < 20; number++) addItem(app.db, 'speakers', { name: `Otra ${number}` })
  const { cards, drawn, go } = counted(app)
  const others = Array.from({ length: 19 }, (_, number) => `speakers/otra-${number}`)
  const asked = ['charlas/tejer', 'charlas/tejer', ...others].map((name) => cards.find(`${name}.png`))
  await expect.poll(() => drawn.length).toBe(20)
  await expect(cards.find('speakers/otra-19.png')).rejects.toThrow('too many')
  go()
  expect((await Promise.all(asked)).every((file) => file !== null)).toBe(true)
  expect(drawn.filter((title) => title === 'Tejer wide').length).toBe(1)
  expect(await cards.find('speakers/otra-19.png')).not.toBe(null)
})

test('keeps share cards after a restart and redraws only changed share cards', async () => {
  const { app, cookie, talk, www } = await withTalk()
  const first = counted(app)
  first.go()
  await first.cards.drawAll()
  const second = counted(app)
  second.go()
  await second.cards.drawAll()
  expect([first.drawn.length, second.drawn, second.cards.files().size]).toEqual([4, [], 4])
  await call(app, `PUT /api/agenda/events/${talk.id}`, { cookie, json: { title: 'Hilar' } })
  await second.cards.drawAll()
  // The speaker's card also names the talk, so it is drawn again too.
  expect(second.drawn).toEqual(['Hilar wide', 'Ana Tzoc wide', 'Hilar square', 'Ana Tzoc square'])
  expect(readFileSync(www('charlas/tejer.png'), 'utf8')).toBe('Hilar')
})

test('GET /api/cards returns a ZIP file of all square share cards', async () => {
  const { app, cookie } = await withTalk()
  const answer = await call(app, 'GET /api/cards', { cookie })
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  const names = [...new Set(zip.match(/(charlas|speakers)\/[\w-]+\.png/g))]
  expect(names).toEqual(['charlas/tejer-cuadrada.png', 'speakers/ana-tzoc-cuadrada.png'])
  expect((await call(app, 'GET /api/cards', { cookie })).status).toBe(200)
})
