import { expect, test } from 'vitest'
import { publicContent } from '../../data/programme/public-content.ts'
import { demoContent } from '../../demo/page-content.ts'
import { sharedBrowser, sharedDemo } from '../support/fixtures.ts'
import { some } from '../support/full.ts'
import {
  isInSight,
  islandsReady,
  letThrough,
  newVisitor,
  openRegistration,
  scrollToEnd,
  sentBytes,
  toast,
} from '../support/pages.ts'
import { renderedOrigin, renderedPage, serveTo } from './rendered.ts'

const product = await sharedDemo()
const browser = await sharedBrowser()

test('a first visit on a phone loads at most 240 KB, and nothing from other sites', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  const sent = await sentBytes(page)
  const total = () => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0)
  await page.goto('/', { waitUntil: 'networkidle' })
  // A standard nginx cannot compress with Brotli, so its limit is higher.
  expect(total()).toBeGreaterThan(50_000)
  expect(total()).toBeLessThan(process.env.FRONT === 'nginx' ? 130_000 : 110_000)
  await scrollToEnd(page)
  // Waits until all visible images are loaded.
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()))
  expect(total()).toBeLessThan(240_000)
  // The browser's video controls and the video's empty poster are data URLs.
  expect([...sent.keys()].filter((url) => !url.startsWith(product.origin) && !url.startsWith('data:'))).toEqual([])
})

test.each(['/', '/login', '/admin'])(
  'the content policy of %s forbids inline scripts, and the page works with it',
  async (path) => {
    const { page, complaints } = await newVisitor(browser, product.origin)
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(complaints).toEqual([])
    // The control: the policy blocks this script, and the browser logs it.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.head.append(script)
    })
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(complaints.length).toBeGreaterThan(0)
  },
)

test('on a narrow phone, each number of the figures section has its own box', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 320, height: 740 } })
  await page.goto('/')
  const boxes = await page.locator('#acerca dl > div').evaluateAll((all) =>
    all.map((box) => {
      const { borderTopWidth, backgroundColor, paddingLeft } = getComputedStyle(box)
      const ground = getComputedStyle(document.getElementById('acerca') ?? box).backgroundColor
      return [
        borderTopWidth,
        backgroundColor !== ground,
        Number.parseFloat(paddingLeft) >= 16,
        box.scrollWidth <= box.clientWidth,
      ]
    }),
  )
  expect(boxes).toEqual([
    ['1px', true, true, true],
    ['1px', true, true, true],
  ])
})

test.each(some([320, 360, 768, 1280], 1))('at %i px the Admin link covers nothing at the end of the page', async (width) => {
  const { page } = await newVisitor(browser, renderedOrigin, { viewport: { width, height: 740 }, hasTouch: width < 500 })
  const content = publicContent(await demoContent(), 'America/Guatemala')
  const links = Array.from({ length: 8 }, (_, index) => ({ label: `Otra red social ${index}`, url: 'https://ejemplo.gt/' }))
  const hero = { ...content.hero, description: 'Un texto que llena la última línea de la página. '.repeat(6) }
  const editions = [2021, 2022, 2023].map((year) => ({ year: String(year), name: 'Telar' }))
  await serveTo(page, () => ({ ...content, hero, editions, event: { ...content.event, links } }))
  await page.goto('/')
  await islandsReady(page)
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const admin = page.getByRole('link', { name: 'Admin', exact: true })
  const { x = 0, y = 0, width: wide = 0, height = 0 } = (await admin.boundingBox()) ?? {}
  expect([width - x - wide, 740 - y - height]).toEqual([12, 12])
  expect(wide).toBeLessThan(80)
  await scrollToEnd(page)
  const covered = await admin.evaluate((link) => {
    const own = link.getBoundingClientRect()
    const isUnder = (box: DOMRect) => box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { currentNode } = walker
      const range = document.createRange()
      range.selectNodeContents(currentNode)
      if (!link.contains(currentNode) && [...range.getClientRects()].some(isUnder)) texts.push(currentNode.textContent ?? '')
    }
    return texts
  })
  expect([await page.evaluate(() => scrollY > 0), covered]).toEqual([true, []])
  // A control that gets the focus scrolls out from under the link.
  const hidden = await admin.evaluate((link) => {
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)')]
    return controls
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        control.focus()
        const [own, box] = [link.getBoundingClientRect(), control.getBoundingClientRect()]
        return box.left >= own.left && box.right <= own.right && box.bottom > own.top && box.top < own.bottom
      })
      .map((control) => control.outerHTML.slice(0, 90))
  })
  expect(hidden).toEqual([])
})

test.each(some([360, 1280], 1))('at %i px the Admin link is hidden while a dialog or toast is open', async (width) => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width, height: 740 } })
  await page.route('**/api/registrations', (route) => route.abort())
  await page.goto('/')
  const dialog = await openRegistration(page, /^Registro/)
  const admin = page.locator('footer a[href="/login"]')
  await admin.waitFor({ state: 'hidden' })
  await dialog.getByLabel('Nombre completo').fill('Ana')
  await dialog.getByLabel('Email').fill('ana@ejemplo.gt')
  await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
  await toast(page, 'Error en el registro').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await admin.waitFor()
  // Checks a toast on the page and a notice at the bottom.
  await letThrough(page, '**/api/registrations')
  await openRegistration(page, /^Registro/)
  await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
  await toast(page, '¡Registro exitoso!').waitFor()
  await admin.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await admin.waitFor()
  await page.locator('.page-changed').evaluate((notice) => notice.append('La agenda cambió.'))
  await admin.waitFor({ state: 'hidden' })
  await page.locator('.page-changed').evaluate((notice) => notice.replaceChildren())
  await expect.poll(isInSight(admin)).toBe(true)
  await admin.click()
  await page.waitForURL('**/login')
})

test('shows the sections in their default order, and links to five of them in the navigation', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const ids = await page.locator('main section').evaluateAll((sections) => sections.map(({ id }) => id))
  expect(ids).toEqual([
    'evento',
    'acerca',
    'beneficios',
    'segmentos',
    'speakers',
    'agenda',
    'aliados',
    'patrocinadores',
    'registro',
  ])
  const links = await page
    .locator('header nav')
    .first()
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['#evento', '#segmentos', '#speakers', '#agenda', '#partners'])
  for (const link of links) await page.locator(link ?? '').waitFor({ state: 'attached' })
})

test('the mobile menu closes after choosing a link, on Escape and on a tap outside', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await islandsReady(page)
  const button = page.getByRole('button', { name: 'Menú' })
  const agenda = page.getByRole('link', { name: 'Agenda', exact: true })
  await button.click()
  await agenda.click()
  await agenda.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).hash).toBe('#agenda')
  await button.click()
  await agenda.waitFor()
  await page.keyboard.press('Escape')
  await agenda.waitFor({ state: 'hidden' })
  await button.click()
  await agenda.waitFor()
  await page.mouse.click(180, 700)
  await agenda.waitFor({ state: 'hidden' })
})

test('the countdown shows dashes until its script runs', async () => {
  expect(await (await fetch(product.origin)).text()).toMatch(/role="timer"[^>]*>.*?––.*?Días.*?Horas.*?Minutos.*?Segundos/s)
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const numbers = page.getByRole('timer').locator('div > span:first-child')
  await page
    .getByRole('timer')
    .getByText(/^\d{2,}$/)
    .first()
    .waitFor()
  expect((await numbers.allTextContents()).every((text) => /^\d{2,3}$/.test(text))).toBe(true)
})

test('the heading font loads after the first paint without moving anything', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  const fontAsked = page.waitForRequest(/\.woff2$/)
  await page.goto('/')
  await fontAsked
  const shift = await page.evaluate(async () => {
    await document.fonts.ready
    const { promise, resolve } = Promise.withResolvers<number>()
    new PerformanceObserver((list) =>
      resolve(list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)),
    ).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(0), 300)
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.startTime ?? 0
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
    return { moved: await promise, isAfterPaint: asked >= painted }
  })
  expect(shift).toEqual({ moved: 0, isAfterPaint: true })
  expect(await statusOfTypeface()).toBe('loaded')
  await page.reload()
  await page.evaluate(() => document.fonts.ready)
  expect(await statusOfTypeface()).toBe('loaded')

  function statusOfTypeface() {
    return page.evaluate(() => {
      const used = getComputedStyle(document.querySelector('h1') as HTMLElement).fontFamily.split(',')[0]
      return [...document.fonts].find(({ family }) => family === used)?.status
    })
  }
})

test('shows initials for a speaker without a photo, and opens the biography in a dialog', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await page.locator('#speakers').getByText('BC', { exact: true }).waitFor()
  await page.locator('#speakers').getByRole('link', { name: 'Ixchel Batz Morales' }).click()
  const detail = page.getByRole('dialog', { name: 'Ixchel Batz Morales' })
  await detail.getByText('Entrena modelos de lenguaje').waitFor()
  expect(await detail.getByRole('link', { name: /LinkedIn/ }).getAttribute('href')).toMatch(/^https:\/\/www\.linkedin\.com\//)
})

test('the agenda is a timetable on a wide screen, and one list by time on a phone', async () => {
  for (const [width, columns] of [
    [1280, 3],
    [360, 1],
  ] as const) {
    const { page } = await newVisitor(browser, product.origin, { viewport: { width, height: 800 } })
    await page.goto('/')
    const lefts = await page
      .locator('#agenda article')
      .evaluateAll((all) => all.map((session) => Math.round(session.getBoundingClientRect().left)))
    expect(lefts.length).toBe(19)
    expect(new Set(lefts).size).toBe(columns)
    const starts = await page.locator('#agenda tbody th').allTextContents()
    expect(starts).toEqual(starts.toSorted())
  }
})

test('two speakers are shown as wide cards with biographies, three as a grid', async () => {
  const demo = await demoContent()
  const { page } = await newVisitor(browser, renderedOrigin, { viewport: { width: 1280, height: 900 } })
  for (const [count, minWidth, bios] of [
    [2, 500, 2],
    [3, 200, 0],
  ] as const) {
    const speakers = demo.speakers.filter(({ bio }) => bio).slice(0, count)
    await serveTo(page, () => publicContent({ ...demo, speakers }, 'America/Guatemala'))
    await page.goto('/')
    const widths = await page.locator('.speaker').evaluateAll((all) => all.map((card) => card.getBoundingClientRect().width))
    expect(widths).toHaveLength(count)
    for (const width of widths) expect(Math.floor(width / 100) * 100).toBe(minWidth)
    const texts = await page.locator('.speaker').allTextContents()
    expect(texts.filter((text, index) => text.includes(speakers[index]?.bio.slice(0, 20) ?? '-'))).toHaveLength(bios)
  }
})

test('shows date, place and what happens next beside the registration form', async () => {
  const content = publicContent(await demoContent(), 'America/Guatemala')
  const formOf = (html: string) => html.slice(html.indexOf('id="registro"'))
  const [withMail, without] = [formOf(await renderedPage(content, {})), formOf(await renderedPage(content))]
  for (const html of [withMail, without]) expect(html).toContain(content.hero.location)
  expect(withMail).toMatch(/Fecha<\/dt>.{0,90} 20 de noviembre de \d{4}/)
  expect([withMail.includes('Qué sigue'), without.includes('Qué sigue')]).toEqual([true, false])
  const offer = { ...content.offer, state: 'over' as const }
  expect(formOf(await renderedPage({ ...content, offer }, {}))).not.toMatch(/Qué sigue|Fecha<\/dt>/)
})

test('the page defines all CSS variables that the styles of the agenda use', async () => {
  const html = await renderedPage(publicContent(await demoContent(), 'America/Guatemala'))
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, rules = '']) => rules)
  const defined = new Set([...styles.join('').matchAll(/(?:^|[{;}\s])(--[\w-]+)\s*:/g)].map(([, name]) => name))
  const agendaRules = styles.find((rules) => rules.includes('.agenda-head'))
  const used = [...(agendaRules?.matchAll(/var\((--[\w-]+)\)/g) ?? [])].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(50)
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([])
})
