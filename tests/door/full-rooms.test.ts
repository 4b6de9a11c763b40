import { expect, onTestFinished, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { newVisitor } from '../support/pages.ts'
import { isInstalled, openHall, signIn } from './hall.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const hall = await openHall(product)
const zone = 'America/Guatemala'

/** Unix milliseconds, a number of minutes from now. Sessions begin then and last an hour. */
const at = (inMinutes: number) => Date.now() + inMinutes * 60_000
const time = (atMs: number) => new Intl.DateTimeFormat('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(atMs)
const session = async (title: string, inMinutes: number) => {
  const day = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(at(inMinutes))
  const json = { title, day, startTime: time(at(inMinutes)), endTime: time(at(inMinutes + 60)), isPlenary: true }
  return (await hall.organiser('POST /api/agenda/events', json)).json()
}
const redes = await session('Redes', -30)
await session('Datos', 35)
await session('Nubes', 100)

const full = async () => (await (await fetch(`${product.origin}/ahora.json`)).json()).full

async function openRooms() {
  const viewport = { width: 360, height: 640 }
  const { page, context } = await newVisitor(browser, product.origin, { serviceWorkers: 'allow', viewport })
  onTestFinished(() => context.close())
  await signIn(page)
  await isInstalled(page)
  await page.getByRole('button', { name: 'Ajustes' }).click()
  await page.getByRole('button', { name: 'Avisar de una sala llena' }).click()
  const card = page.locator('#room-list button', { hasText: 'Redes' })
  await card.waitFor()
  return { page, context, card }
}

test('a phone at the door reports a full room, and later that the room has space again', async () => {
  const { page, card } = await openRooms()
  expect(await page.locator('#room-list button').allTextContents()).toEqual([
    expect.stringMatching(/^Redes · .*Hay lugar$/),
    expect.stringMatching(/^Datos · .*Hay lugar$/),
  ])
  expect(await violations(page)).toEqual([])
  await card.click()
  await expect.poll(full).toEqual([redes.id])
  await expect.poll(() => card.textContent()).toMatch(/Sala llena$/)
  await card.click()
  await expect.poll(full).toEqual([])
})

test('a report of a full room is stored while offline, and sent when the network returns', async () => {
  const { page, context, card } = await openRooms()
  await context.setOffline(true)
  // Ends the server too, because the browser's offline switch lets some requests through.
  await product.end()
  await card.click()
  await expect.poll(() => card.textContent()).toMatch(/Sala llena · se envía cuando haya conexión$/)
  await page.reload()
  await page.getByRole('button', { name: 'Ajustes' }).click()
  await page.getByRole('button', { name: 'Avisar de una sala llena' }).click()
  await expect.poll(() => card.textContent()).toMatch(/se envía cuando haya conexión$/)
  await product.restart()
  await context.setOffline(false)
  await expect.poll(full).toEqual([redes.id])
  await expect.poll(() => card.textContent()).toMatch(/Sala llena$/)
})
