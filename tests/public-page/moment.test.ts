import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openToAll } from '../../data/content/places.ts'
import type { PageSection } from '../../data/content/schema.ts'
import { nowOf } from '../../data/programme/now.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { timelineOf } from '../../data/programme/timeline.ts'
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
const timeline = timelineOf(publicContent(content, zone), zone)
const [first, second] = timeline.days
const last = timeline.days.at(-1)
if (!first || !second || !last) throw new Error('the large demo has several days')
const hour = 60 * 60_000
const at = {
  before: first.opens - 1,
  opening: first.opens,
  during: first.starts + 2 * hour,
  between: second.opens - hour,
  after: last.ends,
}

/**
 * Opens a page that was published at one time and is seen at another, with `named` as the hash. Without JavaScript the page does
 * not change.
 */
async function visit(published: number, seen = published, javaScriptEnabled = true, hidden: PageSection[] = [], named = '') {
  const state = published >= at.after ? 'over' : 'open'
  const sections = content.layout.sections.map(({ key }) => ({ key, isVisible: !hidden.includes(key) }))
  const shown = publicContent({ ...content, layout: { sections } }, zone, { ...openToAll, state }, nowOf(timeline, published))
  const { page, complaints } = await newVisitor(browser, renderedOrigin, {
    viewport: { width: 360, height: 740 },
    javaScriptEnabled,
  })
  if (javaScriptEnabled) await page.clock.setFixedTime(seen)
  await serveTo(page, () => shown)
  await page.goto(`/${named}`)
  if (javaScriptEnabled && !hidden.includes('agenda')) await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const moment = () => page.locator('html').getAttribute('data-moment')
  return { page, complaints, moment, shown, hero: page.locator('#evento') }
}

/** Returns the four numbers of the countdown. */
const countdown = (hero: Locator) => hero.getByRole('timer').locator('div > span:first-child').allTextContents()

test.each(some([true, false], 1))(
  'before the event, the page shows the countdown and no running talks (with a script: %s)',
  async (javaScriptEnabled) => {
    const { page, moment, hero } = await visit(at.before, at.before, javaScriptEnabled)
    expect(await moment()).toBe('before')
    expect(await hero.getByText('Save the date').isVisible()).toBe(true)
    expect(await hero.getByRole('timer').isVisible()).toBe(javaScriptEnabled)
    // Before the event, the box takes no space.
    expect(await hero.locator('.now').isVisible()).toBe(false)
    expect(await page.getByText('Ver en vivo').isVisible()).toBe(false)
    expect(await page.getByText('¡Gracias por acompañarnos!').isVisible()).toBe(false)
  },
)

test.each(some([true, false], 1))(
  "on the day, a phone's first screen links to running and next talks (with a script: %s)",
  async (javaScriptEnabled) => {
    const { page, moment, shown, hero, complaints } = await visit(at.during, at.during, javaScriptEnabled)
    expect(await moment()).toBe('during')
    expect(await hero.getByRole('timer').isVisible()).toBe(javaScriptEnabled)
    if (javaScriptEnabled) await expect.poll(() => countdown(hero)).toEqual(['00', '00', '00', '00'])
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

test('the countdown runs until the first talk starts', async () => {
  const { hero } = await visit(at.opening)
  await expect.poll(() => countdown(hero)).toEqual(['00', '02', '00', '00'])
})

test.each(some(['between', 'after'] as const, 1))(
  '%s the days of the event, the countdown never goes below zero',
  async (seen) => {
    const { hero } = await visit(at[seen])
    if (seen === 'after') expect(await hero.getByRole('timer').count()).toBe(0)
    else await expect.poll(() => countdown(hero)).toEqual(['00', '00', '00', '00'])
  },
)

test('from the opening of a day until its first talk, the page links to the live video', async () => {
  for (const published of some([at.before, at.opening], 1)) {
    const { moment, hero } = await visit(published, at.opening)
    await expect.poll(moment).toBe('during')
    await hero.getByRole('link', { name: 'Ver en vivo' }).waitFor()
  }
})

test('between two days, the page shows when the event continues and links to the next day', async () => {
  const { page, moment, hero } = await visit(at.between)
  expect(await moment()).toBe('during')
  await hero.getByText('Continúa', { exact: true }).waitFor()
  await hero.getByRole('link', { name: 'Ver la agenda de ese día' }).click()
  await page.locator(`#dia-${second.day}`).waitFor()
})

const livePages = [
  ['cached since the first day', 'during', 'between'],
  ['published between the days', 'between', 'between'],
  ['cached since before the event', 'before', 'between'],
] as const

test.each(some(livePages, 1))(
  'between two days, the link to the live video is hidden on a page %s',
  async (_, published, seen) => {
    const { moment, hero } = await visit(at[published], at[seen])
    await expect.poll(moment).toBe('during')
    await hero.getByText('Continúa', { exact: true }).waitFor()
    expect(await hero.getByRole('link', { name: 'Ver en vivo' }).isVisible()).toBe(false)
  },
)

test.each(some([true, false], 1))(
  'after the event, shows thanks and recordings, but no form (with a script: %s)',
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

test.each(some(kept, 1))('a page cached in the phase "%s" of the event updates itself to the phase "%s"', async (kept, seen) => {
  // Returns the box as people see it and screen readers read it.
  const text = ({ hero }: Awaited<ReturnType<typeof visit>>) => hero.locator('.now').ariaSnapshot()
  const old = await visit(at[kept], at[seen])
  const fresh = await visit(at[seen])
  await expect.poll(old.moment).toBe(await fresh.moment())
  expect(await text(old)).toBe(await text(fresh))
  expect(await old.page.getByRole('timer').isVisible()).toBe(seen !== 'after')
  expect(await old.page.locator('[data-register]:visible').count()).toBe(seen === 'after' ? 0 : 2)
})

/** Shows the page again at another time. */
async function lookAgain(page: Page, at: number): Promise<void> {
  await page.clock.setFixedTime(at)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** Returns the texts about the present on the open page and on a newly loaded page. */
const saidNow = (page: Page) =>
  page.evaluate(async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html')
    const said = (place: HTMLElement | null) => [
      place?.dataset.shown,
      place?.firstElementChild?.textContent.replaceAll(/\s/g, ''),
    ]
    return [document, fresh].map((of) => said(of.querySelector<HTMLElement>('.now')))
  })

const endings = [
  ['at night', '01:30'],
  ['before most talks start', '11:00'],
] as const

test.each(some(endings, 1))(
  'a cached page marks running talks that have no end time if the event ends %s',
  async (_, endTime) => {
    const event = { ...content.event, startTime: '08:00', endTime }
    const events = content.events.map((talk) => ({ ...talk, endTime: '' })).toReversed()
    const open = { ...content, event, events }
    const { sessions, days } = timelineOf(publicContent(open, zone), zone)
    let now = at.before
    const { page } = await newVisitor(browser, renderedOrigin)
    await page.clock.setFixedTime(now)
    await serveTo(page, () => publicContent(open, zone, openToAll, nowOf({ days, sessions }, now)))
    await page.goto('/')
    await page.locator('.session-star').last().waitFor({ state: 'attached' })
    const ofLast = sessions.filter(({ start }) => start >= last.opens)
    const instants = [...new Set(ofLast.flatMap(({ start, end }) => [start, start + hour, end - 1, end]))]
    for (const [index, instant] of instants.entries()) {
      if (!isFull && index % 7 !== 0) continue
      now = instant
      await lookAgain(page, now)
      const [said, fresh] = await saidNow(page)
      expect([new Date(now).toISOString(), said]).toEqual([new Date(now).toISOString(), fresh])
    }
  },
)

test('an open page reports a changed agenda once, and one tap loads the new agenda', async () => {
  // A day before, because during the event open pages follow /ahora.json.
  const { page, complaints } = await visit(at.before - 24 * hour)
  const html = await page.evaluate(() => fetch('/').then((answer) => answer.text()))
  const told = page.getByText('La agenda cambió.')
  let isChanged = false
  const asked: boolean[] = []
  await page.route(`${renderedOrigin}/`, (route) => {
    asked.push(isChanged)
    const body = isChanged ? html.replace(' data-programme="', '$&otra') : html
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body })
  })
  const comeBack = async (minutes: number) => {
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
    await lookAgain(page, await page.evaluate(() => Date.now()))
    await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
    await lookAgain(page, (await page.evaluate(() => Date.now())) + minutes * 60_000)
  }
  await comeBack(11)
  await expect.poll(() => asked).toEqual([false])
  isChanged = true
  await comeBack(5)
  await comeBack(11)
  await told.waitFor()
  await comeBack(11)
  expect([asked, await told.count()]).toEqual([[false, true], 1])
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await told.waitFor({ state: 'detached' })
  expect([asked, complaints]).toEqual([[false, true, true], []])
})

const shownDays = (page: Page) => page.locator('.day:visible').evaluateAll((all) => all.map(({ id }) => id))

test('a page cached before the event and opened after it shows that registration is closed', async () => {
  const { page, moment } = await visit(at.before, at.after)
  await expect.poll(moment).toBe('after')
  const part = page.locator('#registro')
  await part.getByText('La conferencia ya terminó: el registro está cerrado.').waitFor()
  await page.getByRole('region', { name: 'Gracias por acompañarnos' }).waitFor()
  expect(
    await part
      .getByText(/Regístrate|Evento GRATUITO/)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  const { page: fresh } = await visit(at.before)
  await fresh.getByRole('region', { name: 'Regístrate y reserva tu espacio' }).waitFor()
  expect(
    await fresh
      .locator('#registro')
      .getByText(/ya terminó|Gracias/)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
})

test('a page left open overnight shows the second day’s timetable the next morning', async () => {
  const { page } = await visit(at.during)
  expect(await shownDays(page)).toEqual([`dia-${first.day}`])
  await lookAgain(page, at.during + hour)
  expect(await shownDays(page)).toEqual([`dia-${first.day}`])
  await lookAgain(page, second.opens)
  expect(await shownDays(page)).toEqual([`dia-${second.day}`])
  await lookAgain(page, last.opens)
  expect(await shownDays(page)).toEqual([`dia-${last.day}`])
})

test.runIf(isFull)('a day or talk opened by a visitor stays open when the next day begins', async () => {
  const { page } = await visit(at.during)
  await page.locator(`.day-tabs:visible a[href="#dia-${last.day}"]`).click()
  await expect.poll(() => shownDays(page)).toEqual([`dia-${last.day}`])
  // The visitor looks at speakers, which belong to no day.
  await page.evaluate(() => location.assign('#speakers'))
  await lookAgain(page, second.opens)
  expect(await shownDays(page)).toEqual([`dia-${last.day}`])

  const [talk = ''] = nowOf(timeline, at.during).running
  const { page: named } = await visit(at.during, at.during, true, [], `#evento-${talk}`)
  await named.getByRole('dialog').waitFor()
  await lookAgain(named, second.opens)
  expect(await shownDays(named)).toEqual([`dia-${first.day}`])

  const { page: reading } = await visit(at.during)
  await reading.locator(`[id="evento-${talk}"] :is(h3, h4) a`).click()
  await reading.getByRole('dialog').waitFor()
  await lookAgain(reading, second.opens)
  await reading.getByRole('dialog').waitFor()
  await reading.keyboard.press('Escape')
  await reading.getByRole('dialog').waitFor({ state: 'hidden' })
  await lookAgain(reading, second.opens)
  expect(await shownDays(reading)).toEqual([`dia-${second.day}`])
})

test.each(some(['agenda', 'speakers', 'registration'] as const, 1))(
  'no link leads to the hidden section %s, even on a cached page',
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

test('the page is accessible before, during and after the event, in either theme', { timeout: 600_000 }, async () => {
  // `npm run test:full -- page` checks all phases in both themes.
  for (const [index, time] of some(['during', 'after', 'between'] as const, 1).entries()) {
    const { page } = await visit(at[time])
    const themes = ['light', 'dark'] as const
    for (const colorScheme of isFull ? themes : [themes[index % 2]]) {
      await page.emulateMedia({ colorScheme })
      expect([time, colorScheme, await violations(page)]).toEqual([time, colorScheme, []])
    }
  }
})
