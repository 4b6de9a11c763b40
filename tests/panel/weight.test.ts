import { expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { islandsReady, newVisitor, sentBytes, signIn } from '../support/pages.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()

test('the panel loads at most 200 KB of scripts before it is usable', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await signIn(page)
  // Measures a visit without cached files.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  const sent = await sentBytes(page)
  const scripts = () => [...sent].filter(([url]) => url.endsWith('.js'))
  await page.goto('/admin', { waitUntil: 'networkidle' })
  await page.getByLabel('Subtítulo').waitFor()
  expect(scripts().reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(200_000)
  const before = scripts().length
  await page.getByRole('tab', { name: 'Registros' }).click()
  await page.getByText('No hay registros aún').waitFor()
  await expect.poll(() => scripts().length).toBeGreaterThan(before)
})

test('the panel asks for its scripts and first calls before any script has run', async () => {
  const html = await (await fetch(`${product.origin}/admin`)).text()
  const scripts = [...html.matchAll(/<link rel="modulepreload" href="(\/_assets\/(\w+)[^"]*)">/g)]
  expect(scripts.map(([, , name]) => name)).toEqual(expect.arrayContaining(['Admin', 'client', 'react', 'panel']))
  for (const [, path] of scripts) expect((await fetch(product.origin + path)).status).toBe(200)
  const { page } = await newVisitor(browser, product.origin)
  await signIn(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/admin', { waitUntil: 'networkidle' })
  for (const call of ['/api/auth/me', '/api/hero', '/api/layout']) expect(calls.filter((path) => path === call)).toEqual([call])
})

test('a visit to the public page loads no scripts of the panel, except a few shared scripts', async () => {
  const panel = await newVisitor(browser, product.origin)
  const ofPanel = await sentBytes(panel.page)
  // Blocks the preview, because it loads the public page with its scripts.
  await panel.page.route('**/api/preview', (route) => route.abort())
  await panel.page.goto('/login', { waitUntil: 'networkidle' })
  await signIn(panel.page)
  const visitor = await newVisitor(browser, product.origin)
  const ofPage = await sentBytes(visitor.page)
  await visitor.page.goto('/', { waitUntil: 'networkidle' })
  await islandsReady(visitor.page)
  const shared = [...ofPage.keys()]
    .filter((url) => url.endsWith('.js') && ofPanel.has(url))
    .map((url) => url.replace(/^.*\/|\..*$/g, ''))
  // Shared scripts: React, the toast with the fields' lengths, and the reading of search words. `loading` is the bundler's code for scripts that are loaded on demand.
  const expected = ['client', 'loading', 'react', 'rolldown-runtime', 'shared', 'words']
  expect(shared.filter((name) => !expected.includes(name))).toEqual([])
})
