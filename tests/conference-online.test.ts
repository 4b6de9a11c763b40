import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from './support/fixtures.ts'
import { islandsReady, newVisitor, seeToast, signIn, toast, trySignIn } from './support/pages.ts'
import { answer } from './support/panel.ts'
import { admin } from './support/product.ts'

// In production the server renders its own page at the start, as a trial.
const product = await sharedProduct({ NODE_ENV: 'production' })
const browser = await sharedBrowser()

test('the production server renders its own page before accepting visitors', () => {
  expect(product.log()).toContain('Sitio:')
  expect(product.log()).not.toContain('without having tried itself')
})

test('a new conference goes online: saves reach the page, and registrations reach the panel', async () => {
  const organiser = await newVisitor(browser, product.origin, { acceptDownloads: true })
  await signIn(organiser.page)

  await organiser.page.getByLabel('Subtítulo').fill('Tecnología hecha en Guatemala')
  await organiser.page.getByLabel('Ubicación').fill('Teatro Nacional, zona 1')
  await organiser.page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await toast(organiser.page, 'Contenido actualizado').waitFor()

  const visitor = await newVisitor(browser, product.origin)
  await visitor.page.goto('/')
  await visitor.page.getByText('Tecnología hecha en Guatemala', { exact: true }).waitFor()
  await visitor.page.locator('#evento').getByText('Teatro Nacional, zona 1').waitFor()

  await islandsReady(visitor.page)
  await visitor.page.getByRole('link', { name: 'Regístrate Ahora' }).click()
  const dialog = visitor.page.getByRole('dialog', { name: 'Registro - Conferencia 2025' })
  await dialog.getByLabel('Nombre completo').fill('José Ángel Pérez Ñandú')
  await dialog.getByLabel('Email').fill('jose.perez@ejemplo.gt')
  await dialog.getByLabel('Empresa').fill('Café "Los Cerros", S.A.')
  await dialog.getByLabel('Cargo').fill('Ingeniero')
  await dialog.getByLabel('Teléfono').fill('+502 5555 1234')
  await dialog.getByLabel('Acepto recibir información').check()
  await dialog.getByRole('button', { name: 'Confirmar Registro' }).click()
  await toast(visitor.page, '¡Registro exitoso!').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  const { page } = organiser
  await page.getByRole('tab', { name: 'Registros' }).click()
  const row = page.getByRole('row').filter({ hasText: 'José Ángel Pérez Ñandú' })
  await row.getByText('Pendiente', { exact: true }).filter({ visible: true }).waitFor()
  await row.getByRole('button', { name: 'Confirmar a José' }).click()
  await toast(page, 'Registro actualizado').waitFor()
  await row.getByText('Confirmado', { exact: true }).filter({ visible: true }).waitFor()

  const search = page.getByPlaceholder('Buscar por nombre, email o empresa')
  await search.fill('nadie se llama así')
  await page.getByText('No se encontraron registros con los filtros aplicados').waitFor()
  await search.fill('nandu jose perez')
  await row.waitFor()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^registros_conferencia_\d{4}-\d{2}-\d{2}\.csv$/)
  const [line] = parse(await readFile(await download.path()), { bom: true, columns: true }) as Record<string, string>[]
  expect({ ...line, 'Fecha de Registro': undefined }).toEqual({
    Nombre: 'José Ángel Pérez Ñandú',
    Email: 'jose.perez@ejemplo.gt',
    Empresa: 'Café "Los Cerros", S.A.',
    Cargo: 'Ingeniero',
    Teléfono: '+502 5555 1234',
    'Fecha de Registro': undefined,
    Confirmado: 'Sí',
    Marketing: 'Sí',
  })

  await row.getByRole('button', { name: 'Eliminar a José' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Registro eliminado').waitFor()
  await search.fill('')
  await page.getByText('No hay registros aún').waitFor()

  expect([...organiser.complaints, ...visitor.complaints]).toEqual([])
})

test('serves exactly the same page after a kill and restart as before', async () => {
  const read = async () => Buffer.from(await (await fetch(`${product.origin}/`)).arrayBuffer())
  const before = await read()
  await product.restart('SIGKILL')
  expect(await read()).toEqual(before)
  expect(await readFile(`${product.dataDir}/www/index.html`)).toEqual(before)
})

test('the page contains the text of every section without a script', async () => {
  const html = await (await fetch(`${product.origin}/`)).text()
  const texts = [
    'Conferencia 2025',
    '20 NOV, 2025',
    'Save the date',
    '¿De qué se trata?',
    'No hay video disponible',
    'Día de evento',
    '¿Qué podrás encontrar en el evento?',
    'Power talks',
    'Experts on experts',
    'Round tables',
    'Networking',
    'Los speakers serán anunciados pronto',
    'La agenda será publicada pronto',
    'Los aliados serán anunciados pronto',
    'Los patrocinadores serán anunciados pronto',
    'Regístrate y reserva tu espacio',
    'Evento GRATUITO.',
  ]
  expect(texts.filter((text) => !html.includes(text))).toEqual([])
  expect(html.trimEnd().endsWith('</html>')).toBe(true)
})

test('/admin redirects visitors without a session to the sign-in', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/admin')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Volver al sitio principal' }).waitFor()
  const response = await page.goto('/no-existe')
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
})

test('the sign-in rejects a wrong password, and signing out leads to the public page', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await trySignIn(page, { ...admin, password: 'no es la contraseña' })
  await seeToast(page, 'Error de autenticación', 'Email o contraseña incorrectos')

  await signIn(page)
  await toast(page, '¡Bienvenido!').waitFor()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await page.waitForURL(`${product.origin}/`)
  await toast(page, 'Sesión cerrada').waitFor()
  await page.goto('/admin')
  await page.waitForURL('**/login')
})

test('a registration with a wrong e-mail can be corrected and sent without JavaScript', async () => {
  const { page } = await newVisitor(browser, product.origin, { javaScriptEnabled: false })
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Regístrate y reserva tu espacio' })
  await form.getByLabel('Nombre completo').fill('Ana López')
  await form.getByLabel('Email').fill('ana@sin-punto')
  await form.getByLabel('Teléfono').fill('+502 4444 5555')
  await form.getByLabel('Comentarios').fill('Llego a las nueve')
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  await form.getByText('Email válido requerido').waitFor()
  expect(await form.getByLabel('Nombre completo').inputValue()).toBe('Ana López')
  expect(await form.getByLabel('Email').inputValue()).toBe('ana@sin-punto')
  expect(await form.getByLabel('Comentarios').inputValue()).toBe('Llego a las nueve')

  await form.getByLabel('Email').fill('ana@ejemplo.gt')
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  await form.getByText('¡Registro exitoso! Te contactaremos pronto.').waitFor()
})
