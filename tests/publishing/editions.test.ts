import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { filesIn } from '../hardening/client.ts'
import { drawCards } from '../hardening/inputs.ts'
import { violations } from '../support/axe.ts'
import { sharedDemo } from '../support/fixtures.ts'
import { newVisitor, toast } from '../support/pages.ts'
import { answer, dialog, startPanel } from '../support/panel.ts'

const product = await sharedDemo()
const panel = await startPanel(product)

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** Serves the published folder with a plain file server. Returns its origin and the paths that were missing. */
async function serveFolder(folder: string) {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const path = normalize(decodeURI((request.url ?? '/').split('?', 1)[0] ?? '/'))
    const named = join(folder, path)
    const file = existsSync(named) && statSync(named).isDirectory() ? join(named, 'index.html') : named
    if (!existsSync(file)) {
      missing.push(path)
      response.writeHead(404).end()
    } else
      response.writeHead(200, { 'Content-Type': types[file.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(readFileSync(file))
  }).listen(0)
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, missing }
}

/** Returns all files of an edition by name. */
const filesOf = (folder: string) => new Map(filesIn(folder).map((name) => [name, readFileSync(join(folder, name))]))

/** Expects the same files with the same bytes. */
function expectSame(folder: string, before: Map<string, Buffer>): void {
  expect(filesIn(folder).toSorted()).toEqual([...before.keys()].toSorted())
  for (const [name, bytes] of before) expect([name, readFileSync(join(folder, name)).equals(bytes)]).toEqual([name, true])
}

const www = join(product.dataDir, 'www')
let kept: Map<string, Buffer>

/** Opens the panel and fills in the form that ends this edition. */
async function finishing(next: { name: string; date: string }) {
  const page = await panel.open('Ajustes')
  await page.getByRole('tab', { name: 'Ediciones' }).click()
  await page.getByRole('button', { name: 'Terminar esta edición…' }).click()
  await dialog(page).getByLabel('Nombre de la nueva edición').fill(next.name)
  await dialog(page).getByLabel('Primer día').fill(next.date)
  return page
}

/** Ends the edition and returns the panel's message. */
async function finish(page: Page, year: string) {
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Terminar ${year}`) })
    .click()
  const told = toast(page, `Edición ${year} terminada`)
  await told.waitFor({ timeout: 120_000 })
  return told
}

test('ending the edition of 2026 in the panel keeps its pages as static files', async () => {
  await panel.call('PUT /api/hero', { eventDate: '2026-11-20' })
  await drawCards(product)
  const page = await finishing({ name: 'Conferencia 2027', date: '2027-11-19' })
  expect(await violations(page)).toEqual([])
  await finish(page, '2026')
  await page.getByRole('link', { name: /^2026 ·/ }).waitFor()
  expect(await violations(page)).toEqual([])

  const folder = join(www, '2026')
  // `fichas.html` has parts of pages, so it is not a page.
  const pages = filesIn(folder).filter((name) => name.endsWith('.html') && name !== 'fichas.html')
  const talks = pages.filter((name) => name.startsWith('charlas/'))
  expect(pages).toContain('index.html')
  expect(talks.length).toBeGreaterThan(5)
  expect(filesIn(folder).filter((name) => /^charlas\/.*\.png$/.test(name)).length).toBeGreaterThan(5)
  kept = filesOf(folder)

  const host = await serveFolder(www)
  const asked: string[] = []
  const heard: string[][] = []
  async function newReader(): Promise<Page> {
    const { page: reader, complaints } = await newVisitor(panel.browser, host.origin)
    reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
    heard.push(complaints)
    return reader
  }
  const links = new Set<string>()
  const unread = pages.values()
  async function readOn(): Promise<void> {
    const reader = await newReader()
    for (const name of unread) {
      await reader.goto(`/2026/${name.replace(/index\.html$/, '')}`, { waitUntil: 'networkidle' })
      await reader.getByText('Página de la edición 2026').waitFor()
      const found = await reader.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
      for (const href of found) links.add(href)
    }
  }
  // Reads several pages at once, because each page waits until the network is quiet.
  await Promise.all([readOn(), readOn(), readOn(), readOn()])
  const visitor = await newReader()
  await visitor.goto('/2026/')
  await visitor.locator('.session h3 a, .session a[href*="/charlas/"]').first().click()
  await visitor.getByRole('dialog').waitFor()
  expect(asked).toContain('/2026/fichas.html')

  for (const href of links)
    if (!/^\/($|#|\?)/.test(href)) expect([href, (await fetch(host.origin + href)).status]).toEqual([href, 200])
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(asked.filter((path) => path.startsWith('/_assets/'))).toEqual([])

  // A shared link to a talk leads to its page in the edition.
  const [talk = ''] = talks.map((name) => name.replace(/\/index\.html$/, ''))
  await visitor.goto(`/${talk}/`)
  await visitor.waitForURL(`**/2026/${talk}`)
  await visitor.getByText('Página de la edición 2026').waitFor()
  for (const name of talks)
    expect(await (await fetch(`${host.origin}/${name}`)).text()).toContain(`url=/2026/${name.replace('/index.html', '')}"`)
  expect(host.missing).toEqual([])
  expect(heard.flat()).toEqual([])

  await page.context().close()

  // Later changes do not change the edition's files.
  await panel.call('PUT /api/hero', { subtitle: 'Ya viene' })
  await product.restart()
  expectSame(folder, kept)
  const present = await (await fetch(panel.origin)).text()
  expect(present).toContain('href="/2026/"')
  expect((await (await fetch(`${panel.origin}/2026/`)).text()).length).toBeGreaterThan(1000)
})

test('undoing the end of a conference edition removes the page under its year', async () => {
  const page = await finishing({ name: 'Conferencia 2028', date: '2028-11-17' })
  await finish(page, '2027')
  await page.locator('.toast-area').getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(existsSync(join(www, '2027'))).toBe(false)
  expect((await fetch(`${panel.origin}/2027/`)).status).toBe(404)
  expect(await (await fetch(`${panel.origin}/api/hero`)).json()).toMatchObject({ title: 'Conferencia 2027' })
  expectSame(join(www, '2026'), kept)
})

test('the end of a conference edition cannot be undone after a save for the next edition', async () => {
  const day = { day: '2027-11-19', startTime: '09:00', endTime: '10:00', isPlenary: true }
  await panel.call('POST /api/agenda/events', { title: 'Lo que aprendimos en 2027', ...day })
  const page = await finishing({ name: 'Conferencia 2028', date: '2028-11-17' })
  await finish(page, '2027')
  const editions = page.getByRole('tabpanel', { name: 'Ediciones' }).getByRole('listitem')
  const undo = editions.getByRole('button', { name: 'Deshacer' })
  await undo.waitFor()
  expect(await editions.count()).toBe(2)
  const of2027 = filesOf(join(www, '2027'))
  expect([...of2027.keys()]).toContain('charlas/lo-que-aprendimos-en-2027/index.html')
  expectSame(join(www, '2026'), kept)

  await panel.call('PUT /api/hero', { subtitle: 'Tres años seguidos' })
  // The panel was open in the meantime and still asks before the undo.
  await undo.click()
  await answer(page, 'Deshacer')
  await toast(page, 'No se pudo deshacer').waitFor()
  await page.reload()
  await page.getByRole('link', { name: /^2027 ·/ }).waitFor()
  expect(await undo.count()).toBe(0)

  expect(await (await fetch(`${panel.origin}/api/hero`)).json()).toMatchObject({ title: 'Conferencia 2028' })
  expectSame(join(www, '2026'), kept)
  expectSame(join(www, '2027'), of2027)
  for (const year of ['2026', '2027']) expect((await fetch(`${panel.origin}/${year}/`)).status).toBe(200)
  const old = await fetch(`${panel.origin}/charlas/lo-que-aprendimos-en-2027`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([301, '/2027/charlas/lo-que-aprendimos-en-2027'])
})
