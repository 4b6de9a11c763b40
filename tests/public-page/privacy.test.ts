import { expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { newVisitor, openRegistration } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()

const notice = 'Guardamos tus datos solo para este evento.\nEscribe a hola@ejemplo.gt para borrarlos.'

test('both registration forms link to the privacy notice if the site has one', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  expect(await page.getByRole('link', { name: 'Aviso de privacidad' }).count()).toBe(0)
  await page.goto('/privacidad')
  await page.getByText('no ha publicado un aviso de privacidad').waitFor()

  const organiser = await organiserOf(product)
  await organiser('PUT /api/privacy', { notice, retentionDays: 30 })

  await page.goto('/')
  const form = page.locator('form[data-registration-form]')
  await form.getByText('Guardamos tus datos solo para este evento.').waitFor()
  const dialog = await openRegistration(page)
  await dialog.getByText('Guardamos tus datos solo para este evento.').waitFor()
  expect(await dialog.getByRole('link', { name: 'Aviso de privacidad' }).getAttribute('href')).toBe('/privacidad')
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Aviso de privacidad' }).click()
  await page.getByRole('heading', { name: 'Aviso de privacidad' }).waitFor()
  await page.getByText('Escribe a hola@ejemplo.gt para borrarlos.').waitFor()
  await page.getByText('se borran 30 días después del evento').waitFor()
})
