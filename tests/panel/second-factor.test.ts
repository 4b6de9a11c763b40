import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { isInSight, toast, trySignIn } from '../support/pages.ts'
import { answer, dialog, startPanel } from '../support/panel.ts'
import { admin, startProduct } from '../support/product.ts'

async function ownPanel() {
  const product = await startProduct()
  onTestFinished(product.discard)
  return startPanel(product)
}

/** Returns an app's code for this secret, a number of 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000) + steps), 6)

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByRole('heading', { name: 'Mi cuenta' }).waitFor()
}

/** Adds an authenticator app and returns its secret. */
async function addApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Agregar aplicación' }).click()
  const secret = (await dialog(page).locator('code').textContent()) ?? ''
  await dialog(page).getByRole('textbox').fill(codeOf(secret))
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('button', { name: 'Los guardé' }).click()
  return secret
}

test('connects an authenticator app, and signs in with a code or a recovery code', async () => {
  const panel = await ownPanel()
  const page = await panel.open('Usuarios')
  await openAccount(page)
  await page.getByText(/^aquí, ahora/).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await page.getByRole('button', { name: 'Agregar aplicación' }).click()
  const connecting = page.getByRole('dialog', { name: 'Agregar aplicación de códigos' })
  const secret = (await connecting.locator('code').textContent()) ?? ''
  await page.setViewportSize({ width: 360, height: 620 })
  await connecting.getByLabel('Código', { exact: false }).last().fill('000000')
  await connecting.getByRole('button', { name: 'Confirmar' }).click()
  const refused = connecting.getByText('El código no es correcto. Escribe el que tu aplicación muestra ahora.')
  // The message is not hidden behind the fixed buttons, even on a phone.
  await expect.poll(isInSight(refused)).toBe(true)
  expect(await violationsInBoth(page)).toEqual([])
  await connecting.getByRole('textbox').fill(codeOf(secret))
  await connecting.getByRole('button', { name: 'Confirmar' }).click()
  const kept = page.getByRole('dialog', { name: 'Guarda estos códigos' })
  await kept.getByRole('listitem').first().waitFor()
  const [first = ''] = await kept.getByRole('listitem').allTextContents()
  expect(await kept.getByRole('listitem').count()).toBe(10)
  await kept.getByRole('button', { name: 'Los guardé' }).click()
  await page.getByText('Te quedan 10 códigos de recuperación.').waitFor()
  await page.getByRole('button', { name: 'Códigos de recuperación nuevos' }).click()
  await answer(page, 'Hacer códigos nuevos')
  await kept.getByRole('listitem').first().waitFor()
  const [recoveryCode = '', ofBefore = first] = await kept.getByRole('listitem').allTextContents()
  expect(ofBefore).not.toBe(first)
  if (isFull) expect(await violationsInBoth(page)).toEqual([])
  await kept.getByRole('button', { name: 'Los guardé' }).click()

  for (const code of [codeOf(secret, 1), recoveryCode]) {
    const visitor = await panel.visit()
    await trySignIn(visitor, admin)
    await visitor.getByLabel('Código').waitFor()
    if (isFull && code === recoveryCode) expect(await violationsInBoth(visitor)).toEqual([])
    await visitor.getByLabel('Código').fill(code)
    await visitor.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await visitor.getByRole('tab', { name: 'Hero' }).waitFor()
  }
})

test.runIf(isFull)('adds a passkey, signs in with the passkey and removes it', async () => {
  const panel = await ownPanel()
  const page = await panel.open('Usuarios')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: false,
      automaticPresenceSimulation: true,
    },
  })
  await openAccount(page)
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await toast(page, 'No se agregó ninguna llave').waitFor()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await page.getByRole('button', { name: 'Cambiar el nombre de la llave Computadora' }).click()
  await page.getByRole('dialog', { name: 'Nombre de la llave' }).getByLabel('Nombre').fill('La de la oficina')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Quitar la llave La de la oficina' }).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  // The browser offers the passkey beside the e-mail. The virtual authenticator accepts at once.
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Hero' }).waitFor()

  // This browser does not offer passkeys by itself.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await page.getByRole('tab', { name: 'Hero' }).waitFor()

  await openAccount(page)
  await page.getByRole('button', { name: 'Quitar la llave La de la oficina' }).click()
  await answer(page, 'Quitar llave')
  await toast(page, 'Llave de acceso quitada').waitFor()
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await page.getByText('Esa llave de acceso no se reconoce aquí. Entra con tu contraseña.').waitFor()
})

test.runIf(isFull)('users without a required second factor reach only their account', async () => {
  const panel = await ownPanel()
  const luis = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'tres tazas de té' }
  await panel.call('POST /api/users', luis)
  const page = await panel.open('Usuarios')
  const box = page.getByLabel('Pedir a todos verificación en dos pasos')
  await box.click()
  expect(await answer(page, 'Cancelar')).toContain('tú también')
  expect(await box.isChecked()).toBe(false)
  await box.click()
  await answer(page, 'Pedirla a todos')
  // The administrator has no second factor either.
  await page.getByRole('heading', { name: 'Falta tu segundo factor' }).waitFor()

  const visitor = await panel.visit()
  await trySignIn(visitor, luis)
  await visitor.getByRole('heading', { name: 'Falta tu segundo factor' }).waitFor()
  expect(await violationsInBoth(visitor)).toEqual([])
  await addApp(visitor)
  await visitor.getByRole('button', { name: 'Continuar' }).click()
  await visitor.getByRole('tab', { name: 'Hero' }).waitFor()
})

test.runIf(isFull)('door staff without a required second factor are led to add one', async () => {
  const panel = await ownPanel()
  const helper = { name: 'Helena', email: 'helena@ejemplo.gt', password: 'tres tazas de té' }
  await panel.call('POST /api/users', { ...helper, role: 'door' })
  // The door's list is available only around the event.
  await panel.call('PUT /api/hero', { eventDate: new Date().toISOString() })
  await panel.call('PUT /api/security', { requireSecondFactor: true })
  const phone = await panel.visit()
  await phone.goto('/puerta')
  await phone.getByLabel('Email').fill(helper.email)
  await phone.getByLabel('Contraseña').fill(helper.password)
  await phone.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await phone.waitForURL('**/admin')
  await phone.getByRole('heading', { name: 'Falta tu segundo factor' }).waitFor()
  const secret = await addApp(phone)
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await phone.waitForURL('**/puerta')
  await phone.getByRole('button', { name: 'Buscar' }).waitFor()
  // Later sign-ins at the door ask for a code.
  const another = await panel.visit()
  await trySignIn(another, helper)
  await another.getByLabel('Código').fill(codeOf(secret, 1))
  await another.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await another.waitForURL('**/puerta')
})
