import { expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { some } from '../support/full.ts'
import { islandsReady, newVisitor, openRegistration } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()

async function emails(): Promise<string[]> {
  const organiser = await organiserOf(product)
  return (await (await organiser('GET /api/registrations')).json()).map(({ email }: { email: string }) => email)
}

/** Fills one of the two forms in with a mistyped address, and sends it. */
async function registerAs(where: 'page' | 'dialog', email: string) {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  await islandsReady(page)
  const form = where === 'dialog' ? await openRegistration(page) : page.locator('#registro')
  await form.getByLabel('Nombre completo').fill('Ana')
  await form.getByLabel('Email').fill(email)
  if (where === 'page') await form.getByLabel('Teléfono').fill('5555 1234')
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  return page
}

test.each(some(['page', 'dialog'] as const, 1))(
  'in the form of the %s a mistyped address is asked about, and a click corrects it',
  async (where) => {
    const page = await registerAs(where, `${where}-si@gmial.com`)
    await page.getByRole('dialog', { name: `¿Tu correo es ${where}-si@gmail.com?` }).waitFor()
    expect(await emails()).not.toContain(`${where}-si@gmial.com`)
    await page.getByRole('button', { name: `Sí, es ${where}-si@gmail.com` }).click()
    await page.getByText('¡Registro exitoso!').filter({ visible: true }).waitFor()
    expect(await emails()).toContain(`${where}-si@gmail.com`)
  },
)

test.each(some(['page', 'dialog'] as const, 1))(
  'in the form of the %s who insists is registered as they typed it',
  async (where) => {
    const page = await registerAs(where, `${where}-no@gmial.com`)
    await page.getByRole('button', { name: `No, es ${where}-no@gmial.com` }).click()
    await page.getByText('¡Registro exitoso!').filter({ visible: true }).waitFor()
    expect(await emails()).toContain(`${where}-no@gmial.com`)
  },
)
