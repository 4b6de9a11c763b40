import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sharedBrowser, sharedDemo } from '../support/fixtures.ts'
import { newVisitor } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedDemo()
const browser = await sharedBrowser()

test('the page opens without network once it was visited, is never older than what the network has, and keeps nothing private', async () => {
  const { page, context } = await newVisitor(browser, product.origin, { serviceWorkers: 'allow' })
  await page.goto('/')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')

  // A change is seen by the next visit, although an older page is kept.
  const organiser = await organiserOf(product)
  await organiser('PUT /api/hero', { subtitle: 'Nuevo desde hace un momento' })
  await page.reload()
  await page.getByText('Nuevo desde hace un momento').waitFor()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.evaluate(() => fetch('/api/hero').then((answer) => answer.text()))
  for (const path of ['/admin', '/login']) await (await context.newPage()).goto(path)

  // Starred talks, and a calendar of those alone.
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
  expect(kept.toSorted()).toEqual(['/', '/agenda.ics', '/evento.ics', '/favicon.svg', '/manifest.webmanifest'])

  // A phone without space for it shows what the network has.
  await context.setOffline(false)
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: product.origin, quotaSize: 1 })
  expect((await page.reload())?.status()).toBe(200)
})
