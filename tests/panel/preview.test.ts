import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { hasFocus, letThrough, seeToast } from '../support/pages.ts'
import { answer, dialog, field, openTab, saveButton, startPanel } from '../support/panel.ts'
import { addSpeaker, clear } from '../support/panel-items.ts'
import { admin } from '../support/product.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/speakers'))

const pageIn = (page: Page) => page.frameLocator('iframe[title="Vista previa de la página"]')

test('the preview beside a form shows typed text before it is saved', async () => {
  const page = await panel.open('Hero', { viewport: { width: 1280, height: 800 } })
  await pageIn(page).getByRole('heading', { level: 1 }).waitFor()
  await field(page, 'Ubicación').fill('Un lugar a medio escribir')
  await pageIn(page).getByText('Un lugar a medio escribir').first().waitFor()
  expect(await (await fetch(`${panel.origin}/`)).text()).not.toContain('Un lugar a medio escribir')
  await field(page, 'Ubicación').fill('Un lugar definitivo')
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  await pageIn(page).getByText('Un lugar definitivo').first().waitFor()
})

test('the preview shows typed text before the server answers, and keeps the newest text', async () => {
  const page = await panel.open('Hero', { viewport: { width: 1280, height: 800 } })
  await field(page, 'Ubicación').fill('Primer lugar')
  await pageIn(page).getByText('Primer lugar').first().waitFor()
  const waiting: Route[] = []
  await page.route('**/api/preview', (route) => void waiting.push(route))
  await field(page, 'Ubicación').fill('Segundo lugar')
  await pageIn(page).getByText('Segundo lugar').first().waitFor()
  await expect.poll(() => waiting.length).toBe(1)
  await field(page, 'Ubicación').fill('Tercer lugar')
  await pageIn(page).getByText('Tercer lugar').first().waitFor()
  await waiting[0]?.continue()
  await expect.poll(() => waiting.length).toBe(2)
  expect(await pageIn(page).getByText('Segundo lugar').count()).toBe(0)
  expect(await pageIn(page).getByText('Tercer lugar').count()).toBeGreaterThan(0)
  await waiting[1]?.continue()
  await letThrough(page, '**/api/preview')
})

test.runIf(isFull)('the preview shows an unsaved accent colour in both themes, and an unsaved past date', async () => {
  const page = await panel.open('Ajustes', { viewport: { width: 1280, height: 800 } })
  const root = pageIn(page).locator('html')
  const primary = () => root.evaluate((html) => getComputedStyle(html).getPropertyValue('--color-primary'))
  await page.getByRole('tab', { name: 'Apariencia', exact: true }).click()
  await field(page, 'Color').fill('#1f7a4d')
  await expect.poll(primary).toBe('#1f7a4d')
  await page.getByRole('button', { name: 'Oscuro' }).click()
  await expect.poll(primary).toMatch(/^#(?!1f7a4d)/)
  await field(page, 'Color').fill('')
  await page.getByRole('button', { name: 'Claro' }).click()
  await expect.poll(primary).toBe('#b3123f')
  await openTab(page, 'Hero')
  await field(page, 'Fecha del Evento').fill('2020-01-02')
  await expect.poll(() => root.getAttribute('data-moment')).toBe('after')
})

test.runIf(isFull)('the preview beside the tab Ajustes (settings) shows the part of the page being edited', async () => {
  const page = await panel.open('Ajustes', { viewport: { width: 1280, height: 800 } })
  await page.getByRole('tab', { name: 'Privacidad', exact: true }).click()
  await field(page, 'Aviso de privacidad').fill('Solo para apartar tu lugar.')
  const notice = pageIn(page).getByText('Solo para apartar tu lugar.')
  await notice.waitFor()
  await expect.poll(() => notice.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true)
  await page.getByRole('tab', { name: 'Correo', exact: true }).click()
  await page.frameLocator('iframe[title="Vista previa: Confirmación"]').getByText('Ana López').first().waitFor()
  expect(await page.getByRole('complementary', { name: 'Vista previa' }).count()).toBe(0)
})

test.runIf(isFull)('scrolling the preview to a section does not scroll the panel', async () => {
  const page = await panel.visit({ storageState: panel.session, viewport: { width: 1280, height: 800 } })
  await page.goto('/admin')
  await pageIn(page).getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('tab', { name: 'Benefits' }).click()
  await expect
    .poll(() =>
      pageIn(page)
        .locator('html')
        .evaluate(() => scrollY),
    )
    .toBeGreaterThan(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test.runIf(isFull)('the preview shows the valid fields while another field is invalid', async () => {
  const page = await panel.open('Hero', { viewport: { width: 1280, height: 800 } })
  await pageIn(page).getByRole('heading', { level: 1 }).waitFor()
  await field(page, 'Texto del Botón').fill('')
  await field(page, 'Ubicación').fill('Con el botón vacío')
  await pageIn(page).getByText('Con el botón vacío').first().waitFor()
})

test("clicking an item in the preview opens the item's form at the clicked field", async () => {
  await addSpeaker(panel, 'Ixchel Batz', { company: 'Cooperativa del Lago' })
  await panel.call('POST /api/info', { title: 'Estacionamiento gratis', text: 'En el sótano.' })
  const page = await panel.open('Speakers', { viewport: { width: 1280, height: 800 } })
  await pageIn(page).getByText('Cooperativa del Lago').click()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ixchel Batz')
  await expect.poll(hasFocus(dialog(page).getByLabel('Empresa'))).toBe(true)
  await dialog(page).getByLabel('Empresa').fill('A medio escribir en la ventana')
  await pageIn(page).getByText('A medio escribir en la ventana').waitFor()
  await page.keyboard.press('Escape')
  await answer(page, 'Descartar cambios')
  await dialog(page).waitFor({ state: 'detached' })
  // A tab that was open before is mounted while it is hidden.
  await openTab(page, 'Ajustes')
  await openTab(page, 'Hero')
  await pageIn(page).getByText('Estacionamiento gratis').click()
  expect(await dialog(page).getByLabel('Título').inputValue()).toBe('Estacionamiento gratis')
  await page.keyboard.press('Escape')
  await openTab(page, 'Hero')
  const { title } = await panel.call<{ title: string }>('GET /api/benefits')
  await pageIn(page).getByRole('heading', { name: title }).click()
  await expect.poll(hasFocus(page.getByLabel(/^Título principal/))).toBe(true)
})

test.runIf(isFull)('typing does not reload the previewed page', async () => {
  const page = await panel.open('Hero', { viewport: { width: 1280, height: 800 } })
  const timer = pageIn(page).getByRole('timer')
  await timer.getByText(/^\d+$/).first().waitFor()
  await field(page, 'Ubicación').fill('Otro lugar')
  await pageIn(page).getByText('Otro lugar').first().waitFor()
  expect(await timer.textContent()).not.toContain('–')
  const days = timer.getByText(/^\d+$/).first()
  const before = await days.textContent()
  await field(page, 'Fecha del Evento').fill('2099-01-01')
  await expect.poll(() => days.textContent()).not.toBe(before)
})

test.runIf(isFull)('the preview shows at once the elements that slide in while visitors scroll', async () => {
  const page = await panel.open('Benefits', { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
  await field(page, 'Título principal').fill('Un título dibujado de nuevo')
  const title = pageIn(page).getByRole('heading', { name: 'Un título dibujado de nuevo' })
  await title.waitFor()
  expect(await title.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  expect(await pageIn(page).locator('[data-slide-up]').count()).toBe(0)
})

test.runIf(isFull)('a preview opened after the end of the session shows the page after a sign-in', async () => {
  const page = await panel.open('Hero', { viewport: { width: 1024, height: 800 } })
  await field(page, 'Ubicación').fill('Escrito antes de que terminara')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const ended = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await ended.getByLabel('Contraseña').fill(admin.password)
  await ended.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await pageIn(page).getByText('Escrito antes de que terminara').first().waitFor()
})

test.runIf(isFull)('on a small screen, a button opens the preview in the width of a phone or computer', async () => {
  const page = await panel.open('Hero', { viewport: { width: 768, height: 900 } })
  await field(page, 'Ubicación').fill('Escrito antes de mirar')
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await pageIn(page).getByText('Escrito antes de mirar').first().waitFor()
  const width = () =>
    pageIn(page)
      .locator('html')
      .evaluate(() => innerWidth)
  await page.getByRole('button', { name: 'Teléfono' }).click()
  await expect.poll(width).toBe(390)
  await page.getByRole('button', { name: 'Computadora' }).click()
  await expect.poll(width).toBe(1280)
  const paper = () =>
    pageIn(page)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: 'Oscuro' }).click()
  await expect.poll(paper).not.toBe(light)
  await page.getByRole('button', { name: 'Claro' }).click()
  await expect.poll(paper).toBe(light)
  // Escape also works while the focus is inside the previewed page.
  await pageIn(page).getByRole('link').first().press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test.runIf(isFull)('on a phone, the preview opened from a dialog shows the text typed in the dialog', async () => {
  const page = await panel.open('Speakers', { viewport: { width: 360, height: 740 } })
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await page.getByLabel('Nombre').fill('Rosa Tum')
  await page.getByRole('dialog').getByRole('button', { name: 'Vista previa' }).click()
  const shown = page.frameLocator('iframe[title="Vista previa de la página"]').getByRole('heading', { name: 'Rosa Tum' })
  await shown.click()
  await page.getByRole('dialog', { name: 'Vista previa' }).getByRole('button', { name: 'Cerrar ventana' }).click()
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Rosa Tum')
})

test.runIf(isFull)('Tab can skip the links of the preview', async () => {
  const page = await panel.openForm('Hero', { viewport: { width: 1440, height: 900 } })
  const beside = page.getByRole('complementary', { name: 'Vista previa' })
  await beside.locator('iframe').waitFor()
  await saveButton(page).focus()
  await page.keyboard.press('Tab')
  await expect.poll(hasFocus(beside.getByRole('button', { name: 'Saltar la vista previa' }))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(hasFocus(page.getByRole('tab', { name: 'Hero' }))).toBe(true)
})
