import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull, some } from '../support/full.ts'
import { seeToast, trySignIn, withoutPreview } from '../support/pages.ts'
import { field, saveButton, startPanel, unexpected } from '../support/panel.ts'
import { admin } from '../support/product.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

type RouteAnswer = 'cut' | Parameters<Route['fulfill']>[0]

const read = (path: string) => panel.call<Record<string, string>>(`GET ${path}`)

describe('the end of a session', () => {
  const open = panel.sharedPage(withoutPreview)

  test.each(some(sections, 1))(
    '$tab: asks for a sign-in if the session ended, and then sends the save',
    async ({ tab, path, field: label, name, success }) => {
      const page = await open(tab)
      await field(page, label).fill(`Después de la pausa: ${tab}`)
      await page.context().clearCookies()
      await saveButton(page).click()

      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
      await dialog.waitFor()
      expect(await dialog.getByLabel('Email').inputValue()).toBe(admin.email)
      // The password field has the focus, because only the password is missing.
      await page.keyboard.type('no es la contraseña')
      await page.keyboard.press('Enter')
      await seeToast(page, 'Error de autenticación', 'Email o contraseña incorrectos')
      await dialog.getByLabel('Contraseña').fill(admin.password)
      await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()

      await dialog.waitFor({ state: 'detached' })
      await seeToast(page, ...success)
      expect((await read(path))[name]).toBe(`Después de la pausa: ${tab}`)
      expect(unexpected(page)).toEqual([])
    },
  )
})

const troubled = 'El servidor no pudo iniciar tu sesión. Inténtalo de nuevo en un momento.'

const unanswered = 'El servidor no responde. Revisa tu conexión y vuelve a intentarlo.'

test('a failed sign-in shows the message of the server, or else that of the panel', async () => {
  const page = await panel.visit()
  const failures: [RouteAnswer, string][] = [
    [{ status: 401, json: { error: 'Cuenta cerrada.' } }, 'Cuenta cerrada.'],
    [{ status: 403, body: 'Cuenta bloqueada' }, 'Cuenta bloqueada'],
    [{ status: 401, body: '' }, 'Email o contraseña incorrectos'],
    [{ status: 500, body: '' }, troubled],
    [{ status: 500, body: '<html>Bad Gateway</html>', contentType: 'text/html' }, troubled],
    [{ status: 200, body: '<html>Wifi del hotel</html>', contentType: 'text/html' }, troubled],
    ['cut', unanswered],
  ]
  for (const [answered, text] of failures) {
    await page.route('**/api/auth/login', (route) =>
      answered === 'cut' ? route.abort('internetdisconnected') : route.fulfill(answered),
    )
    await trySignIn(page, admin)
    await seeToast(page, 'Error de autenticación', text)
    expect(await page.getByText('Error de autenticación').count()).toBe(1)
  }
  expect(unexpected(page).filter((message) => !message.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('keeps typed text if the organiser declines to sign in again, and can save it later', async () => {
  const page = await panel.openForm('Benefits', withoutPreview)
  await field(page, 'Título 3').fill('Para más tarde')
  await page.context().clearCookies()
  await saveButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await seeToast(page, 'Error', 'Error al actualizar el contenido: HTTP error! status: 401')
  expect(await field(page, 'Título 3').inputValue()).toBe('Para más tarde')
  await saveButton(page).click()
  await dialog.getByLabel('Contraseña').fill(admin.password)
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await seeToast(page, 'Éxito')
  expect((await read('/api/benefits')).benefit3Title).toBe('Para más tarde')
})

test.runIf(isFull)('the sign-in dialog over the panel is accessible in light and dark', async () => {
  const page = await panel.openForm('About', withoutPreview)
  await page.context().clearCookies()
  await saveButton(page).click()
  await page.getByRole('dialog', { name: 'Tu sesión terminó' }).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
})
