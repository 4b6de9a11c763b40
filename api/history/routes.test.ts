import { expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { HistoryEntry, WayBack } from '../../data/content/history.ts'
import { insertRevision } from '../../data/content/revisions.ts'
import type { CollectionKey, Item } from '../../data/content/schema.ts'
import { limits } from '../../data/limits.ts'
import { addItem, stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function prepare() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const send = (request: Parameters<typeof call>[1], json?: unknown) => call(app, request, { cookie, json })
  const history = async (query = ''): Promise<HistoryEntry[]> => (await send(`GET /api/history${query}`)).json()
  const list = <K extends CollectionKey>(key: K) => readSection(app.db, key).value as unknown as Item<K>[]
  const page = async () => Buffer.from(await (await call(app, 'GET /')).arrayBuffer()).toString('base64')
  return { app, cookie, send, history, list, page }
}

/** Waits for the next millisecond, so that the returned time lies between two saves. */
async function now(): Promise<string> {
  const at = new Date().toISOString()
  while (new Date().toISOString() <= at) await new Promise((resolve) => setTimeout(resolve, 1))
  return at
}

test('the history lists the changed fields of each save, newest first', async () => {
  const { send, history } = await prepare()
  await send('PUT /api/hero', { location: 'Antigua', ctaText: 'Voy' })
  await send('PUT /api/hero', { location: 'Xela' })
  const { location, ctaText } = sectionDefaults.hero
  const by = { id: expect.any(String), name: 'Ana López' }
  const at = expect.stringMatching(/Z$/)
  expect(await history('?section=hero')).toEqual([
    { revision: 2, previous: 1, section: 'hero', at, by, changes: [{ field: 'location', before: 'Antigua', after: 'Xela' }] },
    {
      revision: 1,
      previous: 0,
      section: 'hero',
      at,
      by,
      changes: [
        { field: 'location', before: location, after: 'Antigua' },
        { field: 'ctaText', before: ctaText, after: 'Voy' },
      ],
    },
  ])
})

test('each change in the history of a list has the id and name of the changed item', async () => {
  const { send, history } = await prepare()
  const item = await (await send('POST /api/partners', { name: 'Banco' })).json()
  const changed = await (await send(`PUT /api/partners/${item.id}`, { tier: 'main' })).json()
  await send(`DELETE /api/partners/${item.id}`)
  const named = { id: item.id, name: 'Banco' }
  expect((await history('?section=partners')).map(({ changes }) => changes)).toEqual([
    [{ ...named, field: null, before: changed, after: null }],
    [{ ...named, field: 'tier', before: 'supporting', after: 'main' }],
    [{ ...named, field: null, before: null, after: item }],
  ])
})

test('returns one page of the history, and the total number of saves', async () => {
  const { send, history } = await prepare()
  for (const title of ['A', 'B', 'C']) await send('PUT /api/about', { title })
  await send('PUT /api/hero', { location: 'Antigua' })
  expect((await history('?limit=2&offset=1')).map(({ revision }) => revision)).toEqual([3, 2])
  expect((await history('?section=about&limit=1')).map(({ revision }) => revision)).toEqual([3])
  expect((await send('GET /api/history?section=about')).headers.get('X-Counts')).toBe('total=3')
  expect((await send('GET /api/history?section=otra')).status).toBe(422)
})

test('keeps saves of deleted users in the history, without a name', async () => {
  const { app, history } = await prepare()
  addItem(app.db, 'partners')
  expect((await history())[0]).toMatchObject({ by: null, changes: [{ field: null }] })
})

test('a revision whose predecessor is deleted shows no changes in the history', async () => {
  const { app, send, history } = await prepare()
  for (const title of ['A', 'B', 'C']) await send('PUT /api/about', { title })
  app.db.exec('DELETE FROM revisions WHERE id = 1')
  expect((await history()).map(({ changes }) => changes.length)).toEqual([1, 0])
})

test('the history returns the content of a revision, or the defaults for revision 0', async () => {
  const { send } = await prepare()
  await send('PUT /api/hero', { location: 'Antigua' })
  await send('PUT /api/hero', { location: 'Xela' })
  const answer = await send('GET /api/history/1')
  expect([answer.headers.get('ETag'), await answer.json()]).toEqual(['"1"', { ...sectionDefaults.hero, location: 'Antigua' }])
  const first = await send('GET /api/history/0?section=hero')
  expect([first.headers.get('ETag'), await first.json()]).toEqual(['"0"', sectionDefaults.hero])
  for (const unknown of ['0', '3', 'x', '-1', '1e3']) expect((await send(`GET /api/history/${unknown}`)).status).toBe(404)
})

test('restoring a section adds and publishes a new revision', async () => {
  const { app, send, page } = await prepare()
  await send('PUT /api/hero', { location: 'Antigua' })
  const before = await page()
  await send('PUT /api/hero', { location: 'Xela', ctaText: 'Voy' })
  const answer = await send('POST /api/history/1/restore')
  const headers = ['ETag', 'X-Published-Revision'].map((name) => answer.headers.get(name))
  expect([answer.status, await answer.json(), ...headers]).toEqual([
    200,
    { ...sectionDefaults.hero, location: 'Antigua' },
    '"3"',
    '3',
  ])
  expect(await page()).toBe(before)
  const [noted] = await (await send('GET /api/audit')).json()
  expect(noted).toMatchObject({ action: 'content-restored', subject: 'hero', revision: 3 })
  expect(app.db.prepare('SELECT count(*) FROM revisions').pluck().get()).toBe(3)
})

test.each([
  ['query', 'POST /api/history/0/restore?section=hero', undefined],
  ['body', 'POST /api/history/0/restore', { section: 'hero' }],
] as const)('restoring revision 0 restores the default of the section that is named in the %s', async (_, request, json) => {
  const { send } = await prepare()
  await send('PUT /api/hero', { location: 'Antigua' })
  expect(await (await send(request, json)).json()).toEqual(sectionDefaults.hero)
})

test("restoring a speaker restores the speaker's position in the list and their talks", async () => {
  const { app, send, history, list } = await prepare()
  const scenarioId = addItem(app.db, 'scenarios').id
  const [, ana] = ['Uno', 'Ana', 'Dos'].map((name) => addItem(app.db, 'speakers', { name }))
  const speakerId = ana?.id ?? ''
  const [talk, taken, other] = ['A', 'B', 'C'].map((title) => addItem(app.db, 'events', { title, scenarioId, speakerId }))
  await send(`PUT /api/agenda/events/${other?.id}`, { speakerId: '' })
  const before = (await send(`DELETE /api/speakers/${speakerId}`)).headers.get('X-Previous-Revision')
  const [uno, dos] = list('speakers')
  // The restore must keep these changes of other items.
  await send(`PUT /api/speakers/${uno?.id}`, { company: 'Nueva' })
  await send(`PUT /api/agenda/events/${taken?.id}`, { speakerId: dos?.id })

  const deletion = (await history('?section=speakers')).find(({ changes }) => changes[0]?.after === null)
  expect(before).toBe(String(deletion?.previous))
  const answer = await send(`POST /api/history/${before}/restore`, { id: speakerId })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ ...ana, updatedAt: expect.any(String) })
  expect(list('speakers').map(({ name, company }) => [name, company])).toEqual([
    ['Uno', 'Nueva'],
    ['Ana', 'Quetzal Labs'],
    ['Dos', 'Quetzal Labs'],
  ])
  const speakers = Object.fromEntries(list('events').map(({ id, speakerId: of }) => [id, of]))
  expect(speakers).toEqual({ [talk?.id ?? '']: speakerId, [taken?.id ?? '']: dos?.id, [other?.id ?? '']: '' })
})

test('restoring a speaker restores their position among the speakers of a talk', async () => {
  const { app, send, history, list } = await prepare()
  const scenarioId = addItem(app.db, 'scenarios').id
  const [a, b, c] = ['A', 'B', 'C'].map((name) => addItem(app.db, 'speakers', { name }).id)
  const speakerIds = [a, b, c].map(String)
  addItem(app.db, 'events', { scenarioId, speakerIds })
  const remove = async (id = '') => (await send(`DELETE /api/speakers/${id}`)).headers.get('X-Previous-Revision')
  const speakers = () => list('events').map((event) => [event.speakerId, event.speakerIds])

  const beforeA = await remove(a)
  const beforeB = await remove(b)
  expect(speakers()).toEqual([[c, [c]]])
  expect((await history('?section=events'))[0]?.changes).toMatchObject([{ field: 'speakerIds', before: [b, c], after: [c] }])
  await send(`POST /api/history/${beforeA}/restore`, { id: a })
  expect(speakers()).toEqual([[a, [a, c]]])
  await send(`POST /api/history/${beforeB}/restore`, { id: b })
  expect(speakers()).toEqual([[a, [a, b, c]]])
})

test('restoring one item of a list keeps later changes of all other items', async () => {
  const { app, send, list } = await prepare()
  const [a, b] = [addItem(app.db, 'partners', { name: 'A' }), addItem(app.db, 'partners', { name: 'B' })]
  await send(`PUT /api/partners/${a.id}`, { name: 'A2' })
  await send(`PUT /api/partners/${b.id}`, { name: 'B2' })
  const version = list('partners')[0]?.updatedAt ?? ''
  await send('POST /api/history/2/restore', { id: a.id })
  expect(list('partners').map(({ name }) => name)).toEqual(['A', 'B2'])
  expect(list('partners')[0]?.updatedAt.localeCompare(version)).toBe(1)
  expect((await send('POST /api/history/2/restore', { id: 'unknown' })).status).toBe(404)
})

test('restoring a session leaves out speakers who no longer exist', async () => {
  const { app, send, list } = await prepare()
  const scenarioId = addItem(app.db, 'scenarios').id
  const speaker = addItem(app.db, 'speakers')
  const event = addItem(app.db, 'events', { scenarioId, speakerId: speaker.id })
  await send(`DELETE /api/speakers/${speaker.id}`)
  // The restored events refer to a speaker who no longer exists.
  await send('POST /api/history/3/restore')
  expect(list('events')).toMatchObject([{ id: event.id, speakerId: '' }])
  // The list restored last does not contain the speaker, so the event loses its reference to the speaker.
  await send('POST /api/history/2/restore', { id: speaker.id })
  await send(`PUT /api/agenda/events/${event.id}`, { speakerId: speaker.id })
  expect((await send('POST /api/history/0/restore', { section: 'speakers' })).status).toBe(200)
  expect([list('speakers'), list('events')]).toMatchObject([[], [{ id: event.id, speakerId: '' }]])
})

test('refuses a restore that would delete the room (scenario) of a session', async () => {
  const { app, send } = await prepare()
  const scenarioId = addItem(app.db, 'scenarios').id
  const event = addItem(app.db, 'events', { scenarioId })
  const before = stored(app.db).revisions
  const answer = await send('POST /api/history/0/restore', { section: 'scenarios' })
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { error: 'No se puede restaurar: dejaría eventos sin su escenario.' },
  ])
  expect(stored(app.db).revisions).toEqual(before)
  await send(`DELETE /api/agenda/events/${event.id}`)
  await send(`DELETE /api/agenda/scenarios/${scenarioId}`)
  expect((await send('POST /api/history/2/restore')).status).toBe(409)
  expect((await send('POST /api/history/2/restore', { id: event.id })).status).toBe(409)
})

test('restoring all content to an earlier time gives exactly the page of that time', async () => {
  const { app, send, page } = await prepare()
  const scenarioId = addItem(app.db, 'scenarios').id
  const speaker = await (await send('POST /api/speakers', { name: 'Ana', title: 'CTO', company: 'Labs' })).json()
  await send('POST /api/agenda/events', { title: 'A', startTime: '09:00', scenarioId, speakerId: speaker.id })
  await send('PUT /api/hero', { location: 'Antigua' })
  // Removes the times of items. The test's page contains them, but the real page does not.
  app.pages.render = withoutTimes(app.pages.render)
  await app.publisher.publish()
  const [then, at] = [await page(), await now()]

  await send('PUT /api/hero', { location: 'Xela' })
  await send('PUT /api/about', { title: 'Otro' })
  await send(`DELETE /api/speakers/${speaker.id}`)
  await send('POST /api/partners', { name: 'Banco' })
  expect(await page()).not.toBe(then)

  const preview: WayBack[] = await (await send(`GET /api/history/at?time=${at}`)).json()
  expect(preview.map(({ section, changes }) => [section, changes.length])).toEqual([
    ['hero', 1],
    ['about', 1],
    ['speakers', 1],
    ['events', 1],
    ['partners', 1],
  ])
  const answer = await send('POST /api/history/at', { time: at })
  const changed: { section: string; revision: number }[] = await answer.json()
  expect(changed.map(({ section }) => section)).toEqual(preview.map(({ section }) => section))
  expect(answer.headers.get('X-Published-Revision')).toBe(String(changed.at(-1)?.revision))
  expect(await page()).toBe(then)
  expect(await (await send(`GET /api/history/at?time=${at}`)).json()).toEqual([])
})

test('restoring all content to a time before the first save gives the defaults', async () => {
  const { app, send } = await prepare()
  await send('PUT /api/hero', { location: 'Antigua' })
  addItem(app.db, 'partners')
  await send('POST /api/history/at', { time: '2020-01-01T00:00:00-06:00' })
  expect([readSection(app.db, 'hero').value, readSection(app.db, 'partners').value]).toEqual([sectionDefaults.hero, []])
})

test('refuses to restore all content to a time without stored revisions', async () => {
  const { app, send } = await prepare()
  await send('PUT /api/about', { title: 'A' })
  await send('PUT /api/hero', { location: 'Antigua' })
  const at = await now()
  await send('PUT /api/hero', { location: 'Xela' })
  app.db.exec('DELETE FROM revisions WHERE id = 2')
  const before = stored(app.db).revisions
  expect((await send(`GET /api/history/at?time=${at}`)).status).toBe(409)
  expect((await send('POST /api/history/at', { time: at })).status).toBe(409)
  const later = new Date(Date.now() + 60_000).toISOString()
  const answer = await send('POST /api/history/at', { time: later })
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([422, ['time']])
  expect((await send(`GET /api/history/at?time=${later}`)).status).toBe(422)
  expect(stored(app.db).revisions).toEqual(before)
})

test('rejects a restore that would exceed the maximum length of a list', async () => {
  const { app, send, list } = await prepare()
  const speaker = addItem(app.db, 'speakers')
  const store = (count: number) =>
    insertRevision(
      app.db,
      'speakers',
      Array.from({ length: count }, (_, index) => ({ ...speaker, id: `${index}` })),
      { by: null, at: new Date().toISOString() },
    )
  store(limits.lists.speakers + 1)
  const large = await now()
  store(2)
  const small = await now()
  store(limits.lists.speakers)
  await send('PUT /api/hero', { location: 'Xela' })
  const before = stored(app.db).revisions
  expect((await send('POST /api/history/at', { time: large })).status).toBe(409)
  expect(stored(app.db).revisions).toEqual(before)
  expect((await send('POST /api/history/at', { time: small })).status).toBe(200)
  expect(list('speakers')).toHaveLength(2)
})

test('refuses a restore if content changed after its preview', async () => {
  const { app, cookie, send, list } = await prepare()
  const a = addItem(app.db, 'partners', { name: 'A' })
  await send(`PUT /api/partners/${a.id}`, { name: 'A2' })
  const at = await now()
  await send('PUT /api/hero', { location: 'Antigua' })
  const restores = [
    ['GET /api/history/1/restore?section=partners', 'POST /api/history/1/restore', { section: 'partners' }],
    [`GET /api/history/1/restore?section=partners&id=${a.id}`, 'POST /api/history/1/restore', { id: a.id }],
    [`GET /api/history/at?time=${at}`, 'POST /api/history/at', { time: at }],
  ] as const
  const error = 'Mientras lo veías se guardó otra cosa. Mira otra vez qué cambiaría, y confirma.'
  for (const [look, restore, json] of restores) {
    const seen = (await send(look)).headers.get('ETag') ?? ''
    await send(`PUT /api/partners/${a.id}`, { name: look.slice(-20) })
    const before = stored(app.db).revisions
    const refused = await call(app, restore, { cookie, json, headers: { 'If-Match': seen } })
    expect([refused.status, await refused.json(), stored(app.db).revisions]).toEqual([409, { error }, before])
    for (const nobodys of ['"999999"', 'x'])
      expect((await call(app, restore, { cookie, json, headers: { 'If-Match': nobodys } })).status).toBe(409)
    const seenNow = (await send(look)).headers.get('ETag') ?? ''
    // Leaves out this save before a restore to a point in time. Such a restore would revert the save, so it would be refused.
    if (!('time' in json)) await send('PUT /api/about', { title: look })
    expect((await call(app, restore, { cookie, json, headers: { 'If-Match': seenNow } })).status).toBe(200)
  }
  expect(list('partners').map(({ name }) => name)).toEqual(['A2'])
})

function withoutTimes(render: Awaited<ReturnType<typeof createTestApp>>['pages']['render']): typeof render {
  return async (path, data) => {
    const page = await render(path, data)
    // Also removes the hash of /fichas.html (`sheets`), because /fichas.html contains all content in tests.
    return { ...page, body: Buffer.from(page.body.toString().replaceAll(/"(updatedAt|sheets)":"[^"]*"/g, '""')) }
  }
}
