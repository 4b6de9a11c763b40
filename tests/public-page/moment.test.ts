import { expect, test } from 'vitest'
import { courseOf } from '../../data/content/course.ts'
import { nowOf } from '../../data/content/now.ts'
import { publicContent } from '../../data/content/public-content.ts'
import type { PageSection } from '../../data/content/schema.ts'
import { openToAll } from '../../data/registrations/places.ts'
import { demoContent } from '../../demo/page-content.ts'
import { violations } from '../support/axe.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { isFull, some } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { renderedOrigin, serveTo } from './rendered.ts'
import { severalDays } from './several-days.ts'

const zone = 'America/Guatemala'
const browser = await sharedBrowser()
const content = await demoContent(severalDays)
content.event = { ...content.event, recordingsUrl: 'https://video.telar.example/grabaciones' }
const course = courseOf(publicContent(content, zone), zone)
const [first, second] = course.days
const last = course.days.at(-1)
if (!first || !second || !last) throw new Error('the large demo has several days')
const hour = 60 * 60_000
const at = {
  before: first.opens - 1,
  opening: first.opens,
  during: first.starts + 2 * hour,
  between: second.opens - hour,
  after: last.ends,
}

/** What is published at an instant, as it looks at another one; without a script it stays what it is. */
async function visit(published: number, seen = published, javaScriptEnabled = true, hidden: PageSection[] = []) {
  const state = published >= at.after ? 'over' : 'open'
  const sections = content.layout.sections.map(({ key }) => ({ key, isVisible: !hidden.includes(key) }))
  const shown = publicContent({ ...content, layout: { sections } }, zone, { ...openToAll, state }, nowOf(course, published))
  const { page, complaints } = await newVisitor(browser, renderedOrigin, {
    viewport: { width: 360, height: 740 },
    javaScriptEnabled,
  })
  if (javaScriptEnabled) await page.clock.setFixedTime(seen)
  await serveTo(page, () => shown)
  await page.goto('/')
  if (javaScriptEnabled && !hidden.includes('agenda')) await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const moment = () => page.locator('html').getAttribute('data-moment')
  return { page, complaints, moment, shown, hero: page.locator('#evento') }
}

test.each([true, false])('before: the countdown, and nothing of the day (with a script: %s)', async (javaScriptEnabled) => {
  const { page, moment, hero } = await visit(at.before, at.before, javaScriptEnabled)
  expect(await moment()).toBe('before')
  expect(await hero.getByText('Save the date').isVisible()).toBe(true)
  expect(await hero.getByRole('timer').isVisible()).toBe(javaScriptEnabled)
  // Nor a gap where it will be.
  expect(await hero.locator('.now').isVisible()).toBe(false)
  expect(await page.getByText('Ver en vivo').isVisible()).toBe(false)
  expect(await page.getByText('¡Gracias por acompañarnos!').isVisible()).toBe(false)
})

test.each([true, false])(
  'on the day the first screen of a phone says what runs, where, and what comes next, each leading to its card (with a script: %s)',
  async (javaScriptEnabled) => {
    const { page, moment, shown, hero, complaints } = await visit(at.during, at.during, javaScriptEnabled)
    expect(await moment()).toBe('during')
    expect(await hero.getByRole('timer').count()).toBe(0)
    const [id = ''] = shown.now.running
    const talk = shown.events.find((event) => event.id === id)
    const link = hero.locator(`a[href="#evento-${id}"]`)
    expect(await link.textContent()).toContain(talk?.title)
    const bounds = await hero.locator('.now-box').boundingBox()
    expect((bounds?.y ?? 0) + (bounds?.height ?? 1e4)).toBeLessThan(740)
    await hero.getByRole('link', { name: 'Ver en vivo' }).waitFor()
    await hero.getByText('Sigue', { exact: true }).waitFor()
    await link.click()
    await expect.poll(() => new URL(page.url()).hash).toBe(`#evento-${id}`)
    await page.locator(`[id="evento-${id}"]`).waitFor()
    expect(complaints).toEqual([])
  },
)

test('where to watch is said when a day opens, before its first start', async () => {
  for (const published of [at.opening, at.before]) {
    const { moment, hero } = await visit(published, at.opening)
    await expect.poll(moment).toBe('during')
    await hero.getByRole('link', { name: 'Ver en vivo' }).waitFor()
  }
})

test('between days it says when it goes on, and leads there', async () => {
  const { page, moment, hero } = await visit(at.between)
  expect(await moment()).toBe('during')
  await hero.getByText('Continúa', { exact: true }).waitFor()
  await hero.getByRole('link', { name: 'Ver la agenda de ese día' }).click()
  await page.locator(`#dia-${second.day}`).waitFor()
})

test.each([
  ['published then', 'between', 'between'],
  ['kept since the day', 'during', 'between'],
  ['kept since before', 'before', 'between'],
] as const)('between days nothing is live to be watched, on a page %s', async (_, published, seen) => {
  const { moment, hero } = await visit(at[published], at[seen])
  await expect.poll(moment).toBe('during')
  await hero.getByText('Continúa', { exact: true }).waitFor()
  expect(await hero.getByRole('link', { name: 'Ver en vivo' }).isVisible()).toBe(false)
})

test.each([true, false])(
  'after: thanks and the recordings, no countdown and nothing to register with (with a script: %s)',
  async (javaScriptEnabled) => {
    const { page, moment } = await visit(at.after, at.after, javaScriptEnabled)
    expect(await moment()).toBe('after')
    await page.getByText('¡Gracias por acompañarnos!').waitFor()
    await page.getByRole('link', { name: 'Ver las grabaciones' }).waitFor()
    for (const gone of ['[role=timer]', '[data-register]', '[data-registration-form]'])
      expect([gone, await page.locator(gone).count()]).toEqual([gone, 0])
  },
)

const kept = [
  ['before', 'during'],
  ['during', 'after'],
  ['before', 'between'],
  ['before', 'after'],
  ['during', 'between'],
] as const

test.each(some(kept, 1))(
  'a page that was kept since %s says %s once its script is there, and the same as one published then',
  async (kept, seen) => {
    // What can be seen and heard of it.
    const text = ({ hero }: Awaited<ReturnType<typeof visit>>) => hero.locator('.now').ariaSnapshot()
    const old = await visit(at[kept], at[seen])
    const fresh = await visit(at[seen])
    await expect.poll(old.moment).toBe(await fresh.moment())
    expect(await text(old)).toBe(await text(fresh))
    expect(await old.page.getByRole('timer').isVisible()).toBe(false)
    expect(await old.page.locator('[data-register]:visible').count()).toBe(seen === 'after' ? 0 : 2)
  },
)

test.each(some(['agenda', 'speakers', 'registration'] as const, 1))(
  'without %s no link of the page leads nowhere, published on the day or kept since before',
  async (section) => {
    for (const [published, javaScriptEnabled] of [
      [at.during, false],
      [at.before, true],
    ] as const) {
      const { page, moment } = await visit(published, at.during, javaScriptEnabled, [section])
      await expect.poll(moment).toBe('during')
      const dead = await page
        .locator('a[href*="#"]')
        .evaluateAll((links) =>
          (links as HTMLAnchorElement[])
            .filter(({ hash }) => !document.getElementById(hash.slice(1)))
            .map(({ outerHTML }) => outerHTML.slice(0, 120)),
        )
      expect(dead).toEqual([])
    }
  },
)

test('axe finds nothing at any time, in either theme', { timeout: 600_000 }, async () => {
  // Both themes of each, and between days: npm run test:full -- page.
  for (const [index, time] of some(['during', 'after', 'between'] as const, 2).entries()) {
    const { page } = await visit(at[time])
    const themes = ['light', 'dark'] as const
    for (const colorScheme of isFull ? themes : [themes[index % 2]]) {
      await page.emulateMedia({ colorScheme })
      expect([time, colorScheme, await violations(page)]).toEqual([time, colorScheme, []])
    }
  }
})
