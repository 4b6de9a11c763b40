import { expect, test } from 'vitest'
import { nowOf } from '../../data/programme/now.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { timelineOf } from '../../data/programme/timeline.ts'
import { large } from '../../demo/large/large.ts'
import { demoContent } from '../../demo/page-content.ts'
import { excerptOf } from '../../site/timetable/excerpt.ts'
import { violations } from '../support/axe.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { isFull, some } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { layoutFaults } from './layout-faults.ts'
import { renderedOrigin, serveTo } from './rendered.ts'
import { severalDays } from './several-days.ts'

const widths = [320, 360, 768, 1024, 1280, 1920]

const browser = await sharedBrowser()
const demo = publicContent(await demoContent(), 'America/Guatemala')
const grande = publicContent(await demoContent(severalDays), 'America/Guatemala')
const largest = publicContent(await demoContent(large), 'America/Guatemala')
const days = [...new Set(grande.events.map(({ day }) => day || grande.hero.eventDate.slice(0, 10)))].toSorted()
/** A talk of the last day with a description and speakers. */
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

/** In the dark only colours differ, so `npm test` checks fewer widths in one theme. `npm run test:full -- page` checks all. */
const themes = [
  ['light', isFull ? widths : [320, 1280]],
  ['dark', widths],
] as const

test.each(some(themes, 1))('in the %s theme no page of the two demos has layout faults at %j px', async (colorScheme, shown) => {
  for (const content of [demo, largest]) {
    const { page, complaints } = await visitor(content, { colorScheme })
    await page.goto('/')
    await page.locator('.session-star').last().waitFor({ state: 'attached' })
    for (const width of shown) {
      await page.setViewportSize({ width, height: 900 })
      for (const day of await page.locator('.day').evaluateAll((all) => all.map(({ id }) => id))) {
        await page.evaluate((hash) => location.replace(`#${hash}`), day)
        expect(await layoutFaults(page), `${content.hero.title}, ${width} px, ${day}`).toEqual([])
        const { height = 0 } = (await page.locator('#agenda').boundingBox()) ?? {}
        if (width === 1280) expect(height).toBeLessThan(8000)
        if (width === 360) expect(height).toBeLessThan(16_000)
      }
    }
    expect(complaints).toEqual([])
  }
})

/** `npm run test:full -- page` checks both samples at each width in both themes. */
test('the agenda and an open talk are accessible at any width', {
  timeout: 1_800_000,
}, async () => {
  const all = [demo, grande].flatMap((content) =>
    widths.flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => [content, width, colorScheme] as const)),
  )
  for (const [content, width, colorScheme] of isFull ? all : [[grande, 360, 'light'] as const]) {
    const { page } = await visitor(content, { colorScheme, viewport: { width, height: 800 } })
    await page.goto('/')
    await page.locator('.session-star').last().waitFor({ state: 'attached' })
    if (width < 1280) expect(await violations(page), `${width} px`).toEqual([])
    await page.locator('.session.opens:visible :is(h3, h4) a').first().click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page), `${width} px, open`).toEqual([])
    await page.context().close()
  }
})

test('without JavaScript, days, filters and links to the pages of talks work', async () => {
  const { page, shownDays, shownTalks } = await visitor(grande, { javaScriptEnabled: false })
  await page.goto('/')
  expect(await shownDays()).toEqual([`dia-${days[0]}`])
  const names = await page.locator('.day-tabs a').allTextContents()
  expect(names.map((name) => name.trim())).toEqual(
    days.map((day) =>
      expect.stringMatching(
        new RegExp(`^(lunes|martes|miércoles|jueves|viernes|sábado|domingo) ${Number(day.slice(8))} \\w{3}$`),
      ),
    ),
  )
  await page.locator('.day-tabs a').last().click()
  expect(await shownDays()).toEqual([`dia-${days.at(-1)}`])

  const all = await shownTalks()
  await page.getByRole('combobox', { name: 'Sala', exact: true }).selectOption(room?.name ?? '')
  expect(await shownTalks()).toBeLessThan(all)
  const rooms = await page.locator('.session:visible .session-room').allTextContents()
  expect([...new Set(rooms)]).toEqual([room?.name])
  // Times without a matching talk are hidden, also with two filters.
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption({ index: 2 })
  expect(await shownTalks()).toBeGreaterThan(0)
  expect(await page.locator('.day:visible tbody tr:visible:not(:has(.session:visible))').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('')

  await page.goto(`/#evento-${talk.id}`)
  const named = page.locator(`#evento-${talk.id}`)
  expect(await named.isVisible()).toBe(true)
  const leadTo = (titles: string) => page.locator(titles).evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect((await leadTo('.session :is(h3, h4) a')).toSorted()).toEqual(
    grande.events.map(({ slug }) => `/charlas/${slug}`).toSorted(),
  )
  expect(await leadTo('.speaker h3 a')).toEqual(grande.speakers.map(({ slug }) => `/speakers/${slug}`))
  // The card shows only the beginning of the description. The talk's page has the whole text.
  expect(await named.locator('.session-text').textContent()).toBe(excerptOf(talk.description))
  expect(await page.content()).not.toContain(talk.description.slice(-80))
  // Without a script, a click on a card does nothing, so the pointer is no hand.
  expect(await named.evaluate((card) => getComputedStyle(card).cursor)).not.toBe('pointer')
})

test.each(some([true, false], 1))(
  'the card of a talk shows its description in full or shortened (with a script: %s)',
  async (javaScriptEnabled) => {
    const [short, long] = demo.events.filter(({ description }) => description)
    if (!short || !long) throw new Error('the demo has talks with descriptions')
    const sentence = 'Una frase que cualquiera entiende a la primera. '
    const texts = new Map([
      [short.id, `Con **énfasis** y [un enlace](https://ejemplo.gt/).\n\n${sentence.repeat(4).trim()}`],
      [long.id, sentence.repeat(9)],
    ])
    const events = demo.events.map((event) => ({ ...event, description: texts.get(event.id) ?? event.description }))
    const { page } = await visitor({ ...demo, events }, { javaScriptEnabled, viewport: { width: 360, height: 740 } })
    await page.goto('/')
    const shown = (id: string) => page.locator(`#evento-${id} .session-text`)
    expect(await shown(long.id).textContent()).toBe(sentence.repeat(4).trim())
    expect(await shown(short.id).locator('p').allTextContents()).toEqual(['Con énfasis y un enlace.', sentence.repeat(4).trim()])
    expect(await shown(short.id).getByRole('link').getAttribute('href')).toBe('https://ejemplo.gt/')
    expect(await page.locator('.session-text:visible').count()).toBe(events.filter(({ description }) => description).length)
  },
)

test('the hash in the URL opens a talk or speaker, and Back closes the dialog', async () => {
  const { page, shownDays } = await visitor()
  await page.goto(`/#evento-${talk.id}`)
  const sheet = page.getByRole('dialog', { name: talk.title })
  await sheet.waitFor()
  expect(await shownDays()).toEqual([`dia-${talk.day}`])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  // The day stays open when the address no longer names the talk.
  expect(await shownDays()).toEqual([`dia-${talk.day}`])

  await page.locator(`#evento-${talk.id} :is(h3, h4) a`).click()
  await sheet.waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#evento-${talk.id}`)
  await sheet.getByRole('link', { name: speaker?.name ?? '', exact: true }).click()
  await page.getByRole('dialog', { name: speaker?.name ?? '' }).waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#speaker-${speaker?.id}`)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await shownDays()).toEqual([`dia-${talk.day}`])

  // The title links to the talk's page. With a script, a click opens the details here instead.
  const title = page.locator(`#evento-${talk.id}`).getByRole('link', { name: talk.title })
  expect(await title.getAttribute('href')).toBe(`/charlas/${talk.slug}`)
  await title.click()
  await sheet.waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#evento-${talk.id}`)
})

test.each(['#agenda', `#dia-${talk.day}`])('closing a talk opened at %s leaves the agenda where it was', async (hash) => {
  const { page } = await visitor(grande, { viewport: { width: 360, height: 640 } })
  await page.goto(`/${hash}`)
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const title = page.locator('.session:visible :is(h3, h4) a').last()
  await title.scrollIntoViewIfNeeded()
  const sheet = page.getByRole('dialog')
  const closings = [() => page.goBack(), () => page.keyboard.press('Escape')]
  for (const close of closings) {
    await title.click()
    await sheet.waitFor()
    await expect.poll(() => new URL(page.url()).hash).not.toBe(hash)
    const { y } = (await title.boundingBox()) ?? {}
    await close()
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).hash).toBe(hash)
    expect(await title.boundingBox()).toMatchObject({ y })
  }
})

test.runIf(isFull)('the details of all talks are loaded once, when the first talk is opened', async () => {
  const { page, shownTalks } = await visitor()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(fichas|charlas)/.test(pathname)) asked.push(pathname)
  })
  let isCut = true
  await page.route('**/fichas.html', (route) => (isCut ? route.abort() : route.fallback()))
  await page.goto(`/#dia-${talk.day}`)
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  expect(asked).toEqual([])

  // Without network, the search says that it searches only the visible texts.
  const onCards = grande.events.map(({ title, description }) => title + (excerptOf(description) ?? description)).join(' ')
  const rare = talk.description.match(/\p{L}{9,}/gu)?.find((word) => !onCards.includes(word)) ?? ''
  expect(rare).not.toBe('')
  await page.getByRole('searchbox').fill(rare)
  await page.getByText('Sin conexión se busca solo en lo que muestra la agenda.').waitFor()
  await page.getByRole('searchbox').fill('')
  const title = page.locator(`#evento-${talk.id} :is(h3, h4) a`)
  await title.waitFor()
  await title.click()
  await page.waitForURL(`**/charlas/${talk.slug}`)

  isCut = false
  await page.goto('about:blank')
  await page.goto(`/#dia-${talk.day}`)
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  asked.splice(0)
  const answered = page.waitForResponse('**/fichas.html')
  await title.dispatchEvent('pointerdown')
  await answered
  expect(await page.getByRole('dialog').count()).toBe(0)
  await title.click()
  await page.getByRole('dialog', { name: talk.title }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill(rare)
  await page.locator(`#evento-${talk.id}`).waitFor()
  const having = grande.events.filter(({ title, description }) =>
    `${title} ${description}`.toLowerCase().includes(rare.toLowerCase()),
  )
  await expect.poll(shownTalks).toBe(having.length)
  expect(asked).toEqual(['/fichas.html'])
})

test('on a wide screen, the names of rooms stay in view while the agenda scrolls', async () => {
  const { page } = await visitor(demo)
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const line = [page.locator('.agenda-tools select').first(), page.getByRole('searchbox')]
  const [filter, search] = await Promise.all(line.map(async (part) => (await part.boundingBox())?.y))
  expect(filter).toBe(search)
  await page.locator('.session').last().scrollIntoViewIfNeeded()
  const bar = await page.locator('.agenda-head').boundingBox()
  const heads = page.locator('thead tr:first-child th + th')
  const tops = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().top))
  expect(tops).toEqual(demo.scenarios.map(() => (bar?.y ?? 0) + (bar?.height ?? 0)))
  expect(await page.locator('td:not(.is-wide) .session-room:visible').count()).toBe(0)
  expect(await page.locator('.is-wide .session-room:visible').count()).toBeGreaterThan(0)
  await page.setViewportSize({ width: 360, height: 740 })
  const inRooms = demo.events.filter(({ scenarioId }) => scenarioId !== '')
  expect(await page.locator('.session-room:visible').count()).toBe(inRooms.length)
})

test('the search in the agenda ignores accents and finds talks of all days', async () => {
  const { page, shownTalks } = await visitor()
  await page.goto('/')
  const star = page.locator(`#evento-${talk.id} .session-star`)
  await star.waitFor({ state: 'attached' })
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  await page.getByRole('searchbox').fill(plain(talk.title))
  await page.locator(`#evento-${talk.id}`).waitFor()
  await expect.poll(shownTalks).toBe(grande.events.filter(({ title }) => title === talk.title).length)
  const leftOf = async (part: string) => (await page.locator(part).filter({ visible: true }).first().boundingBox())?.x
  const padding = await page
    .locator('.day-name')
    .filter({ visible: true })
    .first()
    .evaluate((name) => Number.parseFloat(getComputedStyle(name).paddingLeft))
  expect(((await leftOf('.day-name')) ?? 0) + padding).toBeCloseTo((await leftOf('.timetable th time')) ?? 0, 0)
  await page.getByRole('searchbox').fill(plain(speaker?.name ?? ''))
  await page
    .locator('[data-found]')
    .getByRole('link', { name: speaker?.name ?? '' })
    .first()
    .waitFor()
  // Searches the first word of a title without its fourth letter.
  const long = grande.events.find(({ title }) => /^\p{L}{8}/u.test(title))
  await page.getByRole('searchbox').fill(long?.title.split(' ')[0]?.replace(/^(...)./, '$1') ?? '')
  await page.locator(`#evento-${long?.id}`).waitFor()
  await page.getByRole('searchbox').fill('xyzzy')
  await page.getByText('Ninguna charla').waitFor()
  await page.getByRole('searchbox').fill(talk.title)
  await star.click()
  await page.reload()
  const own = page.getByRole('button', { name: 'Mis charlas (1)' })
  await own.click()
  await expect.poll(shownTalks).toBe(1)
  expect(await star.getAttribute('aria-pressed')).toBe('true')
  // The list shows only starred talks, so it is empty once the star is removed.
  await star.click()
  await page.getByText('Ninguna charla. Guarda las que te interesan con su estrella ☆.').waitFor()
})

test.runIf(isFull)('ignores stars of deleted talks, and explains stars if no other talk has one', async () => {
  const { page } = await visitor()
  await page.addInitScript(() => localStorage.setItem('mis-charlas', '["gone-1","gone-2"]'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Mis charlas', exact: true }).click()
  await page.getByText('Ninguna charla. Guarda las que te interesan con su estrella ☆.').waitFor()
  expect(await page.getByRole('button', { name: 'Descargar mi calendario' }).count()).toBe(0)
})

test('a letter typed into the search appears before the agenda is searched', async () => {
  const { page, shownTalks } = await visitor()
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const out = await page.getByRole('searchbox').evaluate((search: HTMLInputElement) => {
    search.value = 'xyzzy'
    search.dispatchEvent(new Event('input', { bubbles: true }))
    return document.querySelectorAll('.session.is-out').length
  })
  expect(out).toBe(0)
  await expect.poll(shownTalks).toBe(0)
})

test.runIf(isFull)('the search in the agenda waits for a pause in typing', async () => {
  const { page, shownTalks } = await visitor()
  await page.clock.install({ time: `${talk.day}T00:00:00-06:00` })
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  await page.clock.pauseAt(`${talk.day}T01:00:00-06:00`)
  const outAfter = async (letter: string, ms: number) => {
    await page.getByRole('searchbox').pressSequentially(letter)
    await page.clock.runFor(ms)
    return page.locator('.session.is-out').count()
  }
  for (const letter of 'xyzzy') expect(await outAfter(letter, 200)).toBe(0)
  await page.clock.runFor(1000)
  await expect.poll(shownTalks).toBe(0)
})

test('a tapped day is marked before its agenda is shown', async () => {
  const { page, shownDays } = await visitor(grande, { viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const [first, second] = days as [string, string]
  const marked = () =>
    page.locator('.day-tabs:visible a[aria-current]').evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ hash }) => hash))
  const seen = await page.locator(`.day-tabs:visible a[href="#dia-${second}"]`).evaluate((tab: HTMLAnchorElement) => {
    tab.click()
    return { hash: location.hash, marked: [...(tab.parentElement?.querySelectorAll('[aria-current]') ?? [])].includes(tab) }
  })
  expect(seen).toEqual({ hash: '', marked: true })
  await expect.poll(shownDays).toEqual([`dia-${second}`])
  expect([new URL(page.url()).hash, await marked()]).toEqual([`#dia-${second}`, [`#dia-${second}`]])
  await page.locator(`.day-tabs:visible a[href="#dia-${first}"]`).click()
  await expect.poll(shownDays).toEqual([`dia-${first}`])
  expect(await marked()).toEqual([`#dia-${first}`])
})

test("on the day of the event, running and next talks are marked in the event's time zone", async () => {
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

test('on a phone, the day tabs and the search stay in view while a long agenda scrolls', async () => {
  const { page } = await visitor(grande, { viewport: { width: 360, height: 740 } })
  await page.clock.setFixedTime(new Date(`${talk.day}T${talk.startTime}:00-06:00`))
  await page.goto('/')
  await page.locator(`#evento-${talk.id} .is-now`).waitFor()
  await page.locator('.day:visible .session').last().scrollIntoViewIfNeeded()
  const bar = page.locator('.agenda-bar')
  const now = bar.getByRole('link', { name: 'Ahora' })
  const parts = [bar.getByRole('searchbox'), bar.getByRole('button', { name: 'Mis charlas' }), now]
  for (const part of [...parts, page.locator('.day-tabs a').first()]) {
    const { y = -1 } = (await part.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(200)
  }
  await page.getByRole('searchbox').fill('xyzzy')
  await page.getByText('Ninguna charla').waitFor()
  await page.getByRole('searchbox').fill('')
  // When all talks are shown again, the bar is where it was before.
  await page.getByText('Ninguna charla').waitFor({ state: 'hidden' })
  await now.click()
  const running = page.locator('.session:has(.is-now)').first()
  const isInView = async () => {
    const { y = -1 } = (await running.boundingBox()) ?? {}
    return y > 0 && y < 740
  }
  await expect.poll(isInView).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test.runIf(isFull)('after a search on a phone, the agenda shows only the hours of matching talks', async () => {
  const [workshop, ...others] = grande.events.filter(({ day, isPlenary }) => day === talk.day && !isPlenary)
  if (!workshop) throw new Error('the large demo has several talks a day')
  const long = { ...workshop, title: 'Taller de telares', startTime: '08:00', endTime: '18:00' }
  const rest = others.filter(({ scenarioId }) => scenarioId !== workshop.scenarioId)
  const { page } = await visitor({ ...grande, events: [long, ...rest] }, { viewport: { width: 360, height: 900 } })
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const hours = () => page.locator('tbody th:visible').allTextContents()
  expect((await hours()).length).toBeGreaterThan(3)
  await page.getByRole('searchbox').fill('telares')
  await expect.poll(async () => (await hours()).map((hour) => hour.trim())).toEqual(['08:00'])
  await page.setViewportSize({ width: 1280, height: 900 })
  // In the timetable, the talk is as high as its duration.
  expect((await page.locator(`#evento-${long.id}`).boundingBox())?.height).toBeGreaterThan(300)
})

test.runIf(isFull)('Hebrew texts run from right to left, and other texts from left to right', async () => {
  const [first, ...others] = grande.events
  if (!first || !speaker) throw new Error('the large demo has talks')
  const hebrew = { ...talk, title: 'מבוא ל-Rust ול-WebAssembly', description: 'שלום.\n\nHola.' }
  const events = [first, ...others].map((event) => (event.id === hebrew.id ? hebrew : event))
  const speakers = grande.speakers.map((each) => (each.id === speaker.id ? { ...each, name: 'דנה לוי' } : each))
  const { page } = await visitor({ ...grande, events, speakers })
  const directionOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  await page.goto(`/#dia-${talk.day}`)
  expect(await directionOf(`#evento-${hebrew.id} :is(h3, h4)`)).toBe('rtl')
  expect(await directionOf(`#evento-${first.id} :is(h3, h4)`)).toBe('ltr')
  expect(await directionOf(`#evento-${hebrew.id} .session-who a`)).toBe('rtl')
  expect(await directionOf(`#speaker-${speaker.id} h3`)).toBe('rtl')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  await page.locator(`#evento-${hebrew.id}`).click({ position: { x: 4, y: 4 } })
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Hola.').waitFor()
  const paragraphs = await sheet
    .locator('p[dir]')
    .evaluateAll((all) => all.map((each) => [each.textContent, getComputedStyle(each).direction]))
  expect(paragraphs).toEqual(
    expect.arrayContaining([
      ['שלום.', 'rtl'],
      ['Hola.', 'ltr'],
    ]),
  )
})

test.runIf(isFull)('the search finds a talk despite a typing error, and shows the day of the talk', async () => {
  const { page } = await visitor()
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const word = talk.title.split(' ').findLast((each) => /^\p{L}{7,}$/u.test(each)) ?? ''
  await page.getByRole('searchbox').fill(word.slice(0, 3) + word.slice(4))
  const card = page.locator(`#evento-${talk.id}`)
  await card.waitFor()
  expect(await card.evaluate((element) => getComputedStyle(element.closest('td') ?? element).display)).toBe('table-cell')
  // Hidden rows do not cut off the talk.
  const [own, cell] = [await card.boundingBox(), await card.locator('xpath=..').boundingBox()]
  expect(own && cell && own.y + own.height <= cell.y + cell.height).toBe(true)
})

test('a visitor can star a talk, share it and add it to a calendar', async () => {
  const { page } = await visitor()
  await page.addInitScript(() => Reflect.set(navigator, 'share', undefined))
  await page.goto(`/#dia-${talk.day}`)
  const card = page.locator(`#evento-${talk.id}`)
  await card.locator('.session-star').waitFor()
  await card.click({ position: { x: 4, y: 4 } })
  const sheet = page.getByRole('dialog', { name: talk.title, exact: true })
  await sheet.getByRole('button', { name: 'Guardar' }).click()
  await sheet.getByRole('button', { name: 'Guardada' }).waitFor()
  expect(await card.locator('.session-star').getAttribute('aria-pressed')).toBe('true')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sheet.getByRole('button', { name: 'Compartir' }).click()
  await sheet.getByRole('button', { name: 'Enlace copiado' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${renderedOrigin}/charlas/${talk.slug}`)
  await page.route('**/agenda.ics', (route) =>
    route.fulfill({ contentType: 'text/calendar', body: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }),
  )
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Agregar al calendario' }).click()
  expect((await download).suggestedFilename()).toBe('charla.ics')

  await sheet.getByRole('link', { name: speaker?.name ?? '', exact: true }).click()
  const person = page.getByRole('dialog', { name: speaker?.name ?? '' })
  await person.getByRole('link', { name: talk.title }).click()
  await sheet.getByRole('link', { name: talk.startTime }).click()
  await sheet.waitFor({ state: 'hidden' })
  expect(await card.isVisible()).toBe(true)
  await card.click({ position: { x: 4, y: 4 } })
  await sheet.getByRole('link', { name: room?.name ?? '', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
  expect(await page.getByRole('combobox', { name: 'Sala', exact: true }).locator('option:checked').textContent()).toBe(room?.name)
})

test('a tap on a star changes no other star, and adds no node to the agenda', async () => {
  const { page } = await visitor()
  await page.goto(`/#dia-${talk.day}`)
  const star = page.locator(`#evento-${talk.id} .session-star`)
  await star.waitFor()
  const changes = await star.evaluate((star: HTMLButtonElement) => {
    const observer = new MutationObserver(() => {})
    const agenda = document.querySelector('#agenda') as Element
    observer.observe(agenda, { subtree: true, attributes: true, childList: true, characterData: true })
    star.click()
    return observer.takeRecords().map(({ type, target }) => [type, target === star])
  })
  expect(changes.toSorted()).toEqual([
    ['attributes', true],
    ['characterData', false],
  ])
  await page.getByRole('button', { name: 'Mis charlas (1)' }).waitFor()
})

test('the details of a talk appear with their buttons', async () => {
  const { page } = await visitor()
  await page.goto(`/#dia-${talk.day}`)
  const card = page.locator(`#evento-${talk.id}`)
  await card.locator('.session-star').waitFor()
  const buttons = card.evaluate(
    (card) =>
      new Promise((resolve) => {
        card.addEventListener('beforetoggle', () => resolve(card.querySelectorAll('.sheet-actions button').length), true)
      }),
  )
  await card.click({ position: { x: 4, y: 4 } })
  expect(await buttons).toBe(3)
})

test('shows the end time of a talk only if an organiser entered an end time', async () => {
  const followed = grande.events.find(({ endTime, isPlenary, scenarioId, day, startTime, description }) => {
    const isNext = (other: typeof talk) => other.startTime > startTime && other.scenarioId === scenarioId && other.day === day
    return endTime && description && !isPlenary && grande.events.some(isNext)
  })
  if (!followed) throw new Error('the large demo has talks after each other in a room')
  const { id, title, startTime } = followed
  const day = followed.day || (days[0] ?? '')
  const place = grande.scenarios.find((scenario) => scenario.id === followed.scenarioId)?.name
  for (const endTime of some(['', followed.endTime], 1)) {
    const events = grande.events.map((event) => (event.id === id ? { ...event, endTime } : event))
    const at = Date.parse(`${day}T${startTime}:00-06:00`)
    const timeline = timelineOf({ ...grande, events }, 'America/Guatemala')
    const { page } = await visitor({ ...grande, events, now: nowOf(timeline, at) })
    await page.clock.setFixedTime(at)
    await page.goto(`/#evento-${id}`)
    const when = endTime ? `${startTime} – ${endTime}` : startTime
    await page.getByRole('dialog', { name: title }).getByRole('link', { name: when, exact: true }).waitFor()
    const card = page.locator(`#evento-${id}`)
    expect(await card.locator('.session-when > :first-child').textContent()).toBe(when)
    const running = page.locator(`.now-box a[href="#evento-${id}"] span`)
    expect(await running.textContent()).toBe([place, endTime && `hasta ${endTime}`].filter(Boolean).join(' · '))
    // A talk without an end gets one from the calendar, and is over afterwards.
    await card.locator('.is-now').waitFor()
    await page.clock.setFixedTime(Date.parse(`${day}T23:59:00-06:00`))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await card.locator('.is-now').waitFor({ state: 'detached' })
  }
})

test.each(some([360, 768, 1280], 1))(
  'at %i px, twelve of many speakers are shown, and a button for the others',
  async (width) => {
    const { page } = await visitor(grande, { viewport: { width, height: 740 } })
    await page.goto('/')
    const people = page.locator('.speaker')
    const shown = () => page.locator('.speaker:visible').count()
    expect([await people.count(), await shown()]).toEqual([grande.speakers.length, 12])
    const all = page.getByRole('button', { name: `Ver los ${grande.speakers.length}` })
    const lefts = await people.evaluateAll((cards) => cards.slice(0, 12).map((card) => card.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(width === 1280 ? 4 : width === 768 ? 3 : 2)
    await page.locator('.session-star').last().waitFor({ state: 'attached' })
    const last = grande.speakers.at(-1)
    await page.goto(`/#speaker-${last?.id}`)
    await page.getByRole('dialog', { name: last?.name ?? '' }).waitFor()
    expect(await shown()).toBe(grande.speakers.length)
    await page.goto('about:blank')
    await page.goto('/')
    await page.locator('.session-star').last().waitFor({ state: 'attached' })
    await all.click()
    await expect.poll(shown).toBe(grande.speakers.length)
    expect(await all.count()).toBe(0)
    const focused = people.nth(12).getByRole('link', { name: grande.speakers[12]?.name ?? '' })
    expect(await focused.evaluate((link) => link === document.activeElement), 'the first that came has the focus').toBe(true)
  },
)

test("headings and speakers are visible even if the page's scripts cannot be loaded", async () => {
  const { page } = await visitor(grande, { viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' })
  await page.route('**/_assets/*.js', (route) => route.abort())
  await page.goto('/')
  const title = page.getByRole('heading', { name: 'Speakers', exact: true })
  await title.scrollIntoViewIfNeeded()
  await expect.poll(() => title.evaluate((heading) => getComputedStyle(heading).opacity)).toBe('1')
  await page.getByRole('button', { name: `Ver los ${grande.speakers.length}` }).click()
  expect(await page.locator('.speaker:visible').count()).toBe(grande.speakers.length)
  expect(await page.locator('[data-unfold]').count()).toBe(0)
})

test('prints the agenda as a list of all days, with each talk once', async () => {
  const { page } = await visitor()
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const width of [794, 1123]) {
    await page.setViewportSize({ width, height: 1000 })
    const titles = page.locator('.session:visible :is(h3, h4)')
    expect((await titles.allTextContents()).toSorted()).toEqual(grande.events.map(({ title }) => title).toSorted())
    const rooms = await titles.evaluateAll((all) => new Set(all.map((title) => title.getBoundingClientRect().left)).size)
    expect(rooms).toBe(1)
  }
  const seen = (await page.locator('main').ariaSnapshot()).normalize()
  expect(grande.speakers.filter(({ name }) => !seen.includes(name)).map(({ name }) => name)).toEqual([])
  expect(await page.locator('[data-register]:visible, .agenda-bar:visible, [role=timer]:visible').count()).toBe(0)
})

test('a word of eighty letters does not break the page on the narrowest phone', async () => {
  const word = 'Supercalifragilistico'.repeat(4).slice(0, 80)
  /** Returns the record with the word in every text, except addresses, times and references. */
  const stretched = <T extends object>(record: T): T => {
    const isText = ([key, value]: [string, unknown]) =>
      typeof value === 'string' &&
      value !== '' &&
      !/(id|day|date|time|url|image|logo|website|category|tier|background|email|country|attendance|video)$/i.test(key)
    return Object.fromEntries(Object.entries(record).map((entry) => [entry[0], isText(entry) ? word : entry[1]])) as T
  }
  const { hero, about, event, speakers, scenarios, events, partners } = demo
  const content = {
    ...demo,
    hero: stretched(hero),
    about: stretched(about),
    event: { ...stretched(event), links: [{ label: word, url: 'https://ejemplo.gt' }] },
    speakers: speakers.map(stretched),
    scenarios: scenarios.map(stretched),
    events: events.map((item, index) => ({ ...stretched(item), track: `${word}${index % 3}`.slice(-80) })),
    partners: partners.map((partner) => ({ ...stretched(partner), logo: '' })),
  }
  const { page, complaints } = await visitor(content, { viewport: { width: 320, height: 740 } })
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  expect(await layoutFaults(page)).toEqual([])
  await page.locator('.speaker').first().click()
  const sheet = page.getByRole('dialog').first()
  await sheet.waitFor()
  expect(await sheet.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  expect(complaints).toEqual([])
})
