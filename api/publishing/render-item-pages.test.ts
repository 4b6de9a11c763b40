import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { addItem, someEdit } from '../../data/testing.ts'
import { call, createTestApp, signIn, type TestApp, wholePage } from '../testing.ts'
import { removeLeftovers } from './site-folder.ts'

const folder = ({ config }: TestApp) => join(config.dataDir, 'www')
const isOnDisk = (app: TestApp, name: string) => existsSync(join(folder(app), name))
const status = async (app: TestApp, path: string) => (await call(app, `GET ${path}`)).status

/** `rendered` returns the paths that were rendered since its last call. */
async function conference() {
  const app = await createTestApp()
  const asked: string[] = []
  app.pages.render = (path, data) => {
    asked.push(path)
    // Calendars and other files read no content here, so they are rendered only once.
    const { origin, timeZone } = data
    return wholePage(path, path === '/' || 'item' in data ? data : { origin, timeZone })
  }
  const [ana, eva] = [addItem(app.db, 'speakers', { name: 'Ana' }), addItem(app.db, 'speakers', { name: 'Eva' })]
  const room = addItem(app.db, 'scenarios', { name: 'Auditorio' })
  const talk = addItem(app.db, 'events', { title: 'Datos', scenarioId: room.id, speakerIds: [ana.id] })
  const cookie = await signIn(app)
  await app.publisher.publish()
  asked.splice(0)
  const put = (path: string, json: object) => call(app, `PUT /api/${path}`, { cookie, json })
  return { app, ana, eva, talk, cookie, put, rendered: () => asked.splice(0) }
}

test('each talk has a page and a calendar file, each speaker has a page', async () => {
  const { app } = await conference()
  for (const [path, name] of [
    ['/charlas/datos', 'charlas/datos/index.html'],
    ['/charlas/datos/', 'charlas/datos/index.html'],
    ['/charlas/datos.ics', 'charlas/datos.ics'],
    ['/speakers/eva', 'speakers/eva/index.html'],
  ] as const) {
    const answer = await call(app, `GET ${path}`)
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, readFileSync(join(folder(app), name), 'utf8')])
  }
  expect(await status(app, '/charlas/ana')).toBe(404)
})

test('saving a talk renders only the pages of that talk and its speakers', async () => {
  const { app, talk, eva, put, rendered } = await conference()
  await put(`agenda/events/${talk.id}`, { title: 'Datos en calma' })
  expect(rendered().filter((path) => /^.(charlas|speakers)/.test(path))).toEqual([
    '/charlas/datos',
    '/charlas/datos.ics',
    '/speakers/ana',
  ])
  await put(`agenda/events/${talk.id}`, { description: 'Sin prisa.' })
  expect(rendered().filter((path) => /^.(charlas|speakers)/.test(path))).toEqual(['/charlas/datos', '/charlas/datos.ics'])
  await put(`speakers/${eva.id}`, { bio: 'Programa.' })
  expect(rendered().filter((path) => /^.(charlas|speakers)/.test(path))).toEqual(['/speakers/eva'])
  await put('benefits', { title: 'Otra cosa' })
  expect(rendered()).toEqual(['/'])
  saveSection(app.db, 'hero', { title: 'Otra' }, someEdit)
  await app.publisher.publish()
  expect(rendered().filter((path) => path.startsWith('/speakers/'))).toEqual(['/speakers/ana', '/speakers/eva'])
})

test('redirects a former slug with status 301, and on static hosts with an HTML page', async () => {
  const { app, talk, put } = await conference()
  await put(`agenda/events/${talk.id}`, { slug: 'datos-2027', title: '<b>"Datos"</b> & más' })
  const answer = await call(app, 'GET /charlas/datos')
  expect([answer.status, answer.headers.get('Location')]).toEqual([301, '/charlas/datos-2027'])
  const page = readFileSync(join(folder(app), 'charlas/datos/index.html'), 'utf8')
  expect(page).toContain('<meta http-equiv="refresh" content="0;url=/charlas/datos-2027">')
  expect(page).toContain('<a href="/charlas/datos-2027">&lt;b&gt;&quot;Datos&quot;&lt;/b&gt; &amp; más</a>')
  const calendar = await call(app, 'GET /charlas/datos.ics')
  expect([calendar.status, calendar.headers.get('Location')]).toEqual([301, '/charlas/datos-2027.ics'])
  const file = (name: string) => readFileSync(join(folder(app), `charlas/${name}.ics`), 'utf8')
  expect(file('datos')).toBe(file('datos-2027'))
  // After the talk has taken its former address back, the other address redirects to it.
  await put(`agenda/events/${talk.id}`, { slug: 'datos' })
  expect([await status(app, '/charlas/datos'), await status(app, '/charlas/datos-2027')]).toEqual([200, 301])
  expect([await status(app, '/charlas/datos.ics'), await status(app, '/charlas/datos-2027.ics')]).toEqual([200, 301])
})

test('redirects the last 20 slugs of a talk', async () => {
  const { app, talk, put } = await conference()
  for (let number = 1; number <= 22; number++) await put(`agenda/events/${talk.id}`, { slug: `datos-${number}` })
  await app.publisher.finished()
  expect(await status(app, '/charlas/datos-22')).toBe(200)
  for (const slug of ['datos-21', 'datos-2']) expect([slug, await status(app, `/charlas/${slug}`)]).toEqual([slug, 301])
  for (const slug of ['datos-1', 'datos']) {
    expect([slug, await status(app, `/charlas/${slug}`), await status(app, `/charlas/${slug}.ics`)]).toEqual([slug, 404, 404])
    expect(isOnDisk(app, `charlas/${slug}/index.html`)).toBe(false)
  }
  // If a talk takes an address back, the address counts as new. So an older address is dropped instead.
  for (const slug of ['datos-2', 'datos-23']) await put(`agenda/events/${talk.id}`, { slug })
  await app.publisher.finished()
  expect(await status(app, '/charlas/datos-2')).toBe(301)
  expect(await status(app, '/charlas/datos-3')).toBe(404)
})

test('a restored speaker does not take back a slug that another speaker uses', async () => {
  const { app, ana, eva, cookie, put } = await conference()
  const read = async (path: string) => (await call(app, `GET /api/${path}`, { cookie })).json()
  const { revision } = (await read('history?section=speakers'))[0]
  for (let number = 1; number <= 21; number++) await put(`speakers/${ana.id}`, { slug: `anita-${number}` })
  expect((await put(`speakers/${eva.id}`, { slug: 'ana' })).status).toBe(200)
  const answer = await call(app, `POST /api/history/${revision}/restore`, { cookie, json: { section: 'speakers', id: ana.id } })
  expect(answer.status).toBe(200)
  const slugs = (await read('speakers')).map(({ name, slug }: { name: string; slug: string }) => [name, slug])
  expect(slugs).toEqual([
    ['Ana', 'ana-2'],
    ['Eva', 'ana'],
  ])
})

test('the pages of talks and speakers are removed while these are hidden', async () => {
  const { app, ana, cookie, put } = await conference()
  await put(`speakers/${ana.id}`, { slug: 'ana-garcia' })
  await app.publisher.compress()
  expect(isOnDisk(app, 'speakers/ana-garcia/index.html.br')).toBe(true)
  await put(`speakers/${ana.id}`, { isActive: false })
  for (const slug of ['ana', 'ana-garcia']) {
    expect([await status(app, `/speakers/${slug}`), isOnDisk(app, `speakers/${slug}`)]).toEqual([404, false])
  }
  await put(`speakers/${ana.id}`, { isActive: true })
  expect([await status(app, '/speakers/ana'), await status(app, '/speakers/ana-garcia')]).toEqual([301, 200])
  await call(app, `DELETE /api/speakers/${ana.id}`, { cookie })
  expect([await status(app, '/speakers/ana-garcia'), isOnDisk(app, 'speakers/ana-garcia')]).toEqual([404, false])
})

test('with many talks and speakers, publishes the landing page before their pages', async () => {
  const { app, cookie, rendered } = await conference()
  for (let count = 0; count < 25; count++) addItem(app.db, 'speakers', { name: `Persona ${count}` })
  await app.publisher.publish()
  const before = (await app.publisher.finished()).revision
  rendered()
  const held = Promise.withResolvers<void>()
  app.pages.render = async (path, data) => {
    if (path === '/speakers/persona-24') await held.promise
    return wholePage(path, data)
  }
  const answer = await call(app, 'PUT /api/event', { cookie, json: { name: 'Jornadas' } })
  expect([answer.status, answer.headers.get('X-Published-Revision'), answer.headers.get('X-Publish-Error')]).toEqual([
    200,
    String(before),
    null,
  ])
  expect(await (await call(app, 'GET /')).text()).toContain('Jornadas')
  await expect.poll(() => app.publisher.status().pending).toBe(8)
  expect(await (await call(app, 'GET /api/publish', { cookie })).json()).toMatchObject({ revision: before, pending: 8 })
  expect(await (await call(app, 'GET /speakers/persona-3')).text()).toContain('Jornadas')
  expect(await (await call(app, 'GET /speakers/persona-24')).text()).not.toContain('Jornadas')
  held.resolve()
  const done = await app.publisher.finished()
  expect(done).toEqual({
    revision: Number(answer.headers.get('ETag')?.replaceAll('"', '')) + 2,
    publishedAt: done.publishedAt,
    error: null,
  })
  expect(await (await call(app, 'GET /speakers/persona-24')).text()).toContain('Jornadas')
})

test('a newer publish cancels the unfinished talk and speaker pages of an older publish', async () => {
  const { app } = await conference()
  const names = Array.from({ length: 45 }, (_, count) => `Persona ${count}`)
  const people = names.map((name) => addItem(app.db, 'speakers', { name }))
  await app.publisher.publish()
  const rename = (title: string) => {
    saveSection(app.db, 'hero', { title }, someEdit)
    return app.publisher.publish()
  }
  await Promise.all([rename('Una'), rename('Dos')])
  await rename('Tres')
  const { revision, error, pending } = await app.publisher.finished()
  expect([revision, error, pending]).toEqual([app.publisher.snapshot().revision, null, undefined])
  for (const { slug } of people) {
    const text = await (await call(app, `GET /speakers/${slug}`)).text()
    expect([text.includes('Tres'), /Una|Dos/.test(text)]).toEqual([true, false])
  }
})

test('the site stays unchanged if the page of a talk or speaker cannot be rendered', async () => {
  const { app, ana, put } = await conference()
  const { revision } = app.publisher.status()
  app.pages.render = async (path, data) => ({
    ...(await wholePage(path, data)),
    ...(path === '/speakers/ana' && { status: 500 }),
  })
  const answer = await put(`speakers/${ana.id}`, { bio: 'Nueva.' })
  expect(decodeURIComponent(answer.headers.get('X-Publish-Error') ?? '')).toBe('la página /speakers/ana respondió 500')
  expect(await (await call(app, 'GET /')).text()).not.toContain('Nueva.')
  app.pages.render = wholePage
  expect(await app.publisher.publish()).toMatchObject({ error: null, revision: revision + 1 })
  expect(await (await call(app, 'GET /speakers/ana')).text()).toContain('Nueva.')
})

test('a start of the server removes pages and folders of deleted talks', async () => {
  const { app } = await conference()
  for (const name of ['charlas/vieja/index.html', 'charlas/vieja/index.html.br', 'charlas/vieja.ics']) {
    mkdirSync(join(folder(app), name, '..'), { recursive: true })
    writeFileSync(join(folder(app), name), 'viejo')
  }
  await removeLeftovers(folder(app), app.publisher.site().files)
  expect([isOnDisk(app, 'charlas/vieja'), isOnDisk(app, 'charlas/vieja.ics')]).toEqual([false, false])
  expect([isOnDisk(app, 'charlas/datos/index.html'), isOnDisk(app, 'charlas/datos.ics')]).toEqual([true, true])
})
