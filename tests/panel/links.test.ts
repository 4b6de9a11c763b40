import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { trySignIn } from '../support/pages.ts'
import { dialog, startPanel } from '../support/panel.ts'
import { admin, startProduct } from '../support/product.ts'

const chosen = 'tres tazas de té'

test.runIf(isFull)('without a mail server, an invited user chooses a password by a copied link', async () => {
  const panel = await startPanel()
  const page = await panel.open('Usuarios')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const luis = { name: 'Luis', email: 'luis@ejemplo.gt' }
  await dialog(page).getByLabel('Nombre').fill(luis.name)
  await dialog(page).getByLabel('Email').fill(luis.email)
  await dialog(page).getByRole('button', { name: 'Invitar' }).click()
  await dialog(page).getByRole('heading', { name: 'Enlace para elegir contraseña' }).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  const link = await dialog(page).getByLabel('Enlace').inputValue()
  await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('row').filter({ hasText: luis.email }).getByText('Invitado').waitFor()

  const visitor = await panel.visit()
  await visitor.goto(link)
  await visitor.getByRole('heading', { name: 'Elige tu contraseña' }).waitFor()
  expect(await violationsInBoth(visitor)).toEqual([])
  await visitor.getByLabel('Contraseña nueva').fill('123456')
  await visitor.getByRole('button', { name: 'Guardar contraseña' }).click()
  await visitor.getByText('Esta contraseña es una de las más usadas del mundo.').waitFor()
  await visitor.getByLabel('Contraseña nueva').fill(chosen)
  await visitor.getByRole('button', { name: 'Guardar contraseña' }).click()
  // After choosing the password, the person is signed in.
  await visitor.getByRole('tab', { name: 'Hero' }).waitFor()
  expect(new URL(visitor.url()).hash).toBe('')

  // A link works once. The page offers a new link, but an unknown e-mail gets none.
  const finder = await panel.visit()
  await finder.goto(link)
  await finder.getByLabel('Contraseña nueva').fill('otra cosa más')
  await finder.getByRole('button', { name: 'Guardar contraseña' }).click()
  await finder.getByText('Este enlace ya no sirve: se usó o venció. Pide otro.').waitFor()
})

test('a user with a forgotten password chooses a new one by a mailed link', async () => {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const panel = await startPanel(product)
  const page = await panel.visit()
  await page.goto('/login')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('heading', { name: '¿Olvidaste tu contraseña?' }).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
  await expect.poll(() => server.taken.length).toBe(1)
  const { text = '' } = await PostalMime.parse(server.taken[0]?.raw ?? '')
  await page.goto(/\S+\/clave#\S+/.exec(text)?.[0] ?? '')
  await page.getByLabel('Contraseña nueva').fill(chosen)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByRole('link', { name: 'Iniciar Sesión' }).click()
  await trySignIn(page, { email: admin.email, password: chosen })
  await page.getByRole('tab', { name: 'Hero' }).waitFor()
})
