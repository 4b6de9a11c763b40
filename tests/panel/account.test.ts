import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { openDatabase } from '../hardening/client.ts'
import { violationsInBoth } from '../support/axe.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { signIn, toast, trySignIn } from '../support/pages.ts'
import { answer, dialog, save, startPanel } from '../support/panel.ts'
import { picture } from '../support/panel-uploads.ts'
import { admin, startProduct } from '../support/product.ts'

const luis = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'tres tazas de té' }

const product = await sharedProduct()
const panel = await startPanel(product)
const db = openDatabase(product)

test.runIf(isFull)("a link in a mail changes the e-mail of a user's account", async () => {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const panel = await startPanel(product)
  const page = await panel.open('Usuarios')
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByRole('button', { name: 'Cambiar nombre o foto' }).click()
  const profile = page.getByRole('dialog', { name: 'Nombre y foto' })
  await profile.getByLabel('Nombre').fill('Ana María')
  await profile.locator('input[type="file"]').setInputFiles(await picture(200, 200))
  await profile.getByRole('img').waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await save(page)
  await profile.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Cambiar correo' }).click()
  await page.getByLabel('Correo nuevo').fill('ana@ejemplo.gt')
  await save(page)
  await toast(page, 'Revisa tu correo nuevo').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('banner').getByText(`Ana María · ${admin.email}`).waitFor()
  expect(await page.locator('header img[src^="/public-objects/"], td img[src^="/public-objects/"]').count()).toBe(2)

  await expect.poll(() => server.taken.length).toBe(1)
  const { text = '' } = await PostalMime.parse(server.taken[0]?.raw ?? '')
  const visitor = await panel.visit()
  const link = /\S+\/correo#\S+/.exec(text)?.[0] ?? ''
  await visitor.goto(link)
  await visitor.getByRole('heading', { name: 'Confirma tu correo' }).waitFor()
  expect(await violationsInBoth(visitor)).toEqual([])
  await visitor.getByRole('button', { name: 'Confirmar email' }).click()
  await visitor.getByRole('heading', { name: 'Email confirmado' }).waitFor()
  expect(new URL(visitor.url()).hash).toBe('')

  // A used link leads to the panel, without a button that could only fail.
  const again = await panel.visit()
  await again.goto(link)
  await again.getByRole('button', { name: 'Confirmar email' }).click()
  await again.getByRole('link', { name: 'Abrir el panel' }).waitFor()
  expect(await again.getByRole('button').count()).toBe(0)

  await trySignIn(visitor, { ...admin, email: 'ana@ejemplo.gt' })
  await visitor.getByRole('tab', { name: 'Hero' }).waitFor()
})

test.runIf(isFull)('an administrator ends a user’s sessions and removes a lost second factor', async () => {
  await panel.call('POST /api/users', luis)
  const visitor = await panel.visit()
  await signIn(visitor, luis)
  const { secret } = await visitor.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' }
    return (await fetch('/api/auth/totp/begin', { method: 'POST', headers, body: '{}' })).json()
  })
  const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  await visitor.evaluate(async (body) => {
    const headers = { 'Content-Type': 'application/json' }
    await fetch('/api/auth/totp/confirm', { method: 'POST', headers, body })
  }, JSON.stringify({ code }))

  const page = await panel.open('Usuarios')
  const row = page.getByRole('row').filter({ hasText: luis.email })
  await row.getByText('Activo').waitFor()
  await row.getByText('Con segundo factor').waitFor()
  await row.getByText(/Última vez: /).waitFor()
  await page.getByRole('button', { name: 'Más sobre Luis' }).click()
  expect(await violationsInBoth(page)).toEqual([])
  await page.getByRole('button', { name: 'Cerrar sus sesiones' }).click()
  expect(await answer(page, 'Cerrar sesiones')).toContain('¿Cerrar las sesiones de Luis?')
  await toast(page, 'Sesiones cerradas').waitFor()
  await trySignIn(visitor, luis)
  await visitor.getByLabel('Código').waitFor()

  await page.getByRole('button', { name: 'Más sobre Luis' }).click()
  await page.getByRole('button', { name: 'Quitar segundo factor' }).click()
  await answer(page, 'Quitar segundo factor')
  await toast(page, 'Segundo factor quitado').waitFor()
  await row.getByText('Con segundo factor').waitFor({ state: 'detached' })
  await trySignIn(visitor, luis)
  await visitor.getByRole('tab', { name: 'Hero' }).waitFor()
})

test.runIf(isFull)('the sign-in offers no passkey on a site whose URL has an IP address', async () => {
  const { origin } = Object.assign(new URL(panel.origin), { hostname: '127.0.0.1' })
  const page = await panel.visit()
  const [cookie] = panel.session.cookies
  await page.context().addCookies([{ name: 'session', value: cookie?.value ?? '', url: origin }])
  await page.goto(`${origin}/admin`)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).waitFor()
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByText(/se abre con una dirección IP \(127\.0\.0\.1\): aquí no se pueden usar/).waitFor()
  expect(await page.getByRole('button', { name: 'Agregar llave de acceso' }).count()).toBe(0)
  await page.context().clearCookies()
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
  expect(await page.getByRole('button', { name: 'Entrar con llave de acceso' }).count()).toBe(0)
})

test.runIf(isFull)('hides a typed password, and accepts a password from clipboard or password manager', async () => {
  const page = await panel.visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  for (const [path, label, autocomplete] of [
    ['/login', 'Contraseña', 'current-password'],
    ['/clave#x', 'Contraseña nueva', 'new-password'],
  ] as const) {
    await page.goto(path)
    const field = page.getByLabel(label)
    await field.waitFor()
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual(['password', autocomplete])
    const long = ` ${'ñandú '.repeat(20)}`
    await page.evaluate((text) => navigator.clipboard.writeText(text), long)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+V')
    expect(await field.inputValue()).toBe(long)
  }
})

test('half an hour after the sign-in, asks for the password before ending another session', async () => {
  const other = await panel.visit()
  await signIn(other)
  // Uses a session of its own, because the test makes its session look old.
  const page = await panel.visit()
  await signIn(page)
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  db.prepare('UPDATE sessions SET created_at = created_at - 3600').run()
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page
    .getByRole('button', { name: /^Cerrar la sesión de Chrome/ })
    .first()
    .click()
  const again = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await again.getByLabel('Contraseña').fill(admin.password)
  expect(await violationsInBoth(page)).toEqual([])
  await again.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await toast(page, 'Sesión cerrada').waitFor()
  await other.goto('/admin')
  await other.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
})

test.runIf(isFull)('half an hour after the sign-in, asks for the password before creating a user', async () => {
  const page = await panel.visit()
  await signIn(page)
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  await dialog(page).getByLabel('Nombre').fill('Rosa')
  await dialog(page).getByLabel('Email').fill('rosa@ejemplo.gt')
  await dialog(page).getByLabel('Contraseña').fill('cuatro tazas de té')
  db.prepare('UPDATE sessions SET created_at = created_at - 3600').run()
  await save(page)
  const again = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await again.getByText('Este cambio decide quién entra al panel').waitFor()
  // A user who declines keeps the typed text and can save again.
  await again.getByRole('button', { name: 'Ahora no' }).click()
  await toast(page, 'Error al crear usuario').waitFor()
  await page.keyboard.press('Escape')
  await answer(page, 'Cancelar')
  expect(await dialog(page).getByLabel('Email').inputValue()).toBe('rosa@ejemplo.gt')
  await save(page)
  await again.getByLabel('Contraseña').fill(admin.password)
  expect(await violationsInBoth(page)).toEqual([])
  await again.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await toast(page, 'Usuario creado exitosamente').waitFor()
  await page.getByRole('row').filter({ hasText: 'rosa@ejemplo.gt' }).waitFor()

  const rosa = page.getByRole('row').filter({ hasText: 'rosa@ejemplo.gt' })
  db.prepare('UPDATE sessions SET created_at = created_at - 3600').run()
  await rosa.getByRole('button', { name: 'Eliminar a Rosa' }).click()
  await answer(page, 'Eliminar')
  await again.getByLabel('Contraseña').fill(admin.password)
  await again.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await rosa.waitFor({ state: 'detached' })
})

test('the sign-out button is visible at any width, even if a second factor is missing', async () => {
  const page = await panel.open('Hero')
  const out = page.getByRole('button', { name: 'Cerrar Sesión' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await out.isVisible(), String(width)).toBe(true)
  }
  db.prepare('INSERT OR REPLACE INTO security (id, requireSecondFactor) VALUES (1, 1)').run()
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Falta tu segundo factor' }).waitFor()
  await out.click()
  await page.waitForURL(`${panel.origin}/`)
})
