import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { newVisitor } from '../support/pages.ts'
import { filmOf } from './film.ts'
import { answersOf, isInstalled, noteAnswers, openHall, signIn } from './hall.ts'

const product = await sharedProduct()
const hall = await openHall(product)
const ana = await hall.register('Ana López')
const raul = await hall.register('Raúl Gómez', { isCancelled: true })
await hall.organiser('PUT /api/places', { capacity: 1, waitlist: true })
const eva = await hall.register('Eva Morales')
const unknown = ana.code.replace(/.{22}$/, 'AAAAAAAAAAAAAAAAAAAAAA')

const folder = mkdtempSync(join(tmpdir(), 'conferencia-film-'))
const film = await filmOf(join(folder, 'codes.mjpeg'), [ana.code, raul.code, unknown, 'https://otra.example/menu', eva.code])
const browser = await launchBrowser(film)
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

async function newPhone() {
  const { page, context, complaints } = await newVisitor(browser, product.origin, {
    serviceWorkers: 'allow',
  })
  onTestFinished(() => expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 401/.test(text))).toEqual([]))
  await noteAnswers(context)
  return { page, context }
}

/** Counts tones and flashes since the page was loaded. */
async function countSignals(page: Page) {
  await page.addInitScript(() => {
    const counts = Object.assign(window, { signalCounts: { tones: 0, flashes: 0 } }).signalCounts
    const [{ createOscillator }, { animate }] = [AudioContext.prototype, Element.prototype]
    AudioContext.prototype.createOscillator = function () {
      counts.tones += 1
      return createOscillator.call(this)
    }
    Element.prototype.animate = function (...options) {
      counts.flashes += 1
      return animate.apply(this, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { signalCounts: { tones: number; flashes: number } }).signalCounts)
}

test('an offline phone at the door reads each QR code only once with its camera', async () => {
  const { page, context } = await newPhone()
  const signalsOf = await countSignals(page)
  await signIn(page)
  await isInstalled(page)
  await context.setOffline(true)
  await context.grantPermissions(['camera'])
  await page.reload()
  // The page opens the camera without a click, because it was allowed before.
  const expected = [
    'Adelante Ana López',
    'Ya entró Ana López',
    'Cancelado Raúl Gómez',
    'No está',
    'Otro QR',
    'En espera Eva Morales',
  ]
  await expect.poll(async () => [...new Set(await answersOf(page))].toSorted()).toEqual(expected.toSorted())
  const answers = await answersOf(page)
  expect(answers.filter((answer) => answer === 'Adelante Ana López')).toHaveLength(1)
  // Other codes came between Ana's first and second answer.
  const [first, again] = ['Adelante Ana López', 'Ya entró Ana López'].map((answer) => answers.indexOf(answer))
  expect((again ?? 0) - (first ?? 0)).toBeGreaterThan(1)
  expect(await signalsOf()).toMatchObject({ tones: 0, flashes: expect.toSatisfy((count: number) => count >= answers.length) })
  // The first touch anywhere allows sound.
  await page.mouse.click(10, 10)
  await expect.poll(async () => (await signalsOf()).tones).toBeGreaterThan(0)
  await context.setOffline(false)
  await expect.poll(async () => (await (await hall.door('GET /api/door/summary')).json()).arrived).toBe(1)
})

test('self-service at the door shows only the first name of a person', async () => {
  const luz = await hall.register('Luz Marina Xicará', { company: 'Xela Software' })
  await hall.organiser(`POST /api/registrations/${luz.id}/seat`, { over: true })
  await filmOf(join(folder, 'codes.mjpeg'), [luz.code, raul.code])
  const { page, context } = await newPhone()
  await signIn(page)
  await context.grantPermissions(['camera'])
  await page.goto('/puerta?quiosco')
  await expect.poll(async () => [...new Set(await answersOf(page))].toSorted()).toEqual(['Adelante Luz', 'Ayuda'])
  for (const hidden of ['Marina', 'Xela', 'Raúl', 'Cancelado', 'Han entrado', 'Buscar', 'Deshacer', 'Ajustes'])
    expect([hidden, await page.getByText(hidden).filter({ visible: true }).count()]).toEqual([hidden, 0])
})
