import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { some } from '../support/full.ts'
import { hasFocus, islandsReady, newVisitor, openRegistration } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const forms = some(['page', 'dialog'] as const, 1)

async function emails(): Promise<string[]> {
  const organiser = await organiserOf(product)
  return (await (await organiser('GET /api/registrations')).json()).map(({ email }: { email: string }) => email)
}

/** Types a registration into one of the two forms without sending it. */
async function typeInto(where: 'page' | 'dialog', email: string) {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await islandsReady(page)
  const form = where === 'dialog' ? await openRegistration(page) : page.locator('#registro')
  await form.getByLabel('Nombre completo').fill('Ana')
  if (where === 'page') await form.getByLabel('Teléfono').fill('5555 1234')
  const field = form.getByLabel('Email')
  await field.pressSequentially(email)
  const send = async () => {
    await form.getByRole('button', { name: 'Confirmar Registro' }).click()
    await page.getByText('¡Registro exitoso!').filter({ visible: true }).waitFor()
  }
  return { page, form, field, send, question: form.getByText(/¿Tu correo es/) }
}

test.each(forms)('the form in the %s suggests a corrected e-mail, which Enter accepts', async (where) => {
  const { page, form, field, send, question } = await typeInto(where, `${where}-si@gmial.com`)
  await form.getByRole('status').getByText(`¿Tu correo es ${where}-si@gmail.com?`).waitFor()
  expect([await page.getByRole('dialog').count(), await violations(page)]).toEqual([where === 'dialog' ? 1 : 0, []])
  await field.press('Tab')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await expect.poll(hasFocus(field)).toBe(true)
  await send()
  expect(await emails()).toContain(`${where}-si@gmail.com`)
})

test.each(forms)('the form in the %s sends a mistyped e-mail as typed if the suggestion is ignored', async (where) => {
  const { send, question } = await typeInto(where, `${where}-no@gmial.com`)
  await question.waitFor()
  await send()
  expect([await emails(), await question.count()]).toEqual([expect.arrayContaining([`${where}-no@gmial.com`]), 0])
})

test('suggests no correction while the e-mail is still being typed', async () => {
  const { page, field, question } = await typeInto('page', '')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.pressSequentially('ana@gmail.co')
  await page.clock.runFor(200)
  expect(await question.count()).toBe(0)
  await field.pressSequentially('m')
  await page.clock.runFor(2000)
  expect(await question.count()).toBe(0)
  // The control: with the typing error, the question appears.
  await field.press('Backspace')
  await page.clock.runFor(2000)
  await question.waitFor()
})
