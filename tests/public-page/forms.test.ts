import { expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { islandsReady, letThrough, newVisitor, openRegistration, toast } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()

test('both registration forms keep typed text after an error and a reload', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const dialog = await openRegistration(page)
  await dialog.getByLabel('Nombre completo').fill('Lucía Méndez')
  await dialog.getByLabel('Email').fill('lucia@ejemplo.gt')
  await page.route('**/api/registrations', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
  await toast(page, 'Error en el registro').waitFor()
  await toast(page, 'Hubo un problema al procesar tu registro. Inténtalo de nuevo.').waitFor()
  expect(await dialog.getByLabel('Nombre completo').inputValue()).toBe('Lucía Méndez')
  // The button that was pressed keeps the focus.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Confirmar Registro')
  // The toast covers the dialog's head, and can still be closed.
  await dialog.getByRole('button', { name: 'Cerrar aviso' }).click()
  await letThrough(page, '**/api/registrations')

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

test('tapping the send button twice sends one registration', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const dialog = await openRegistration(page)
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

test('the registration dialog shows the texts that organisers wrote in the panel', async () => {
  const organiser = await organiserOf(product)
  await organiser('PUT /api/registration-form', {
    modalTitle: 'Aparta tu lugar',
    submitButtonText: 'Quiero ir',
    companyLabel: '',
  })
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const dialog = await openRegistration(page, 'Aparta tu lugar')
  await dialog.getByRole('button', { name: 'Quiero ir' }).waitFor()
  await dialog.getByLabel('Empresa').waitFor()
  await organiser('PUT /api/registration-form', { modalTitle: '', submitButtonText: '' })
})
