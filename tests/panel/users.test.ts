import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createClient } from '../../demo/client.ts'
import { isFull } from '../support/full.ts'
import { signIn, toast } from '../support/pages.ts'
import { answer, dialog, failing, row, save, startPanel } from '../support/panel.ts'
import { admin } from '../support/product.ts'

const panel = await startPanel()
const ana = { name: 'Ana López', email: 'ana@ejemplo.gt', password: 'secreto-de-ana' }
const add = (fields: object = {}) => panel.call('POST /api/users', { ...ana, role: 'user', ...fields })

beforeEach(async () => {
  for (const { id, email } of await panel.call<{ id: string; email: string }[]>('GET /api/users')) {
    if (email !== admin.email) await panel.call(`DELETE /api/users/${id}`)
  }
})

/** Returns true if this password opens the panel. */
async function canSignIn(password: string): Promise<boolean> {
  const { status } = await createClient(panel.origin)('POST /api/auth/login', { email: ana.email, password })
  expect([200, 401]).toContain(status)
  return status === 200
}

/** Closes the error toast, which covers the dialog, and then the dialog with its typed text. */
async function leaveDialog(page: Page, message: string): Promise<void> {
  await page.keyboard.press('Escape')
  await toast(page, message).waitFor({ state: 'detached' })
  await answer(page, 'Descartar cambios')
  await dialog(page).waitFor({ state: 'detached' })
}

test('creates, edits and deletes a user with toasts, and asks before the deletion', async () => {
  const page = await panel.open('Usuarios')
  await page.getByRole('heading', { name: 'Gestión de Usuarios' }).waitFor()
  await row(page, admin.email).waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Nombre',
    'Email',
    'Rol',
    'Fecha de creación',
    'Acciones',
  ])

  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  await save(page)
  for (const text of ['Nombre requerido', 'Email válido requerido', 'Contraseña debe tener al menos 6 caracteres']) {
    await dialog(page).getByText(text).waitFor()
  }
  await dialog(page).getByLabel('Nombre').fill(ana.name)
  await dialog(page).getByLabel('Email').fill(ana.email)
  await dialog(page).getByLabel('Contraseña').fill(ana.password)
  expect(await dialog(page).getByLabel('Rol').inputValue()).toBe('user')
  await save(page)
  await toast(page, 'Usuario creado exitosamente').waitFor()
  await row(page, ana.email).getByRole('cell', { name: 'Usuario', exact: true }).waitFor()
  expect(await canSignIn(ana.password)).toBe(true)

  await page.getByRole('button', { name: 'Editar a Ana López' }).click()
  expect(await dialog(page).getByLabel('Contraseña').inputValue()).toBe('')
  await dialog(page).getByLabel('Rol').selectOption('Administrador')
  await save(page)
  await toast(page, 'Usuario actualizado exitosamente').waitFor()
  await row(page, ana.email).getByRole('cell', { name: 'Administrador', exact: true }).waitFor()
  expect(await canSignIn(ana.password)).toBe(true)

  await page.getByRole('button', { name: 'Editar a Ana López' }).click()
  await save(page)
  await toast(page, 'Usuario actualizado exitosamente').waitFor()
  await dialog(page).waitFor({ state: 'detached' })

  // Another administrator's change stays, because the panel sends only changed fields.
  const users = () => panel.call<{ id: string; email: string; name: string; isActive: boolean }[]>('GET /api/users')
  const theirs = async () => (await users()).find(({ email }) => email === ana.email)
  await panel.call(`PUT /api/users/${(await theirs())?.id}`, { isActive: false })
  await page.getByRole('button', { name: 'Editar a Ana López' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana López Paz')
  await save(page)
  await row(page, 'Ana López Paz').waitFor()
  expect(await theirs()).toMatchObject({ name: 'Ana López Paz', isActive: false })
  await panel.call(`PUT /api/users/${(await theirs())?.id}`, { name: ana.name })
  await page.reload()

  await page.getByRole('button', { name: 'Eliminar a Ana López' }).click()
  expect(await answer(page, 'Cancelar')).toBe(
    '¿Eliminar usuario?\n\nEsta acción no se puede deshacer. El usuario será eliminado permanentemente.\n\nAna López (ana@ejemplo.gt)',
  )
  await row(page, ana.email).waitFor()
  await page.getByRole('button', { name: 'Eliminar a Ana López' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Usuario eliminado exitosamente').waitFor()
  await row(page, ana.email).waitFor({ state: 'detached' })
})

test.runIf(isFull)('a new password or deactivation of a user takes effect at the user’s next sign-in', async () => {
  await add()
  const page = await panel.open('Usuarios')
  await page.getByRole('button', { name: 'Editar a Ana López' }).click()
  await dialog(page).getByLabel('Contraseña').fill('otro-secreto')
  await save(page)
  await toast(page, 'Usuario actualizado exitosamente').waitFor()
  expect([await canSignIn(ana.password), await canSignIn('otro-secreto')]).toEqual([false, true])

  await page.getByRole('button', { name: 'Editar a Ana López' }).click()
  await dialog(page).getByRole('switch', { name: 'Activo' }).uncheck()
  await save(page)
  await row(page, ana.email).getByText('Inactivo').waitFor()
  expect(await canSignIn('otro-secreto')).toBe(false)
})

test.runIf(isFull)('shows at the field that an e-mail is already in use, and keeps the typed text', async () => {
  const page = await panel.open('Usuarios')
  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  await dialog(page).getByLabel('Nombre').fill('Otro')
  await dialog(page).getByLabel('Email').fill(admin.email)
  await dialog(page).getByLabel('Contraseña').fill('secreto')
  await save(page)
  await dialog(page).getByText('Ya existe un usuario con este correo').waitFor()
  await toast(page, 'Error al crear usuario').waitFor()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Otro')
})

test("the list of users has no delete button for the user's own account", async () => {
  await add()
  const page = await panel.open('Usuarios')
  await row(page, 'Ana López').waitFor()
  expect(await page.getByRole('button', { name: /^Editar a/ }).count()).toBe(2)
  const offered = await page.getByRole('button', { name: /^Eliminar a/ }).all()
  expect(await Promise.all(offered.map((button) => button.getAttribute('aria-label')))).toEqual(['Eliminar a Ana López'])
})

test.runIf(isFull)('reports a failed creation, change or deletion of a user, and keeps the typed text', async () => {
  await add()
  const page = await panel.open('Usuarios', {
    prepare: async (blank) => {
      await failing(blank, '/api/users', 'POST')
      await failing(blank, '/api/users/*', 'PUT', 'DELETE')
    },
  })
  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  await dialog(page).getByLabel('Nombre').fill('Berta')
  await dialog(page).getByLabel('Email').fill('berta@ejemplo.gt')
  await dialog(page).getByLabel('Contraseña').fill('secreto')
  await save(page)
  await toast(page, 'Error al crear usuario').waitFor()
  expect(await dialog(page).getByLabel('Email').inputValue()).toBe('berta@ejemplo.gt')
  await leaveDialog(page, 'Error al crear usuario')

  await page.getByRole('button', { name: 'Editar a Ana López' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await save(page)
  await toast(page, 'Error al actualizar usuario').waitFor()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana Lucía')
  await leaveDialog(page, 'Error al actualizar usuario')

  await page.getByRole('button', { name: 'Eliminar a Ana López' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Error al eliminar usuario').waitFor()
  await row(page, ana.email).waitFor()
})

test.runIf(isFull)('shows that users are loading, and explains in an empty list how to add a user', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const page = await panel.open('Usuarios', {
    prepare: (blank) =>
      blank.route('**/api/users', async (route) => {
        await released
        await route.fulfill({ json: [] })
      }),
  })
  await page.getByText('Cargando usuarios...').waitFor()
  release()
  await page.getByText('No hay usuarios registrados').waitFor()
  await page.getByText('Crea el primer usuario para comenzar').waitFor()
})

test.runIf(isFull)('only administrators see buttons to change the list of users', async () => {
  await add()
  const page = await panel.visit()
  await signIn(page, ana)
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await row(page, admin.email).waitFor()
  await page.getByText('Solo los administradores pueden hacer cambios.').waitFor()
  const main = page.getByRole('tabpanel')
  expect(await main.getByRole('button').count()).toBe(0)
})

test('a user who types the current password can change it, and stays signed in', async () => {
  await add({ role: 'user' })
  const page = await panel.visit()
  await signIn(page, ana)
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await dialog(page).getByLabel('Contraseña actual').fill('no-es-esta')
  await dialog(page).getByLabel('Contraseña nueva').fill('otro-secreto')
  await save(page)
  await dialog(page).getByText('La contraseña actual no es correcta').waitFor()
  await dialog(page).getByLabel('Contraseña actual').fill(ana.password)
  await dialog(page).getByLabel('Contraseña nueva').fill('ana-lopez')
  await save(page)
  await dialog(page).getByText('La contraseña no puede ser tu nombre ni tu correo.').waitFor()
  await dialog(page).getByLabel('Contraseña nueva').fill('otro-secreto')
  await save(page)
  await toast(page, 'Contraseña cambiada').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect([await canSignIn(ana.password), await canSignIn('otro-secreto')]).toEqual([false, true])
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await row(page, ana.email).waitFor()
})

test.runIf(isFull)("the form of a user's own account has no password field", async () => {
  const page = await panel.open('Usuarios')
  await page.getByRole('button', { name: 'Editar a Administrador' }).click()
  await dialog(page).getByLabel('Nombre').waitFor()
  expect(await dialog(page).getByLabel('Contraseña').count()).toBe(0)
})
