import { describe, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull, some } from '../support/full.ts'
import { seeToast, withoutPreview } from '../support/pages.ts'
import { field, saveButton, startPanel, unexpected } from '../support/panel.ts'
import { admin } from '../support/product.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

const read = (path: string) => panel.call<Record<string, string>>(`GET ${path}`)

describe('a session that ends', () => {
  const open = panel.sharedPage(withoutPreview)

  test.each(some(sections, 1))(
    '$tab: a save that finds the session ended is sent once the organiser has signed in again over the panel, where everything still is',
    async ({ tab, path, field: label, name, success }) => {
      const page = await open(tab)
      await field(page, label).fill(`Después de la pausa: ${tab}`)
      await page.context().clearCookies()
      await saveButton(page).click()

      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
      await dialog.waitFor()
      expect(await dialog.getByLabel('Email').inputValue()).toBe(admin.email)
      // The password has the focus: it is all that is missing.
      await page.keyboard.type('no es la contraseña')
      await page.keyboard.press('Enter')
      await dialog.getByText('Error de autenticación').waitFor()
      await dialog.getByText('Email o contraseña incorrectos').waitFor()
      await dialog.getByLabel('Contraseña').fill(admin.password)
      await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()

      await dialog.waitFor({ state: 'detached' })
      await seeToast(page, ...success)
      expect((await read(path))[name]).toBe(`Después de la pausa: ${tab}`)
      expect(unexpected(page)).toEqual([])
    },
  )
})

test('an organiser who does not sign in again keeps what was typed and saves it later', async () => {
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

test.runIf(isFull)('axe finds no fault in the sign-in over the panel by light or dark', async () => {
  const page = await panel.openForm('About', withoutPreview)
  await page.context().clearCookies()
  await saveButton(page).click()
  await page.getByRole('dialog', { name: 'Tu sesión terminó' }).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
})
