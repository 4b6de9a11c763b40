import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { middayZone } from '../support/midday-zone.ts'
import { newVisitor } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const zone = middayZone()
const product = await sharedProduct({ TIME_ZONE: zone })
const browser = await sharedBrowser()
const organiser = await organiserOf(product)
const [minuteMs, hourMs] = [60_000, 60 * 60_000]

const time = (atMs: number) => new Intl.DateTimeFormat('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(atMs)
const dayOf = (atMs: number) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(atMs)
const save = async (call: string, json: object) => (await organiser(call, json)).json()

/** Twelve rooms, each with a running and a following session with titles of 120 letters. */
const roomNames = Array.from(
  { length: 12 },
  (_, index) => `Salón ${['Ceiba', 'Quetzal', 'Volcán de Agua'][index % 3]} ${index + 1}`,
)
const title = (name: string) =>
  `${name}: cómo tejimos una red de servicios que resiste apagones, tormentas y visitas inesperadas de todo tipo`.padEnd(120, '.')
const nowMs = Date.now()
const startsMs = nowMs - 30 * minuteMs
await organiser('PUT /api/hero', {
  title: 'Conferencia de Tecnología de Guatemala',
  eventDate: new Date(startsMs).toISOString(),
})
const speaker = await save('POST /api/speakers', { name: 'Clara Lucía Hernández', title: 'Ingeniera', company: 'Telar' })
const session = (scenarioId: string, title: string, inMinutes: number) => {
  const atMs = nowMs + inMinutes * minuteMs
  const times = { day: dayOf(atMs), startTime: time(atMs), endTime: time(atMs + hourMs) }
  return save('POST /api/agenda/events', { title, ...times, scenarioId, speakerIds: [speaker.id] })
}
const running: { id: string }[] = []
for (const [index, name] of roomNames.entries()) {
  const room = await save('POST /api/agenda/scenarios', { name })
  // Rows of different heights, so that a slide is nearly full.
  running.push(await session(room.id, index % 4 === 3 ? `Redes en ${name}` : title(`Redes en ${name}`), -30))
  await session(room.id, title(`Datos en ${name}`), 30)
}
const sizes = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
]

async function openScreen(path: string, options: Parameters<typeof newVisitor>[2] = {}) {
  const { page, complaints } = await newVisitor(browser, product.origin, { viewport: sizes[0], ...options })
  onTestFinished(() => page.context().close())
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/ahora.json'))
  await page.goto(product.origin + path)
  await asked
  return { page, complaints }
}

/**
 * Returns texts that are smaller than a twentieth of the screen's height, or that do not fit. On a screen of 50 inches, such
 * capitals are 22 mm high: 7.5 arc minutes at ten metres. Normal sight reads 5 arc minutes (ISO 8596).
 */
const faults = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('#screen *')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    )
    const seen = texts.filter((element) => element.checkVisibility() && !element.closest('noscript'))
    const isSmall = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize) < innerHeight / 20
    const isOutside = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1
    }
    const place = document.getElementById('sessions') as HTMLElement
    const overflow = place.scrollHeight > place.clientHeight + 1 ? [`${place.scrollHeight} in ${place.clientHeight}`] : []
    const isLong = document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth
    return [
      ...seen.filter((element) => isSmall(element) || isOutside(element)).map(({ textContent }) => textContent),
      ...overflow,
      ...(isLong ? ['it scrolls'] : []),
    ]
  })

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) })
}

const published = (text: string) => expect.poll(async () => (await fetch(`${product.origin}/ahora.json`)).text()).toContain(text)

test.runIf(isFull)('screens show large letters and all sessions without scrolling, in both themes', async () => {
  const text =
    'La comida se sirve en el patio central a partir de las 12:30. Quien pidió comida vegetariana la recoge en la mesa verde, junto a la entrada de la sala Ceiba, con su gafete a la vista de todos. Gracias.'.slice(
      0,
      200,
    )
  for (const hasNotice of [false, true]) {
    if (hasNotice) {
      await organiser('PUT /api/notice', { text })
      await organiser('PUT /api/door/rooms', { event: running[1]?.id, isFull: true })
      await published('"full":["')
      await published('vegetariana')
    }
    for (const viewport of sizes)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of ['/pantalla', '/pantalla/salon-quetzal-2']) {
          const { page, complaints } = await openScreen(path, { viewport, colorScheme })
          if (hasNotice) await page.locator('#notice:visible').waitFor()
          const about = [path, viewport.width, colorScheme, hasNotice]
          await expect.poll(() => faults(page), { message: about.join(' ') }).toEqual([])
          await shot(page, about.join('-').replaceAll('/', '_'))
          expect([about, complaints]).toEqual([about, []])
          if (viewport === sizes[0]) expect([about, await violations(page)]).toEqual([about, []])
          await page.context().close()
        }
  }
  await organiser('PUT /api/notice', { text: '' })
  await organiser('PUT /api/door/rooms', { event: running[1]?.id, isFull: false })
  // Waits until the change is published, so that it does not reach the screen of a later test.
  await expect.poll(async () => (await fetch(`${product.origin}/ahora.json`)).json()).toMatchObject({ notice: null, full: [] })
})

test('the hall screen shows all rooms in turn, and the screen of a room only its own sessions', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: sizes[0] })
  await page.clock.install()
  const answer = page.waitForResponse((response) => response.url().endsWith('/ahora.json'))
  await page.goto(`${product.origin}/pantalla`)
  await (await answer).finished()
  await page.evaluate(() => document.fonts.ready)
  await page.locator('.screen-row').first().waitFor()
  // Otherwise the page's clock also goes on by itself, and skips a slide on a slow machine.
  await page.clock.pauseAt(Date.now() + 5_000)
  const seen: Record<string, Set<string>> = { Ahora: new Set(), Sigue: new Set() }
  // A late answer or font may lay out the rows again, so that a row comes one round later.
  const isComplete = () => Object.values(seen).every(({ size }) => size === roomNames.length)
  for (let turn = 0; turn < 100 && !isComplete(); turn++) {
    const label = (await page.locator('.screen-label').textContent()) ?? ''
    for (const name of await page.locator('.screen-room').allTextContents()) seen[label]?.add(name)
    await page.clock.runFor(10_000)
  }
  expect(seen).toEqual({ Ahora: new Set(roomNames), Sigue: new Set(roomNames) })

  const { page: own } = await openScreen('/pantalla/salon-ceiba-1')
  await own.getByText('Redes en Salón Ceiba 1:').waitFor()
  await own.getByText('Datos en Salón Ceiba 1:').waitFor()
  expect(await own.locator('h2').count()).toBe(2)
})

test('the hall screen cuts no row when the first sessions of the day begin', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: sizes[0] })
  // Two hours before the conference starts, the screen begins to show the first sessions.
  const opensMs = startsMs - 2 * hourMs
  await page.clock.install({ time: opensMs - 10 * minuteMs })
  await page.goto(`${product.origin}/pantalla`)
  await page.locator('.screen-large').waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.clock.pauseAt(opensMs - 70_000)
  await page.clock.runFor(80_000)
  await page.locator('.screen-row').first().waitFor()
  expect(await faults(page)).toEqual([])
})

test('without network, a screen moves on with the time, and shows since when it is offline', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: sizes[0] })
  await page.clock.install()
  await organiser('PUT /api/notice', { text: 'El café se acaba', until: new Date(Date.now() + 10 * minuteMs).toISOString() })
  await published('café')
  await page.goto(`${product.origin}/pantalla/salon-ceiba-1`)
  await page.getByText('Redes en Salón Ceiba 1:').waitFor()
  await page.locator('#notice', { hasText: 'El café se acaba' }).waitFor()
  await page.context().setOffline(true)
  await page.clock.runFor(11 * minuteMs)
  await page.locator('#notice').waitFor({ state: 'hidden' })
  await organiser('PUT /api/notice', { text: '' })
  await page.clock.runFor(20 * minuteMs)
  await expect.poll(() => page.locator('.screen-talk:not(.is-next) h2').textContent()).toContain('Datos en Salón Ceiba 1')
  await expect.poll(() => page.locator('#age').textContent()).toMatch(/^Sin conexión desde las \d\d:\d\d$/)
  await page.clock.fastForward(24 * hourMs)
  await page.getByText('¡Gracias por acompañarnos!').waitFor()
  await page.context().setOffline(false)
  const age = async () => {
    await page.clock.runFor(10_000)
    return page.locator('#age').textContent()
  }
  await expect.poll(age).toBe('')
})

test('after one visit, a screen opens without network, with the newest programme that it got', async () => {
  const options = { viewport: sizes[0], serviceWorkers: 'allow' } as const
  const { page, context } = await newVisitor(browser, product.origin, options)
  await page.clock.install()
  await page.goto(`${product.origin}/pantalla/salon-ceiba-1`)
  await page.getByText('Redes en Salón Ceiba 1:').waitFor()
  const kept = () => page.evaluate(async () => (await caches.match(location.pathname))?.text() ?? '')
  await expect.poll(kept).toContain('Redes en Salón Ceiba 1')
  await organiser(`PUT /api/agenda/events/${running[0]?.id}`, { title: 'Redes de última hora' })
  await expect.poll(async () => (await fetch(`${product.origin}/pantalla/salon-ceiba-1`)).text()).toContain('última hora')
  const renewed = async () => {
    await page.clock.runFor(10_000)
    return kept()
  }
  await expect.poll(renewed).toContain('Redes de última hora')
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Redes de última hora').waitFor()
  await expect.poll(() => page.locator('#age').textContent()).toBe('Sin conexión')
  expect(await faults(page)).toEqual([])

  await context.setOffline(false)
  await page.goto(`${product.origin}/pantalla/salon-ceiba-1`)
  await page.getByText('Redes de última hora').waitFor()
  await organiser(`PUT /api/agenda/events/${running[0]?.id}`, { title: title('Redes en Salón Ceiba 1') })
})

test('an open screen shows a changed programme, and follows its room when it is renamed', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: sizes[0] })
  await page.clock.install()
  await page.goto(`${product.origin}/pantalla/salon-quetzal-2`)
  await page.getByText('Redes en Salón Quetzal 2:').waitFor()
  await organiser(`PUT /api/agenda/events/${running[1]?.id}`, { title: 'Otro título' })
  await expect.poll(async () => (await fetch(`${product.origin}/pantalla/salon-quetzal-2`)).text()).toContain('Otro título')
  const shown = async () => {
    await page.clock.runFor(10_000)
    return page.getByText('Otro título').count()
  }
  await expect.poll(shown).toBe(1)

  const file = join(product.dataDir, 'www/pantalla/salon-quetzal-2/index.html')
  expect(existsSync(file)).toBe(true)
  const rooms = await (await organiser('GET /api/agenda/scenarios')).json()
  await organiser(`PUT /api/agenda/scenarios/${rooms[1].id}`, { name: 'Jade' })
  await expect.poll(async () => (await fetch(`${product.origin}/pantalla/jade`)).status).toBe(200)
  expect((await fetch(`${product.origin}/pantalla/salon-quetzal-2`)).status).toBe(404)
  expect(existsSync(file)).toBe(false)
  // Another room now has the old address.
  await organiser(`PUT /api/agenda/scenarios/${rooms[2].id}`, { name: roomNames[1] })
  await expect.poll(async () => (await fetch(`${product.origin}/pantalla/salon-quetzal-2`)).status).toBe(200)
  const address = async () => {
    await page.clock.runFor(10_000)
    return new URL(page.url()).pathname
  }
  await expect.poll(address).toBe('/pantalla/jade')
  await page.getByRole('heading', { name: 'Jade' }).waitFor()
  await page.getByText('Otro título').waitFor()
  await organiser(`PUT /api/agenda/scenarios/${rooms[2].id}`, { name: roomNames[2] })
  await organiser(`PUT /api/agenda/scenarios/${rooms[1].id}`, { name: roomNames[1] })
  await expect.poll(address).toBe('/pantalla/salon-quetzal-2')
})
