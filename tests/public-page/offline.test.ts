import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sharedBrowser, sharedDemo } from '../support/fixtures.ts'
import { isFull, some } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedDemo()
const browser = await sharedBrowser()

test('after one visit, the page opens offline, and shows its newest version once online', async () => {
  const { page, context } = await newVisitor(browser, product.origin, { serviceWorkers: 'allow' })
  await page.goto('/')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')

  // The next visit shows a change, although the cache has an older page.
  const organiser = await organiserOf(product)
  await organiser('PUT /api/hero', { subtitle: 'Nuevo desde hace un momento' })
  await page.reload()
  await page.getByText('Nuevo desde hace un momento').waitFor()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.evaluate(() => fetch('/api/hero').then((answer) => answer.text()))
  for (const path of ['/admin', '/login']) await (await context.newPage()).goto(path)

  // Stars a talk and opens the list of starred talks.
  await page.locator('.session-star').nth(1).click()
  await page.getByRole('button', { name: 'Mis charlas (1)' }).click()

  await context.setOffline(true)
  await page.reload()
  await page.getByText('Nuevo desde hace un momento').waitFor()
  await page.getByRole('timer').getByText(/^\d\d/).first().waitFor()
  await page.getByRole('button', { name: 'Mis charlas (1)' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar mi calendario (.ics)' }).click()
  const calendar = await readFile(await (await download).path(), 'utf8')
  expect(calendar.match(/^SUMMARY:.*$/gm)).toEqual([expect.stringContaining('Una máquina que entiende a mi abuela')])
  expect(calendar.startsWith('BEGIN:VCALENDAR')).toBe(true)

  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname).filter((path) => !/^\/(_assets|public-objects)\//.test(path))
  })
  expect(kept.toSorted()).toEqual(['/', '/agenda.ics', '/evento.ics', '/favicon.svg', '/fichas.html', '/manifest.webmanifest'])

  // If the phone has no space for the page, it shows the page from the network.
  await context.setOffline(false)
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: product.origin, quotaSize: 1 })
  expect((await page.reload())?.status()).toBe(200)
})

test('after one visit, every talk and speaker opens offline, and other pages show a notice', async () => {
  const { page, context } = await newVisitor(browser, product.origin, { serviceWorkers: 'allow' })
  await page.goto('/')
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  const organiser = await organiserOf(product)
  const events: { id: string; slug: string; title: string; description: string; isActive: boolean }[] = await (
    await organiser('GET /api/agenda/events')
  ).json()
  const [speaker] = await (await organiser('GET /api/speakers')).json()
  const told = events.filter(({ description, isActive }) => description && isActive)
  expect(told.length).toBeGreaterThan(5)

  await context.setOffline(true)
  for (const { id, slug, title, description } of some(told, 2)) {
    await page.goto(`/charlas/${slug}`)
    await page.getByRole('dialog', { name: title, exact: true }).getByText(description.slice(0, 30)).waitFor()
    expect(new URL(page.url()).hash).toBe(`#evento-${id}`)
  }
  await page.goto(`/speakers/${speaker.slug}`)
  await page.getByRole('dialog', { name: speaker.name }).waitFor()
  const answer = await page.goto('/charlas/nunca-guardada')
  expect(answer?.status()).toBe(503)
  await page.getByText('Esta página no está guardada en este dispositivo.').waitFor()
  await page.getByRole('link', { name: 'Ver la página de la conferencia' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()

  // After a change of texts, the old details file is deleted from the cache.
  await context.setOffline(false)
  const [talk] = told
  await organiser(`PUT /api/agenda/events/${talk?.id}`, { description: 'Un resumen más nuevo.' })
  const sheets = () =>
    page.evaluate(async () => {
      const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
      const urls = (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url)
      return urls.filter((url) => url.includes('/fichas.html'))
    })
  const before = await sheets()
  await page.goto('/')
  await expect.poll(async () => [(await sheets()).length, (await sheets())[0] === before[0]]).toEqual([1, false])
  await context.setOffline(true)
  await page.goto(`/charlas/${talk?.slug}`)
  await page.getByRole('dialog').getByText('Un resumen más nuevo.').waitFor()

  // If the details file cannot be loaded, the new page is not cached, and the cached page still opens its talks.
  await context.setOffline(false)
  await organiser(`PUT /api/agenda/events/${talk?.id}`, { title: 'Otro título', description: 'Un resumen que no llega.' })
  const failed: string[] = []
  await context.route('**/fichas.html*', async (route) => {
    failed.push(route.request().url())
    await route.abort()
  })
  await page.goto('/')
  await page.getByText('Otro título').first().waitFor()
  await expect.poll(() => failed.length).toBeGreaterThan(0)
  await page.waitForTimeout(200)
  await context.setOffline(true)
  await page.goto(`/charlas/${talk?.slug}`)
  await page.getByRole('dialog').getByText('Un resumen más nuevo.').waitFor()
})

/** Serves the product through a proxy. After `update`, the proxy sends another service worker, as after an update. */
async function updatable(): Promise<{ origin: string; update: () => void }> {
  let isUpdated = false
  const proxy = createServer(async ({ url }, outgoing) => {
    const answer = await fetch(product.origin + url).catch(() => null)
    if (!answer) return void outgoing.destroy()
    const body = Buffer.from(await answer.arrayBuffer())
    const isWorker = url === '/sw.js' && isUpdated
    const headers = { 'Content-Type': answer.headers.get('content-type') ?? '', 'Cache-Control': 'no-cache' }
    outgoing.writeHead(answer.status, headers)
    outgoing.end(isWorker ? body.toString().replace(/(name:\s*["'`])/, '$1nuevo-') : body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  onTestFinished(async () => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    update: () => {
      isUpdated = true
    },
  }
}

test.runIf(isFull)('after an update of the site, the version that was seen last opens offline', async () => {
  const { origin, update } = await updatable()
  const { page, context } = await newVisitor(browser, origin, { serviceWorkers: 'allow' })
  const organiser = await organiserOf(product)
  const isReady = (): Promise<unknown> =>
    page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  await page.goto('/')
  await isReady()
  await page.reload()
  update()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting?.state === 'installed')
  // Dates of answers are in whole seconds, so the test waits until the next page has a later date than the new worker's page.
  const isLater = () =>
    page.evaluate(async () => {
      const dateOf = (answer: Response | undefined) => Date.parse(answer?.headers.get('date') ?? '')
      const all = await Promise.all((await self.caches.keys()).map(async (name) => (await self.caches.open(name)).match('/')))
      return dateOf(await fetch('/robots.txt', { cache: 'no-store' })) > Math.max(...all.map(dateOf))
    })
  await expect.poll(isLater).toBe(true)
  await organiser('PUT /api/hero', { subtitle: 'Visto antes de cerrar' })
  await page.reload()
  await page.getByText('Visto antes de cerrar').waitFor()
  const keptPages = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await self.caches.keys()).map(async (name) => (await self.caches.open(name)).match('/')))
      return Promise.all(all.map(async (answer) => (await answer?.text())?.includes('Visto antes de cerrar')))
    })
  await expect.poll(keptPages).toContain(true)
  // When the last tab closes, the new worker takes over and keeps one cache. Ignores the worker that ends.
  const caches = () =>
    Promise.any(context.serviceWorkers().map((worker) => worker.evaluate(() => self.caches.keys()))).catch(() => [])
  await page.goto('about:blank')
  await expect.poll(async () => (await caches()).length).toBe(1)
  await context.setOffline(true)
  await page.goto('/')
  await page.getByText('Visto antes de cerrar').waitFor()
})
