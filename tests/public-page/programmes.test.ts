import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { layoutFaults } from './layout-faults.ts'
import { madeUp } from './made-up.ts'
import { renderedOrigin, serveTo } from './rendered.ts'

/** `npm test` tries three random programmes. `npm run test:full -- page` tries three hundred. */
const seeds = Array.from({ length: isFull ? 300 : 3 }, (_, index) => index + 1)
const widths = [320, 360, 768, 1024, 1280, 1920]

const browser = await sharedBrowser()

test('pages of randomly generated programmes have no layout faults and no script errors', {
  timeout: 3_600_000,
}, async () => {
  const { page, complaints } = await newVisitor(browser, renderedOrigin)
  let content = madeUp(0)
  await serveTo(page, () => content)
  for (const seed of seeds) {
    content = madeUp(seed)
    const own = isFull ? widths : [widths[seed % widths.length] ?? 0, widths[(seed + 3) % widths.length] ?? 0]
    await page.emulateMedia({ colorScheme: seed % 2 === 0 ? 'dark' : 'light' })
    await page.goto('/')
    const days = await page.locator('.day').evaluateAll((all) => all.map(({ id }) => id))
    const expected = new Set(content.events.map(({ day }) => day || '2027-03-04'))
    expect(days).toEqual([...expected].toSorted().map((day) => `dia-${day}`))
    expect(await page.locator('.session').count()).toBe(content.events.length)
    if (days.length > 0) await page.locator('.session-star').last().waitFor({ state: 'attached' })
    for (const width of own) {
      await page.setViewportSize({ width, height: 900 })
      for (const day of days.length > 0 ? days : ['']) {
        await page.evaluate((hash) => location.replace(`#${hash}`), day)
        expect(await layoutFaults(page), `seed ${seed}, ${width} px, ${day}`).toEqual([])
      }
    }
  }
  expect(complaints).toEqual([])
})
