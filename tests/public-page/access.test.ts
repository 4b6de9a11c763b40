import { describe, expect, test } from 'vitest'
import { contrast } from '../../data/look/accent.ts'
import { eventDateAfter, nameIn } from '../../demo/content.ts'
import { violations, violationsInBoth } from '../support/axe.ts'
import { sharedBrowser, sharedDemo, sharedProduct } from '../support/fixtures.ts'
import { isFull, some } from '../support/full.ts'
import { hasFocus, islandsReady, letThrough, newVisitor, openRegistration, toast } from '../support/pages.ts'

const product = await sharedDemo()
const empty = await sharedProduct()
const browser = await sharedBrowser()
const titleOfForm = /^Registro - Telar \d{4}$/

const phone = { width: 360, height: 740 }

/** `npm test` checks opened dialogs only in the light theme. A full run checks both themes. */
const violationsOfOpened = isFull ? violationsInBoth : violations

describe('the public page in light and dark', () => {
  test('the landing page is accessible, with default content and with the demo', async () => {
    for (const { origin } of some([product, empty], 1)) {
      const { page } = await newVisitor(browser, origin)
      await page.goto('/')
      await islandsReady(page)
      expect(await violationsInBoth(page), origin).toEqual([])
    }
  })

  test('the registration dialog is accessible when open, after an error and after success', async () => {
    const { page } = await newVisitor(browser, product.origin, { viewport: phone })
    await page.goto('/')
    const dialog = await openRegistration(page, titleOfForm)
    await dialog.waitFor()
    expect(await violationsOfOpened(page), 'dialog').toEqual([])

    await page.route('**/api/registrations', (route) =>
      route.fulfill({ status: 422, json: { error: 'x', fields: { email: 'Email válido requerido' } } }),
    )
    await dialog.getByLabel('Nombre completo').fill('Ana')
    await dialog.getByLabel('Email').fill('ana@ejemplo.gt')
    await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
    await dialog.getByText('Email válido requerido').waitFor()
    await expect.poll(hasFocus(dialog.getByLabel('Email'))).toBe(true)
    await toast(page, 'Error en el registro').waitFor()
    expect(await violationsOfOpened(page), 'dialog after an error').toEqual([])

    await letThrough(page, '**/api/registrations')
    await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
    await toast(page, '¡Registro exitoso!').waitFor()
    expect(await violationsOfOpened(page), 'after success').toEqual([])
  })

  test('the open menu, an open speaker and the page after sending a form are accessible', async () => {
    const { page } = await newVisitor(browser, product.origin, { viewport: phone })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('link', { name: 'Agenda', exact: true }).waitFor()
    expect(await violationsOfOpened(page), 'menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('#speakers').getByRole('link', { name: 'Ixchel Batz Morales' }).click()
    await page.getByRole('dialog', { name: 'Ixchel Batz Morales' }).waitFor()
    expect(await violationsOfOpened(page), 'speaker').toEqual([])
    await page.keyboard.press('Escape')
    // Waits, because the address loses its hash a moment after the dialog closes.
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await page.goto('/#registro-exitoso')
    await page.getByText('¡Registro exitoso! Te contactaremos pronto.').waitFor()
    expect(await violationsOfOpened(page), 'notice').toEqual([])
  })

  test('the page for a rejected form and the page for an unknown URL are accessible', async () => {
    const { page } = await newVisitor(browser, product.origin)
    await page.route('**/inline-form*.js', (route) => route.abort())
    await page.goto('/')
    const form = page.getByRole('region', { name: 'Regístrate y reserva tu espacio' })
    await form.getByLabel('Nombre completo').fill('Ana')
    await form.getByLabel('Email').fill('ana@sin-punto')
    await form.getByLabel('Teléfono').fill('1')
    await form.getByRole('button', { name: 'Confirmar Registro' }).click()
    await form.getByText('Email válido requerido').waitFor()
    expect(await violationsOfOpened(page), 'refused').toEqual([])
    await page.goto('/no-existe')
    expect(await violationsOfOpened(page), '404').toEqual([])
  })
})

test('the edge of every field has a contrast of 3:1 in both themes', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: phone })
  const edges = () =>
    page.locator('input:visible, select:visible, textarea:visible, .day-tabs a:visible').evaluateAll((fields) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      return fields.map((field) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(field)
        return [backgroundColor, borderTopColor].map((color) => {
          if (!canvas) return ''
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
          return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        })
      })
    })
  await page.goto('/')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await edges()
    expect(found.length).toBeGreaterThan(4)
    for (const [ground = '', edge = ''] of found)
      expect(contrast(ground, edge), `${colorScheme}: ${edge} on ${ground}`).toBeGreaterThanOrEqual(3)
  }
})

test('at twice the usual font size, no page on a phone scrolls sideways or is cut off', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: phone })
  for (const path of ['/', '/recuperar', '/privacidad', '/no-existe']) {
    await page.goto(path)
    if (path === '/') await islandsReady(page)
    const out = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      const counted = [...document.querySelectorAll('[role=timer] *')].map((part) => part.getBoundingClientRect().right)
      return Math.max(document.documentElement.scrollWidth, ...counted) - document.documentElement.clientWidth
    })
    expect(out, path).toBeLessThanOrEqual(0)
  }
})

test('on a phone, the calendar links are below the text of the registration notice', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: phone })
  await page.goto('/#registro-exitoso')
  const notice = page.locator('#registro-exitoso')
  const [said, links] = await Promise.all([
    notice.locator('> span').first().boundingBox(),
    notice.locator('> span').last().boundingBox(),
  ])
  expect(links?.y).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0))
})

test('a screen reader announces headings and landmarks of the page in order, with their names', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: phone })
  await page.goto('/')
  await page.locator('.session-star').first().waitFor({ state: 'attached' })
  const heard = (await page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim())
  const eventDate = eventDateAfter(new Date())
  const [year] = eventDate.split('-')
  const weekday = new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'America/Guatemala' }).format(new Date(eventDate))
  const part = /^- (banner|main|search|searchbox|combobox|timer|group|table|region|textbox|contentinfo|heading .*level=[12])/
  expect(heard.filter((line) => part.test(line)).map((line) => line.replace(/:[^"]*$/, ''))).toEqual([
    '- banner',
    '- main',
    `- heading "${nameIn(eventDate)}" [level=1]`,
    '- timer "Cuenta regresiva"',
    '- heading "¿De qué se trata?" [level=2]',
    '- heading "¿Qué podrás encontrar en el evento?" [level=2]',
    '- heading "Segmentos ON" [level=2]',
    '- heading "Speakers" [level=2]',
    `- heading "Agenda 20 NOV, ${year}" [level=2]`,
    '- combobox "Sala"',
    '- search "Agenda"',
    '- searchbox "Buscar charlas y speakers"',
    `- group "Horario del ${weekday} 20 de noviembre"`,
    '- table "Horario por escenario"',
    '- heading "Aliados" [level=2]',
    '- heading "Patrocinadores" [level=2]',
    '- region "Regístrate y reserva tu espacio"',
    '- heading "Regístrate y reserva tu espacio" [level=2]',
    '- textbox "Nombre completo"',
    '- textbox "Email"',
    '- textbox "Teléfono"',
    '- textbox "Comentarios (opcional)"',
    '- combobox "¿Qué comes? (opcional)"',
    '- combobox "¿Necesitas rampa? (opcional)"',
    '- combobox "Talla de camiseta (opcional)"',
    '- contentinfo',
  ])
  const links = heard.flatMap((line, index) => (line.startsWith('- link ') ? [`${line} ${heard[index + 1]}`] : []))
  const names = [...new Set(links)].map((link) => link.split(/:? - \/url/)[0])
  expect(names, 'links that sound alike and lead elsewhere').toEqual([...new Set(names)])
  expect(names.length).toBeGreaterThan(20)

  // The region must exist before its message, because some screen readers ignore a message that comes with its region.
  const found = await page.locator('#agenda').getByRole('status').elementHandle()
  await page.getByRole('searchbox').fill('abuela')
  await expect.poll(() => found?.textContent()).toMatch(/^1 charla/)
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => found?.textContent()).toBe('')
  expect(await found?.evaluate((status) => status.isConnected)).toBe(true)
  await page
    .getByRole('button', { name: 'Guardar «Una máquina que entiende a mi abuela» en mis charlas', pressed: false })
    .click()
  await page
    .getByRole('button', { name: 'Guardar «Una máquina que entiende a mi abuela» en mis charlas', pressed: true })
    .waitFor()
})

test('menu, speakers, registration dialog and form can be used by keyboard alone', async () => {
  const { page } = await newVisitor(browser, product.origin, { viewport: phone })
  await page.goto('/#speakers')
  await islandsReady(page)
  const menu = page.getByRole('button', { name: 'Menú' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Evento')
  await page.keyboard.press('Escape')
  await expect.poll(hasFocus(menu)).toBe(true)

  const more = page.locator('#speakers').getByRole('link', { name: 'Ixchel Batz Morales' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Ixchel Batz Morales' }).waitFor()
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#speaker-/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Ixchel Batz Morales' }).waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).hash).toBe('#speakers')
  await expect.poll(hasFocus(more)).toBe(true)

  const register = page.getByRole('banner').getByRole('link', { name: 'Regístrate' })
  await register.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: titleOfForm })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(hasFocus(register)).toBe(true)
})

const sizes = [
  ['at 320 px', { viewport: { width: 320, height: 640 } }],
  ['at 200 % zoom of a 1280 px window', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
] as const

test.each(some(sizes, 1))('%s nothing on the page is cut off or scrolls sideways', async (_, options) => {
  for (const { origin } of [empty, product]) {
    const { page } = await newVisitor(browser, origin, options)
    await page.goto('/')
    await islandsReady(page)
    // Returns elements that extend beyond the right edge, except the woven band, which is cut off on purpose.
    const cut = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'main :is(h1, h2, h3, p, a, button, input, textarea, dd, dt, li, time), header :is(a, button)',
        ),
      ]
        .filter((element) => {
          const { width, left, right } = element.getBoundingClientRect()
          return width > 0 && (right > innerWidth + 1 || left < -1)
        })
        .map((element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`),
    )
    expect(cut).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('the whole page can be read without JavaScript, and shows no useless controls', async () => {
  const { page } = await newVisitor(browser, product.origin, { javaScriptEnabled: false, reducedMotion: 'no-preference' })
  await page.goto('/')
  expect(await page.getByRole('timer').isVisible()).toBe(false)
  for (const text of ['Acreditación y café de bienvenida', 'Ixchel Batz Morales', 'Patrocinadores', 'Evento GRATUITO.']) {
    await page.getByText(text).first().scrollIntoViewIfNeeded()
    expect(await page.getByText(text).first().isVisible()).toBe(true)
  }
  await page.getByRole('img', { name: 'Radio Código 502' }).scrollIntoViewIfNeeded()
  // Reads the style, because Playwright counts transparent text as visible.
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-slide-up]' })
  await session.send('CSS.enable')
  for (const nodeId of nodeIds) {
    const { computedStyle } = await session.send('CSS.getComputedStyleForNode', { nodeId })
    expect(computedStyle.find(({ name }) => name === 'opacity')?.value).toBe('1')
  }
})

test('an element that slides in is shown once a tenth of it is visible', async () => {
  const moving = await newVisitor(browser, product.origin, { reducedMotion: 'no-preference' })
  await moving.page.goto('/')
  const title = moving.page.getByRole('heading', { name: 'Patrocinadores' })
  const opacity = () => title.evaluate((element) => getComputedStyle(element).opacity)
  expect(await opacity()).toBe('0')
  await title.scrollIntoViewIfNeeded()
  await moving.page.waitForFunction(() => {
    const title = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent?.includes('Patrocinadores'))
    return title && getComputedStyle(title).opacity === '1'
  })
  const still = await newVisitor(browser, product.origin, { reducedMotion: 'reduce' })
  await still.page.goto('/')
  expect(
    await still.page.getByRole('heading', { name: 'Patrocinadores' }).evaluate((element) => getComputedStyle(element).opacity),
  ).toBe('1')
})
