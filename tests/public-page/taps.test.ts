/** Counts taps on a phone on the day of the event, and checks the size of buttons and the sharpness of pictures. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openToAll } from '../../data/content/places.ts'
import { storedSize } from '../../data/image-kinds.ts'
import { nowOf } from '../../data/programme/now.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { timelineOf } from '../../data/programme/timeline.ts'
import { demoContent } from '../../demo/page-content.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { some } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { renderedOrigin, serveTo } from './rendered.ts'
import { severalDays } from './several-days.ts'

const zone = 'America/Guatemala'
const browser = await sharedBrowser()
const content = await demoContent(severalDays)
const timeline = timelineOf(publicContent(content, zone), zone)
const [, second] = timeline.days
if (!second) throw new Error('the large demo has several days')
const now = nowOf(timeline, second.starts + 2 * 60 * 60_000)
const shown = publicContent(content, zone, openToAll, now)

/** Opens the page on a phone on the morning of the second day. `tap` counts, and taps only visible elements. */
async function onTheDay(javaScriptEnabled: boolean) {
  const { page, complaints } = await newVisitor(browser, renderedOrigin, {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    javaScriptEnabled,
  })
  if (javaScriptEnabled) await page.clock.setFixedTime((second?.starts ?? 0) + 2 * 60 * 60_000)
  await serveTo(page, () => shown)
  await page.goto('/')
  if (javaScriptEnabled) await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const counted = { taps: 0 }
  const tap = async (what: Locator) => {
    counted.taps++
    await what.tap()
  }
  return { page, complaints, counted, tap }
}

test.each([true, false])('on the first screen, one tap opens a running talk (with a script: %s)', async (hasScript) => {
  const { page, complaints, counted, tap } = await onTheDay(hasScript)
  const running = shown.events.find(({ id }) => id === now.running[0])
  await tap(page.locator('#evento').getByRole('link', { name: running?.title }))
  await page.locator('.session:visible, [role=dialog]:visible').filter({ hasText: running?.title }).first().waitFor()
  expect([counted.taps, complaints]).toEqual([1, []])
})

test('directions opened before the scripts have loaded stay open when they run', async () => {
  const { page } = await newVisitor(browser, renderedOrigin, { viewport: { width: 360, height: 740 } })
  await serveTo(page, () => shown)
  const held = Promise.withResolvers<void>()
  await page.route('**/_assets/agenda.*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Cómo llegar' }).click()
  const directions = page.getByRole('dialog', { name: 'Cómo llegar' })
  await directions.waitFor()
  expect(await page.locator('.session-star').count()).toBe(0)
  held.resolve()
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  expect(await directions.isVisible()).toBe(true)
})

test("two taps on the page lead from a speaker to one of the speaker's talks", async () => {
  const { page, complaints, counted, tap } = await onTheDay(true)
  const speaker = shown.speakers.find(({ id }) => shown.events.some(({ speakerIds }) => speakerIds.includes(id)))
  const talk = shown.events.find(({ speakerIds }) => speakerIds.includes(speaker?.id ?? ''))
  await tap(page.locator(`#speaker-${speaker?.id}`))
  await tap(page.getByRole('link', { name: talk?.title }).filter({ visible: true }).last())
  await page.getByRole('dialog', { name: talk?.title }).waitFor()
  expect([counted.taps, complaints]).toEqual([2, []])
})

test.each(some([true, false], 1))('directions to the venue are at most two taps away (with a script: %s)', async (hasScript) => {
  const { page, complaints, counted, tap } = await onTheDay(hasScript)
  await tap(page.locator('#evento').getByText('Cómo llegar').first())
  await page.getByText(content.event.address).filter({ visible: true }).first().waitFor()
  // A second tap opens the map on another site.
  const map = page.getByRole('link', { name: /Abrir el mapa/ })
  expect(await map.getAttribute('href')).toMatch(/^https:/)
  expect([counted.taps, complaints]).toEqual([1, []])
})

test('buttons, day tabs, stars and fields are 44 px large on the day of the event', async () => {
  const { page } = await onTheDay(true)
  const smaller = () =>
    page.evaluate(() => {
      const tapped = [...document.querySelectorAll<HTMLElement>('.btn, .day-tabs a, .session-star, .field')]
      const shown = tapped.filter((one) => one.checkVisibility())
      const isSmall = ({ width, height }: DOMRect) => Math.min(width, height) < 43.5
      return {
        shown: shown.length,
        small: shown.filter((one) => isSmall(one.getBoundingClientRect())).map((one) => one.outerHTML),
      }
    })
  const before = await smaller()
  expect(before.small).toEqual([])
  await page.locator('.session.opens:visible :is(h3, h4) a').first().tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).waitFor()
  const opened = await smaller()
  expect(opened.small).toEqual([])
  expect(opened.shown).toBeGreaterThan(before.shown)
})

test('stored portraits and logos are sharp on screens with two pixels per point', async () => {
  const { page } = await onTheDay(true)
  const small = publicContent(await demoContent(), zone)
  for (const sample of some([shown, small], 1)) {
    await serveTo(page, () => sample)
    await page.goto('/')
    for (const width of some([1920, 1279, 1023, 767, 639, 320, 360, 640, 768, 1024, 1280, 1600], 5)) {
      await page.setViewportSize({ width, height: 900 })
      const drawn = await page.evaluate(() => {
        const largest = (selector: string) =>
          Math.max(0, ...[...document.querySelectorAll<HTMLElement>(selector)].map((image) => image.offsetWidth))
        return { portrait: largest('.speaker > img, .speaker > a > img'), logo: largest('.partner img') }
      })
      expect(drawn.portrait, `${width} px`).toBeGreaterThan(0)
      expect(drawn.portrait * 2, `portraits at ${width} px`).toBeLessThanOrEqual(storedSize('speaker-photo').width)
      expect(drawn.logo * 2, `logos at ${width} px`).toBeLessThanOrEqual(storedSize('partner-logo').width)
    }
  }
})
