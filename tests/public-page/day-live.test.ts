import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDatabase } from '../hardening/client.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { middayZone } from '../support/midday-zone.ts'
import { newVisitor } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const browser = await sharedBrowser()
const zone = middayZone()
const product = await sharedProduct({ TIME_ZONE: zone })
const organiser = await organiserOf(product)
const minuteMs = 60_000

const day = (atMs: number) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(atMs)
const time = (atMs: number) => new Intl.DateTimeFormat('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(atMs)
const startOf = (inMinutes: number) => {
  const atMs = Date.now() + inMinutes * minuteMs
  return { day: day(atMs), startTime: time(atMs) }
}
const save = async (call: string, json: object) => (await organiser(call, json)).json()

const room = await save('POST /api/agenda/scenarios', { name: 'Ceiba' })
await organiser('PUT /api/hero', { eventDate: new Date(Date.now() - 30 * minuteMs).toISOString() })
const session = (title: string, inMinutes: number) =>
  save('POST /api/agenda/events', {
    title,
    ...startOf(inMinutes),
    endTime: time(Date.now() + (inMinutes + 60) * minuteMs),
    scenarioId: room.id,
  })
const running = await session('Redes', -30)
const next = await session('Datos', 30)

async function visit(path = '/') {
  const visitor = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  const answer = asked(visitor.page)
  await visitor.page.goto(product.origin + path)
  await answer
  return visitor
}

const asked = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/ahora.json'))

/** Makes the page request /ahora.json at once, as when it becomes visible. */
async function look(page: Page) {
  const answer = asked(page)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  return answer
}

/** Waits until /ahora.json contains the saved text. */
async function published(text: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${product.origin}/ahora.json`)).text()).toContain(text)
}

const line = (page: Page, text: string) => page.locator('.live-line', { hasText: text })

test('an open page shows, updates and removes a notice without a layout shift', async () => {
  const { page, complaints } = await visit()
  await page.evaluate(() => scrollTo(0, 400))
  const top = () => page.locator('#agenda').evaluate((agenda) => agenda.getBoundingClientRect().top)
  const before = await top()
  await organiser('PUT /api/notice', { text: 'La comida se sirve en el patio', url: 'telar.example/comida' })
  await published('patio')
  await look(page)
  await line(page, 'La comida se sirve en el patio').waitFor()
  expect(await page.locator('.live-line a').getAttribute('href')).toBe('https://telar.example/comida')
  await organiser('PUT /api/notice', { text: 'La comida ya está servida' })
  await published('servida')
  await look(page)
  await line(page, 'La comida ya está servida').waitFor()
  expect(await page.locator('.live-line').count()).toBe(1)
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await look(page)
  expect(await page.locator('.live-line').count()).toBe(0)
  await organiser('PUT /api/notice', { text: 'Última llamada' })
  await published('Última')
  await look(page)
  await line(page, 'Última llamada').waitFor()
  await organiser('PUT /api/notice', { text: '' })
  await published('"notice":null')
  await look(page)
  await expect.poll(() => page.locator('.live-line').count()).toBe(0)
  expect(await top()).toBe(before)
  expect(complaints).toEqual([])
})

test('a removed notice disappears from an open page without a layout shift', async () => {
  await organiser('PUT /api/notice', { text: 'Entrada por la 7a avenida' })
  await published('7a avenida')
  const { page } = await visit()
  const notice = page.locator('[data-notice]')
  const height = await notice.evaluate((element) => element.clientHeight)
  expect(await page.locator('.live-line').count()).toBe(0)
  await organiser('PUT /api/notice', { text: '' })
  await published('"notice":null')
  await look(page)
  await notice.waitFor({ state: 'hidden' })
  expect(await notice.evaluate((element) => element.clientHeight)).toBe(height)
})

test('the card of a talk in a full room is marked until the room has space again', async () => {
  const { page } = await visit()
  const card = page.locator(`#evento-${running.id}`)
  const height = await card.evaluate((element) => element.clientHeight)
  await organiser('PUT /api/door/rooms', { event: running.id, isFull: true })
  await published(`"full":["${running.id}"]`)
  await look(page)
  await card.getByText('Sala llena').waitFor()
  expect(await page.getByText('Sala llena').count()).toBe(1)
  expect(await card.evaluate((element) => element.clientHeight)).toBe(height)
  await organiser('PUT /api/door/rooms', { event: running.id, isFull: false })
  await published('"full":[]')
  await look(page)
  await expect.poll(() => page.getByText('Sala llena').count()).toBe(0)
})

test('an open page shows the new time of a starred talk, and a button loads the new agenda', async () => {
  const { page } = await visit()
  await page.locator(`#evento-${next.id} .session-star`).click()
  const moved = startOf(45)
  await organiser(`PUT /api/agenda/events/${next.id}`, moved)
  await published(`"field":"start"`)
  await look(page)
  await line(page, `«Datos» cambió: ${moved.startTime}, Ceiba.`).waitFor()
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.locator(`#evento-${next.id} time`, { hasText: moved.startTime }).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('.live-lines').length)).toBe(1)
  await look(page)
  expect(await page.locator('.live-line').count()).toBe(0)
})

test('an open page without starred talks says that the agenda changed', async () => {
  const { page } = await visit()
  const programmeNow = async () => (await (await fetch(`${product.origin}/ahora.json`)).json()).programme
  const before = await programmeNow()
  await organiser(`PUT /api/agenda/events/${next.id}`, startOf(50))
  await expect.poll(programmeNow).not.toBe(before)
  await look(page)
  await line(page, 'La agenda cambió.').waitFor()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await look(page)
  expect(await page.locator('.live-line').count()).toBe(0)
  const closed = await programmeNow()
  await organiser(`PUT /api/agenda/events/${next.id}`, startOf(55))
  await expect.poll(programmeNow).not.toBe(closed)
  await look(page)
  await line(page, 'La agenda cambió.').waitFor()
})

test('until the visitor has read it, an open page names a starred talk that was removed', async () => {
  const maps = await session('Mapas', 30)
  const published = (isShown: boolean) =>
    expect.poll(async () => (await (await fetch(product.origin)).text()).includes(`id="evento-${maps.id}"`)).toBe(isShown)
  await published(true)
  const visits = await Promise.all([visit(), visit()])
  for (const { page } of visits) await page.locator(`#evento-${maps.id} .session-star`).click()
  await organiser(`PUT /api/agenda/events/${maps.id}`, { isActive: false })
  await published(false)
  const [{ page: open }, { page: reloaded }] = visits
  await look(open)
  await line(open, '«Mapas» ya no está en la agenda.').waitFor()
  await reloaded.reload()
  await line(reloaded, '«Mapas» ya no está en la agenda.').waitFor()
  await open.getByRole('button', { name: 'Actualizar' }).click()
  await reloaded.getByRole('button', { name: 'Entendido' }).click()
  for (const { page } of visits) {
    await page.locator(`#evento-${maps.id}`).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.querySelectorAll('.live-lines').length)).toBe(1)
    await look(page)
    expect(await page.locator('.live-line').count()).toBe(0)
  }
})

test('without network, a notice and a full room end on time on an open page', async () => {
  const until = new Date(Date.now() + 10 * minuteMs).toISOString()
  await organiser('PUT /api/notice', { text: 'El café se acaba', until })
  await organiser('PUT /api/door/rooms', { event: running.id, isFull: true })
  await published('café')
  await published(`"full":["${running.id}"]`)
  const { page, context } = await visitWithClock()
  const full = page.locator(`#evento-${running.id} .session-full`)
  await full.waitFor()
  await context.setOffline(true)
  const after = async (milliseconds: number) => {
    await page.clock.fastForward(milliseconds)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await line(page, 'Sin conexión. Así estaba a las').waitFor()
  }
  await after(5 * minuteMs)
  const notice = page.getByText('El café se acaba').locator('visible=true')
  expect(await notice.count()).toBe(1)
  await after(6 * minuteMs)
  await expect.poll(() => notice.count()).toBe(0)
  expect(await full.count()).toBe(1)
  await after(25 * minuteMs)
  await expect.poll(() => full.count()).toBe(0)
  await organiser('PUT /api/notice', { text: '' })
  await organiser('PUT /api/door/rooms', { event: running.id, isFull: false })
})

test('without network, an open page shows the age of its data; once online it updates', async () => {
  const { page, context } = await visitWithClock()
  await context.setOffline(true)
  await page.clock.fastForward(5 * minuteMs)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await line(page, 'Sin conexión. Así estaba a las').waitFor()
  await context.setOffline(false)
  await look(page)
  await expect.poll(() => page.locator('.live-line', { hasText: 'Sin conexión' }).count()).toBe(0)
})

async function visitWithClock() {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  await page.clock.install()
  const answer = asked(page)
  await page.goto(product.origin)
  await answer
  return { page, context: page.context() }
}

test('open pages of a talk and of a registration show a notice that is published later', async () => {
  await organiser('POST /api/registrations', { name: 'Eva', email: 'eva@ejemplo.gt', phone: '5555 1234' })
  const db = openDatabase(product)
  const token = db.prepare('SELECT token FROM registrations').pluck().get()
  db.close()
  const visits = await Promise.all(['/charlas/redes', `/registro/${token}`].map((path) => visit(path)))
  await organiser('PUT /api/notice', { text: 'Sesión de fotos en la entrada' })
  await published('fotos')
  for (const { page } of visits) {
    await look(page)
    await line(page, 'Sesión de fotos en la entrada').waitFor()
  }
  await organiser('PUT /api/notice', { text: '' })
})

test('an open page without news transfers at most 1.35 MB in eight hours', async () => {
  const { page } = await visit()
  await look(page)
  const answer = await look(page)
  const { requestHeadersSize, responseHeadersSize, responseBodySize } = await answer.request().sizes()
  expect(responseBodySize).toBe(0)
  const [hours, perHour] = [8, 120]
  const requests = hours * perHour
  expect(requests * (requestHeadersSize + responseHeadersSize)).toBeLessThan(1_350_000)
})

test('before the day of the event, the page does not request /ahora.json', async () => {
  await organiser('PUT /api/hero', { eventDate: '2099-11-20T15:00:00.000Z' })
  for (const { id } of [running, next]) await organiser(`PUT /api/agenda/events/${id}`, { day: '2099-11-20' })
  await expect.poll(async () => (await fetch(product.origin)).text()).toContain('dia-2099-11-20')
  const { page } = await newVisitor(browser, product.origin, {})
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto(product.origin)
  await page.locator('.session-star').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect(paths.filter((path) => path === '/ahora.json' || path.includes('follow'))).toEqual([])
})
