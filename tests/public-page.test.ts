import sharp from 'sharp'
import { expect, test } from 'vitest'
import { loadDemo } from '../scripts/demo/load.ts'
import { sharedBrowser, sharedProduct } from './fixtures.ts'
import { islandsReady, newVisitor, sentBytes, toast } from './pages.ts'
import { admin } from './product.ts'
import { openSession } from './session.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
await loadDemo(product.origin, admin)

const read = async (path: string) => (await fetch(product.origin + path)).text()

test('a first visit on a phone is light, asks no other origin, and stays light to the end of the page', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  const sent = await sentBytes(page)
  const total = () => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0)
  await page.goto('/', { waitUntil: 'networkidle' })
  // The stock nginx knows no Brotli.
  expect(total()).toBeLessThan(process.env.FRONT === 'nginx' ? 150_000 : 130_000)
  for (const section of await page.locator('section').all()) await section.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(total()).toBeLessThan(300_000)
  // What the browser draws its video controls with, and the video's empty poster, come from nowhere.
  expect([...sent.keys()].filter((url) => !url.startsWith(product.origin) && !url.startsWith('data:'))).toEqual([])
})

test.each(['/', '/login', '/admin'])(
  'the policy of %s forbids inline script and foreign forms, and nothing on it breaks it',
  async (path) => {
    const { page, complaints } = await newVisitor(browser, product.origin)
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(complaints).toEqual([])
    // A positive control: what the policy forbids does not run, and is complained about.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.head.append(script)
    })
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(complaints.length).toBeGreaterThan(0)
  },
)

test('the sections stand in their order, and the navigation leads to five of them', async () => {
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

test('the mobile menu closes when a link is chosen, on Escape and on a tap outside', async () => {
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

test('the countdown never shows a wrong number: dashes in the published page, then whole numbers of two digits', async () => {
  expect(await read('/')).toMatch(/role="timer"[^>]*>.*?––.*?Días.*?Horas.*?Minutos.*?Segundos/s)
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

test('on a phone the display typeface comes after the first paint of a first visit, moves nothing, and is there at once from then on', async () => {
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
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.classList.contains('has-type'))).toBe(true)
})

test('a speaker without a photo is shown by initials, one with a biography can be read about', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await page.locator('#speakers').getByText('BC', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Conoce más sobre Ixchel Batz Morales' }).click()
  const detail = page.getByRole('dialog', { name: 'Ixchel Batz Morales' })
  await detail.getByText('Entrena modelos de lenguaje').waitFor()
  expect(await detail.getByRole('link', { name: /LinkedIn/ }).getAttribute('href')).toMatch(/^https:\/\/www\.linkedin\.com\//)
})

test('the agenda is a timetable with a column for each scenario on a wide screen, and one list by time on a phone', async () => {
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

test('what was typed survives an error and a reload, in both forms, and is gone once it is sent', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await islandsReady(page)
  await page.getByRole('banner').getByRole('link', { name: 'Regístrate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registro - Conferencia 2025' })
  await dialog.getByLabel('Nombre completo').fill('Lucía Méndez')
  await dialog.getByLabel('Email').fill('lucia@ejemplo.gt')
  await page.route('**/api/registrations', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
  await toast(page, 'Error en el registro').waitFor()
  await toast(page, 'Hubo un problema al procesar tu registro. Inténtalo de nuevo.').waitFor()
  expect(await dialog.getByLabel('Nombre completo').inputValue()).toBe('Lucía Méndez')
  await page.unroute('**/api/registrations')

  await page.reload()
  await islandsReady(page)
  const form = page.getByRole('region', { name: 'Regístrate y reserva tu espacio' })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#registro-name')?.value === 'Lucía Méndez')
  await form.getByLabel('Teléfono').fill('+502 5555 0000')
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  await form.getByText('¡Registro exitoso! Te contactaremos pronto.').waitFor()
  expect(await form.getByLabel('Nombre completo').inputValue()).toBe('')
  await page.reload()
  await islandsReady(page)
  expect(await form.getByLabel('Nombre completo').inputValue()).toBe('')
})

test('two taps send one registration, and the button says that it is busy', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await islandsReady(page)
  await page.getByRole('banner').getByRole('link', { name: 'Regístrate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registro - Conferencia 2025' })
  await dialog.getByLabel('Nombre completo').fill('Ana')
  await dialog.getByLabel('Email').fill('dos-veces@ejemplo.gt')
  let sent = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/registrations', async (route) => {
    sent += 1
    await released
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Confirmar Registro' }).dblclick()
  await dialog.getByRole('button', { name: 'Procesando...' }).waitFor()
  release()
  await toast(page, '¡Registro exitoso!').waitFor()
  expect(sent).toBe(1)
})

test('the wording of the dialog is the organisers’, so that it can be changed without a programmer', async () => {
  const headers = { ...(await openSession(product)), 'Content-Type': 'application/json' }
  const save = (texts: object) =>
    fetch(`${product.origin}/api/registration-form`, { method: 'PUT', headers, body: JSON.stringify(texts) })
  await save({ modalTitle: 'Aparta tu lugar', submitButtonText: 'Quiero ir', companyLabel: '' })
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await islandsReady(page)
  await page.getByRole('banner').getByRole('link', { name: 'Regístrate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aparta tu lugar' })
  await dialog.getByRole('button', { name: 'Quiero ir' }).waitFor()
  await dialog.getByLabel('Empresa').waitFor()
  await save({ modalTitle: '', submitButtonText: '' })
})

test('messengers get a picture of 1200×630 with the event on it, at an absolute address that changes with its words', async () => {
  const html = await read('/')
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(image).toMatch(/\/compartir-[\w-]{8}\.png$/)
  const response = await fetch(image)
  const { format, width, height } = await sharp(await response.bytes()).metadata()
  expect([response.headers.get('content-type'), format, width, height]).toEqual(['image/png', 'png', 1200, 630])
})

test('search engines get the event as data: free, with place and performers, and no text can end the script early', async () => {
  const html = await read('/')
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  const event = JSON.parse(json)
  expect([event['@type'], event.offers.price, event.location.address.addressCountry, event.performer.length]).toEqual([
    'Event',
    0,
    'GT',
    14,
  ])
  expect(html).toContain(`<link rel="canonical" href="${product.origin}/">`)
  expect(await read('/robots.txt')).toContain(`Sitemap: ${product.origin}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${product.origin}/</loc>`)
  expect(JSON.parse(await read('/manifest.webmanifest')).icons.length).toBe(2)
  for (const path of ['/icon-192.png', '/icon-512.png', '/apple-touch-icon.png', '/favicon.svg']) {
    expect((await fetch(product.origin + path)).status).toBe(200)
  }
})

test('the calendar files hold the event and its sessions at the right instant, whatever the zone of the calendar', async () => {
  const event = await read('/evento.ics')
  expect(event).toContain('SUMMARY:Conferencia 2025')
  // 07:00 in Guatemala, six hours behind UTC all year.
  expect(event).toMatch(/DTSTART:\d{8}T130000Z/)
  const agenda = await read('/agenda.ics')
  expect(agenda.match(/BEGIN:VEVENT/g)?.length).toBe(19)
  expect(agenda).toMatch(/DTSTART:\d{8}T143000Z\r\nDTEND:\d{8}T151500Z\r\nSUMMARY:Una máquina que entiende a mi abuela/)
})
