import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addItem } from '../../data/testing.ts'
import { call, createTestApp, drawCard, log, type TestApp, wholePage } from '../testing.ts'
import { svg, upload } from '../uploads/testing.ts'
import { exportSite, hostPolicy } from './export.ts'

const assets = { '_assets/app.1a2b.js': 'start()', 'favicon.svg': '<svg></svg>' }
const withSite = () => createTestApp({ assets, isPublished: true, config: { publicOrigin: 'https://conferencia.gt' } })
const folderOf = ({ config }: TestApp) => join(config.dataDir, 'exports/site')
const write = ({ db, config, pages, uploads, clientDir }: TestApp, folder: string) =>
  exportSite({ db, config, render: pages.render, drawCard, clientDir, log, storage: uploads.storage }, folder)

const filesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')]),
  )

test('exports every published file, with uploads and compressed versions', async () => {
  const app = await withSite()
  const { address } = await upload(app, 'logo.svg', svg)
  await app.publisher.compress()
  await write(app, folderOf(app))
  const { _headers, ...files } = filesIn(folderOf(app))
  expect(files).toEqual(filesIn(join(app.config.dataDir, 'www')))
  expect(Object.keys(files)).toContain(`public-objects/${address.fileName}`)
})

test('exports the share cards of talks and speakers, even if nobody has requested them', async () => {
  const app = await withSite()
  addItem(app.db, 'speakers', { name: 'Ana Tzoc' })
  await write(app, folderOf(app))
  expect(readdirSync(join(folderOf(app), 'speakers'))).toEqual(expect.arrayContaining(['ana-tzoc-cuadrada.png', 'ana-tzoc.png']))
  for (const name of ['speakers/ana-tzoc/index.html', 'fichas.html', 'fichas.html.br', 'fichas.html.gz'])
    expect(existsSync(join(folderOf(app), name)), name).toBe(true)
})

test('an export returns the revision of the content that it exported', async () => {
  const app = await withSite()
  addItem(app.db, 'scenarios')
  expect(await write(app, folderOf(app))).toBe(1)
})

test('a web server running as another user can read the exported files', async () => {
  const app = await withSite()
  await write(app, folderOf(app))
  expect(statSync(folderOf(app)).mode & 0o005).toBe(0o005)
})

test('an export removes all files of the previous export', async () => {
  const app = await withSite()
  await write(app, folderOf(app))
  writeFileSync(join(folderOf(app), 'stale.html'), 'old')
  await write(app, folderOf(app))
  expect(existsSync(join(folderOf(app), 'stale.html'))).toBe(false)
  expect(readdirSync(join(folderOf(app), '..'))).toEqual(['site'])
})

test('exports into an existing empty folder', async () => {
  const app = await withSite()
  mkdirSync(folderOf(app), { recursive: true })
  await write(app, folderOf(app))
  expect(existsSync(join(folderOf(app), 'index.html'))).toBe(true)
})

test.each([
  ['somebody else’s files', 'thesis.txt', 'years of work'],
  ['a _headers file that no export wrote', '_headers', '/*\n  X-Frame-Options: DENY\n'],
])('refuses to export into a folder with %s', async (_, name, text) => {
  const app = await withSite()
  mkdirSync(folderOf(app), { recursive: true })
  writeFileSync(join(folderOf(app), name), text)
  await expect(write(app, folderOf(app))).rejects.toThrow('no está vacía')
  expect(filesIn(folderOf(app))).toEqual({ [name]: Buffer.from(text).toString('base64') })
})

test('keeps the previous export if the site cannot be rendered', async () => {
  const app = await withSite()
  await write(app, folderOf(app))
  const before = filesIn(folderOf(app))
  app.pages.render = async (path, data) => ({ ...(await wholePage(path, data)), body: Buffer.from('half a pa') })
  await expect(write(app, folderOf(app))).rejects.toThrow('está incompleta')
  expect(filesIn(folderOf(app))).toEqual(before)
  expect(readdirSync(join(folderOf(app), '..'))).toEqual(['site'])
})

test('the exported file _headers contains the headers that the server sends', async () => {
  const app = await withSite()
  await write(app, folderOf(app))
  const [everywhere = '', ...rules] = readFileSync(join(folderOf(app), '_headers'), 'utf8')
    .split(/^(?=\/\w*)/m)
    .slice(1)
  const answer = await call(app, 'GET /favicon.svg')
  const own = ['x-request-id', 'etag', 'vary', 'cache-control', 'content-type', 'content-length']
  const sent = [...answer.headers].filter(([name]) => !own.includes(name)).map(([name, value]) => `  ${name}: ${value}`)
  expect(sent).toContain('  strict-transport-security: max-age=63072000')
  expect(everywhere.trim().split('\n')).toEqual(['/*', ...sent, `  content-security-policy: ${hostPolicy}`])
  const forever = '  cache-control: public, max-age=31536000, immutable'
  const nothing = "  content-security-policy: default-src 'none'; style-src 'unsafe-inline'; sandbox"
  const camera = '  permissions-policy: camera=(self), geolocation=(), microphone=(), payment=(), usb=()'
  expect(rules.map((rule) => rule.trim())).toEqual([
    `/puerta\n${camera}`,
    '/ahora.json\n  cache-control: public, max-age=10, must-revalidate',
    `/_assets/*\n${forever}`,
    `/public-objects/*\n${forever}\n${nothing}`,
  ])
})
