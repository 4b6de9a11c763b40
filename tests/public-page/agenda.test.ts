import { expect, test } from 'vitest'
import { publicContent } from '../../data/content/public-content.ts'
import { large } from '../../demo/large/large.ts'
import { demoContent } from '../../demo/page-content.ts'
import { violations } from '../support/axe.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { layoutFaults } from './layout-faults.ts'
import { renderedOrigin, serveTo } from './rendered.ts'

const widths = [320, 360, 768, 1024, 1280, 1920]

const browser = await sharedBrowser()
const demo = publicContent(await demoContent(), 'America/Guatemala')
const grande = publicContent(await demoContent(large), 'America/Guatemala')
const days = [...new Set(grande.events.map(({ day }) => day || grande.hero.eventDate.slice(0, 10)))].toSorted()
/** A talk of the last day that says something, and those who give it. */
const talk = grande.events.findLast(
  ({ description, isPlenary, speakerIds }) => description && !isPlenary && speakerIds.length > 0,
)
if (!talk) throw new Error('the large demo has talks')
const speaker = grande.speakers.find(({ id }) => id === talk.speakerIds[0])
const room = grande.scenarios.find(({ id }) => id === talk.scenarioId)

async function visitor(content = grande, options: Parameters<typeof newVisitor>[2] = {}) {
  const visit = await newVisitor(browser, renderedOrigin, { viewport: { width: 1280, height: 900 }, ...options })
  await serveTo(visit.page, () => content)
  const shownDays = () => visit.page.locator('.day:visible').evaluateAll((all) => all.map(({ id }) => id))
  const shownTalks = () => visit.page.locator('.session:visible').count()
  return { ...visit, shownDays, shownTalks }
}

test.each(['light', 'dark'] as const)(
  'in %s both samples fit at every width: nothing is cut off, overlaps or scrolls sideways',
  async (colorScheme) => {
    for (const content of [demo, grande]) {
      const { page, complaints } = await visitor(content, { colorScheme })
      await page.goto('/')
      await page.locator('.session-star').last().waitFor({ state: 'attached' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const day of await page.locator('.day').evaluateAll((all) => all.map(({ id }) => id))) {
          await page.evaluate((hash) => location.replace(`#${hash}`), day)
          expect(await layoutFaults(page), `${content.hero.title}, ${width} px, ${day}`).toEqual([])
          const { height = 0 } = (await page.locator('#agenda').boundingBox()) ?? {}
          if (width === 1280) expect(height).toBeLessThan(8000)
          if (width === 360) expect(height).toBeLessThan(12_000)
        }
      }
      expect(complaints).toEqual([])
    }
  },
)

/** `npm run test:full -- page` asks about both samples at each width and in both themes. */
test('axe finds nothing on the samples, as a list on a phone and as a timetable, nor with a talk open', {
  timeout: 1_800_000,
}, async () => {
  const some = [
    [grande, 360, 'light'],
    [grande, 1280, 'dark'],
  ] as const
  const all = [demo, grande].flatMap((content) =>
    widths.flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => [content, width, colorScheme] as const)),
  )
  for (const [content, width, colorScheme] of isFull ? all : some) {
    const { page } = await visitor(content, { colorScheme, viewport: { width, height: 800 } })
    await page.goto('/')
    await page.locator('.session-star').last().waitFor({ state: 'attached' })
    if (width < 1280) expect(await violations(page), `${width} px`).toEqual([])
    await page
      .locator('.session')
      .getByRole('button', { name: /^Conoce más/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page), `${width} px, open`).toEqual([])
    await page.context().close()
  }
})

test('without JavaScript days, filters and addresses work, and every abstract is in the page', async () => {
  const { page, shownDays, shownTalks } = await visitor(grande, { javaScriptEnabled: false })
  await page.goto('/')
  expect(await shownDays()).toEqual([`dia-${days[0]}`])
  const names = await page.locator('.day:visible .day-tabs a').allTextContents()
  expect(names.map((name) => name.trim())).toEqual(
    days.map((day) =>
      expect.stringMatching(
        new RegExp(`^(lunes|martes|miércoles|jueves|viernes|sábado|domingo) ${Number(day.slice(8))} \\w{3}$`),
      ),
    ),
  )
  await page.locator('.day:visible .day-tabs a').last().click()
  expect(await shownDays()).toEqual([`dia-${days.at(-1)}`])

  const all = await shownTalks()
  await page.getByRole('combobox', { name: 'Sala', exact: true }).selectOption(room?.name ?? '')
  expect(await shownTalks()).toBeLessThan(all)
  const rooms = await page.locator('.session:visible:not(.plenary .session) .session-room').allTextContents()
  expect([...new Set(rooms)]).toEqual([room?.name])
  // Times at which nothing is left are not shown either, whatever is chosen besides.
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption({ index: 2 })
  expect(await shownTalks()).toBeGreaterThan(0)
  expect(await page.locator('.day:visible tbody tr:visible:not(:has(.session:visible))').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('')

  await page.goto(`/#evento-${talk.id}`)
  const named = page.locator(`#evento-${talk.id}`)
  expect(await named.locator('.prose-text').first().isVisible()).toBe(true)
  expect(await page.locator(`#speaker-${speaker?.id} .prose-text`).count()).toBeGreaterThanOrEqual(speaker?.bio ? 1 : 0)
  for (const { id, title, description } of grande.events.filter(({ description }) => description)) {
    const text = (await page.locator(`#evento-${id}`).textContent()) ?? ''
    expect([text.includes(title), text.includes(description.split('\n')[0] ?? '')]).toEqual([true, true])
  }
})

test('an address opens what it names; what is opened has an address, and going back closes it', async () => {
  const { page, shownDays } = await visitor()
  await page.goto(`/#evento-${talk.id}`)
  const sheet = page.getByRole('dialog', { name: talk.title })
  await sheet.waitFor()
  expect(await shownDays()).toEqual([`dia-${talk.day}`])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  // The day stays, whatever the address names next.
  expect(await shownDays()).toEqual([`dia-${talk.day}`])

  await page
    .locator(`#evento-${talk.id}`)
    .getByRole('button', { name: /^Conoce más/ })
    .click()
  await sheet.waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#evento-${talk.id}`)
  await sheet.getByRole('link', { name: speaker?.name ?? '', exact: true }).click()
  await page.getByRole('dialog', { name: speaker?.name ?? '' }).waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#speaker-${speaker?.id}`)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await shownDays()).toEqual([`dia-${talk.day}`])
})

test('search forgives accents and looks through all days; starred talks stay on the device', async () => {
  const { page, shownTalks } = await visitor()
  await page.goto('/')
  const star = page.locator(`#evento-${talk.id} .session-star`)
  await star.waitFor({ state: 'attached' })
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  await page.getByRole('searchbox').fill(plain(talk.title))
  await page.locator(`#evento-${talk.id}`).waitFor()
  expect(await shownTalks()).toBe(grande.events.filter(({ title }) => title === talk.title).length)
  await page.getByRole('searchbox').fill(plain(speaker?.name ?? ''))
  await page
    .locator('[data-found]')
    .getByRole('link', { name: speaker?.name ?? '' })
    .first()
    .waitFor()
  await page.getByRole('searchbox').fill('xyzzy')
  await page.getByText('Ninguna charla').waitFor()
  await page.getByRole('searchbox').fill(talk.title)
  await star.click()
  await page.reload()
  const own = page.getByRole('button', { name: 'Mis charlas (1)' })
  await own.click()
  expect(await shownTalks()).toBe(1)
  expect(await star.getAttribute('aria-pressed')).toBe('true')
  // What is there is never more than what is starred, also once the star is gone.
  await star.click()
  await page.getByText('Ninguna charla. Guarda las que te interesan con su estrella ☆.').waitFor()
})

test('on the day the page says what runs and what is next, by the event’s zone, and shows that day', async () => {
  const { page, shownDays } = await visitor(grande, { timezoneId: 'Europe/Madrid' })
  const at = (time: string) => new Date(`${talk.day}T${time}:00-06:00`)
  await page.clock.install({ time: at(talk.startTime).getTime() - 30_000 })
  await page.goto('/')
  const mark = page.locator(`#evento-${talk.id} .session-mark`)
  await page.clock.runFor(1000)
  await mark.filter({ hasText: 'Sigue' }).waitFor()
  expect(await shownDays()).toEqual([`dia-${talk.day}`])
  await page.clock.runFor(60_000)
  await mark.filter({ hasText: 'Ahora' }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
})
