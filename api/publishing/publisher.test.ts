import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { saveSection } from '../../data/content/sections.ts'
import { addItem, someEdit } from '../../data/testing.ts'
import { cardName, cardOf } from '../drawing/share-card.ts'
import { call, createTestApp, dataIn, type TestApp, wholePage } from '../testing.ts'
import type { Render } from './render.ts'

const save = ({ db }: TestApp, name: string) => addItem(db, 'scenarios', { name })
const shownScenarios = async (app: TestApp) => (await dataIn(await call(app, 'GET /'))).content.scenarios.map(({ name }) => name)
const onDisk = ({ config }: TestApp, name: string) => readFileSync(join(config.dataDir, 'www', name))

test('visitors see the published content, without saves made since then', async () => {
  const app = await createTestApp()
  save(app, 'Auditorio')
  await app.publisher.publish()
  save(app, 'Terraza')
  expect(await shownScenarios(app)).toEqual(['Auditorio'])
  await app.publisher.publish()
  expect(await shownScenarios(app)).toEqual(['Auditorio', 'Terraza'])
})

test('returns the published revision with its publication time', async () => {
  const app = await createTestApp()
  expect(app.publisher.status()).toEqual({ revision: 0, publishedAt: null, error: null })
  save(app, 'Auditorio')
  const status = await app.publisher.publish()
  expect(status).toEqual({ revision: 1, publishedAt: expect.stringMatching(/^\d{4}-.*Z$/), error: null })
  expect(app.publisher.status()).toEqual(status)
})

test('the published page does not depend on the Host header of a request', async () => {
  const app = await createTestApp({ config: { publicOrigin: 'https://conferencia.gt', timeZone: 'Europe/Madrid' } })
  addItem(app.db, 'partners', { name: 'Oculto', isActive: false })
  await app.publisher.publish()
  const data = await dataIn(await app.app.request('http://evil.gt/', { headers: { Host: 'evil.gt' } }))
  const { origin, timeZone, refused, content } = data
  expect({ origin, timeZone, refused }).toEqual({ origin: 'https://conferencia.gt', timeZone: 'Europe/Madrid', refused: null })
  expect(content.partners).toEqual([])
})

test('renders a page again only if the content that it uses changed', async () => {
  const app = await createTestApp()
  const rendered: string[] = []
  app.pages.render = (path, data) => {
    const content = 'content' in data ? data.content : null
    rendered.push(content ? `${path} of content` : path)
    const title = /^.(sitemap|fichas)/.test(path) ? '' : content?.hero.title
    const rooms = /^.(fichas|agenda|schedule)/.test(path) ? content?.scenarios : []
    return wholePage(path, Object.assign({ origin: data.origin, timeZone: data.timeZone }, { title, rooms }))
  }
  await app.publisher.publish()
  const first = rendered.splice(0)
  await app.publisher.publish()
  expect(first.filter((path) => !path.endsWith('of content'))).toEqual(['/puerta.webmanifest', '/robots.txt'])
  expect(rendered.splice(0)).toEqual(['/ of content'])
  save(app, 'Auditorio')
  await app.publisher.publish()
  const programme = ['/agenda.ics', '/schedule.json', '/schedule.xml', '/schedule.csv']
  const screens = ['/pantalla', '/pantalla/auditorio']
  // The sheets of talks and speakers come before the page, because the page contains their hash.
  expect(rendered.splice(0)).toEqual(['/fichas.html', ...programme, ...screens, '/'].map((path) => `${path} of content`))
  saveSection(app.db, 'hero', { title: 'Otra' }, someEdit)
  await app.publisher.publish()
  const expected = first.filter((path) => path.endsWith('of content') && !/^.(sitemap|fichas)/.test(path))
  expect(rendered).toEqual(expected.toSpliced(-1, 0, '/pantalla/auditorio of content'))
})

test('publishes the default of a section whose stored value is invalid', async () => {
  const app = await createTestApp()
  app.db.exec("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', '{}', '')")
  expect((await app.publisher.publish()).error).toBeNull()
  expect((await dataIn(await call(app, 'GET /'))).content.hero).toEqual(sectionDefaults.hero)
})

test('the published folder is a complete site with compressed files', async () => {
  const app = await createTestApp({ assets: { '_assets/app.1a2b.js': 'start()', 'favicon.svg': '<svg></svg>' } })
  await app.publisher.publish()
  await app.publisher.compress()
  const files = readdirSync(join(app.config.dataDir, 'www'), { recursive: true, withFileTypes: true })
  const pages = [
    '404.html',
    'index.html',
    'index.html',
    'index.html',
    'index.html',
    'index.html',
    'index.html',
    'index.html',
    'index.html',
    'index.html',
    'agenda.ics',
    'evento.ics',
    'manifest.webmanifest',
    'puerta.webmanifest',
    'robots.txt',
    'schedule.csv',
    'schedule.json',
    'schedule.xml',
    'fichas.html',
    'sitemap.xml',
  ]
  const names = files.filter((entry) => entry.isFile()).map(({ name }) => name)
  const compressed = pages.flatMap((name) => [name, `${name}.br`, `${name}.gz`])
  expect(names.toSorted()).toEqual(
    [
      ...compressed,
      'ahora.json',
      'app.1a2b.js',
      cardName(cardOf({ ...sectionDefaults, events: [] }, app.config.timeZone)),
      'favicon.svg',
    ].toSorted(),
  )
  const html = onDisk(app, 'index.html')
  expect(brotliDecompressSync(onDisk(app, 'index.html.br'))).toEqual(html)
  expect(gunzipSync(onDisk(app, 'index.html.gz'))).toEqual(html)
  expect(await (await call(app, 'GET /')).text()).toBe(html.toString())
})

test('/admin and /login are published, and served with or without a final slash', async () => {
  const app = await createTestApp({ isPublished: true })
  for (const [path, route] of Object.entries({
    '/admin': '/admin',
    '/admin/': '/admin',
    '/login': '/login',
    '/login/': '/login',
  })) {
    const answer = await call(app, `GET ${path}`)
    expect([answer.status, /<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]]).toEqual([200, route])
  }
})

const broken: [string, Render, string][] = [
  [
    'throws',
    async () => Promise.reject(new TypeError('x is undefined')),
    'la página no se pudo generar con el contenido guardado',
  ],
  [
    'returns half a page',
    async (path, data) => {
      const page = await wholePage(path, data)
      return { ...page, body: page.body.subarray(0, -8) }
    },
    'la página /fichas.html está incompleta',
  ],
  [
    'answers with an error',
    async (path, data) => ({ ...(await wholePage(path, data)), status: 500 }),
    'la página /fichas.html respondió 500',
  ],
  [
    'fails on one page of four',
    async (path, data) => {
      const page = await wholePage(path, data)
      return { ...page, status: path === '/agenda.ics' ? 404 : page.status }
    },
    'la página /agenda.ics respondió 404',
  ],
]

describe.each(broken)('if rendering %s', (_, render, error) => {
  test('after a failed publish, the previous page stays in memory and on disk', async () => {
    const app = await createTestApp({ isPublished: true })
    const before = [await (await call(app, 'GET /')).text(), onDisk(app, 'index.html')]
    const { publishedAt } = app.publisher.status()
    save(app, 'Auditorio')
    app.pages.render = render
    expect(await app.publisher.publish()).toEqual({ revision: 0, publishedAt, error })
    expect([await (await call(app, 'GET /')).text(), onDisk(app, 'index.html')]).toEqual(before)
  })

  test('after a failed publish, the next successful publish shows all saves', async () => {
    const app = await createTestApp({ isPublished: true })
    app.pages.render = render
    save(app, 'Auditorio')
    await app.publisher.publish()
    app.pages.render = wholePage
    expect(await app.publisher.publish()).toMatchObject({ revision: 1, error: null })
    expect(await shownScenarios(app)).toEqual(['Auditorio'])
  })
})

test('visitors keep seeing the previous page if the disk cannot be written', async () => {
  const app = await createTestApp({ isPublished: true })
  save(app, 'Auditorio')
  // With a file in the place of the folder, nothing can be written below it.
  const www = join(app.config.dataDir, 'www')
  rmSync(www, { recursive: true })
  writeFileSync(www, '')
  expect(await app.publisher.publish()).toMatchObject({
    revision: 0,
    error: 'el servidor no pudo escribir la página en su disco',
  })
  expect(await shownScenarios(app)).toEqual([])
})

test('keeps the share cards of the current and the last three titles', async () => {
  const app = await createTestApp()
  const cardOfTitle = (title: string) =>
    cardName(cardOf({ ...sectionDefaults, hero: { ...sectionDefaults.hero, title }, events: [] }, app.config.timeZone))
  // 'Tres' occurs twice: a title that returns counts as new.
  for (const title of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Tres', 'Seis']) {
    saveSection(app.db, 'hero', { title }, someEdit)
    await app.publisher.publish()
  }
  const kept = ['Tres', 'Cuatro', 'Cinco', 'Seis'].map(cardOfTitle).toSorted()
  const cardsIn = (names: Iterable<string>) => [...names].filter((name) => name.startsWith('compartir-')).toSorted()
  expect(cardsIn(app.publisher.snapshot().files.keys())).toEqual(kept)
  expect(cardsIn(readdirSync(join(app.config.dataDir, 'www')))).toEqual(kept)
  const statuses = ['Uno', 'Dos', 'Tres', 'Seis'].map(async (title) => (await call(app, `GET /${cardOfTitle(title)}`)).status)
  expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200])
})

test('the next publish restores a deleted published folder', async () => {
  const app = await createTestApp({ isPublished: true })
  rmSync(join(app.config.dataDir, 'www'), { recursive: true })
  expect(await app.publisher.publish()).toMatchObject({ error: null })
  expect(onDisk(app, 'index.html').toString()).toBe(await (await call(app, 'GET /')).text())
})

test("never publishes the page that shows a visitor's form errors", async () => {
  const app = await createTestApp({ isPublished: true })
  const refused = { values: { name: 'José' }, errors: { email: 'Email válido requerido' } }
  const page = await app.publisher.refusedPage(refused)
  expect((await dataIn(new Response(page.body))).refused).toEqual(refused)
  expect((await dataIn(await call(app, 'GET /'))).refused).toBeNull()
})

test('after several quick saves, the compressed page contains the last save', async () => {
  const app = await createTestApp({ isPublished: true })
  for (const subtitle of ['Una', 'La más nueva']) {
    saveSection(app.db, 'hero', { subtitle }, someEdit)
    await app.publisher.publish()
  }
  await app.publisher.compress()
  const page = app.publisher.site().files.get('/')
  expect(page?.body.toString()).toContain('La más nueva')
  expect(brotliDecompressSync(page?.br ?? '')).toEqual(page?.body)
  expect(onDisk(app, 'index.html.br')).toEqual(page?.br)
})

test('the compressed version of an older page does not replace a newer page', async () => {
  const app = await createTestApp({ isPublished: true })
  const settled = app.publisher.compress()
  saveSection(app.db, 'hero', { subtitle: 'La más nueva' }, someEdit)
  await Promise.all([app.publisher.publish(), settled])
  expect((await dataIn(await call(app, 'GET /'))).content.hero.subtitle).toBe('La más nueva')
  expect(onDisk(app, 'index.html').toString()).toContain('La más nueva')
})

test('publishing unchanged content keeps the published page as it is', async () => {
  const app = await createTestApp({ isPublished: true })
  const before = app.publisher.site().files.get('/')
  await app.publisher.publish()
  expect(app.publisher.site().files.get('/')).toBe(before)
})

test('a page that was just saved is served uncompressed until it has been compressed', async () => {
  const app = await createTestApp({ isPublished: true })
  await app.publisher.compress()
  expect(existsSync(join(app.config.dataDir, 'www/index.html.br'))).toBe(true)
  save(app, 'Auditorio')
  await app.publisher.publish()
  const forms = ['index.html.br', 'index.html.gz'].map((name) => existsSync(join(app.config.dataDir, 'www', name)))
  const answer = await call(app, 'GET /', { headers: { 'Accept-Encoding': 'br, gzip' } })
  expect([forms, answer.headers.get('Content-Encoding')]).toEqual([[false, false], null])
  expect((await dataIn(answer)).content.scenarios.map(({ name }) => name)).toEqual(['Auditorio'])

  await app.publisher.compress()
  expect(brotliDecompressSync(onDisk(app, 'index.html.br'))).toEqual(onDisk(app, 'index.html'))
  const compressed = await call(app, 'GET /', { headers: { 'Accept-Encoding': 'br, gzip' } })
  expect(compressed.headers.get('Content-Encoding')).toBe('br')
})

test('discards a compressed page if its page was replaced during the compression', async () => {
  const app = await createTestApp({ isPublished: true })
  save(app, 'Auditorio')
  await app.publisher.publish()
  const compressed = app.publisher.compress()
  save(app, 'Terraza')
  await Promise.all([app.publisher.publish(), compressed])
  await app.publisher.compress()
  expect(brotliDecompressSync(onDisk(app, 'index.html.br'))).toEqual(onDisk(app, 'index.html'))
  expect(await shownScenarios(app)).toEqual(['Auditorio', 'Terraza'])
})
