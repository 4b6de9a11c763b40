import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { letThrough, toast } from '../support/pages.ts'
import { answer, dialog, failing, names, save, startPanel } from '../support/panel.ts'
import { addSpeaker, clear, publishedSpeakers } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/speakers'))

test('creates, edits and deletes a speaker with toasts, and publishes each change', async () => {
  const page = await panel.open('Speakers')
  await page.getByText('No hay speakers agregados aún').waitFor()
  await page.getByRole('heading', { name: 'Speakers (0)' }).waitFor()

  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await page.getByRole('dialog', { name: 'Agregar Speaker' }).waitFor()
  const markedFields = await dialog(page).locator('label', { hasText: '*' }).allTextContents()
  expect(markedFields).toEqual(['Nombre *', 'Cargo *', 'Empresa *'])
  await dialog(page).getByLabel('Nombre').fill('Ixchel Batz')
  await dialog(page).getByLabel('Cargo').fill('Directora')
  await dialog(page).getByLabel('Empresa').fill('Quetzanube')
  await dialog(page).getByText('Mejor si tiene al menos 250×350 px.').waitFor()
  await dialog(page).getByLabel('Foto').fill('/favicon.svg')
  await dialog(page).getByRole('img', { name: 'Vista previa: Foto' }).waitFor()
  await save(page)
  await toast(page, 'Speaker creado exitosamente').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Speakers (1)' }).waitFor()
  await page.getByText('Quetzanube').waitFor()
  expect(await publishedSpeakers(panel)).toEqual(['Ixchel Batz'])

  await page.getByRole('button', { name: 'Editar Ixchel Batz' }).click()
  await page.getByRole('dialog', { name: 'Editar Speaker' }).waitFor()
  expect(await dialog(page).getByLabel('Cargo').inputValue()).toBe('Directora')
  await dialog(page).getByLabel('Nombre').fill('Ixchel Batz Morales')
  await save(page)
  await toast(page, 'Speaker actualizado exitosamente').waitFor()
  await page.getByRole('heading', { name: 'Ixchel Batz Morales' }).waitFor()
  expect(await publishedSpeakers(panel)).toEqual(['Ixchel Batz Morales'])

  await page.getByRole('button', { name: 'Eliminar Ixchel Batz Morales' }).click()
  expect(await answer(page, 'Cancelar')).toBe('¿Estás seguro de que quieres eliminar este speaker?\n\nIxchel Batz Morales')
  await page.getByRole('heading', { name: 'Ixchel Batz Morales' }).waitFor()

  await page.getByRole('button', { name: 'Eliminar Ixchel Batz Morales' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Speaker eliminado exitosamente').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('tabpanel')
  await page.getByText('No hay speakers agregados aún').waitFor()
  expect(await publishedSpeakers(panel)).toEqual([])
})

test('the form of a speaker shows a message at each invalid field, and sends nothing', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await dialog(page).getByLabel('LinkedIn').fill('javascript:alert(1)')
  await save(page)
  for (const text of ['Nombre requerido', 'Escribe una dirección que empiece con https://']) {
    await dialog(page).getByText(text).waitFor()
  }
  // Position and company may stay empty, so an empty form has no error there.
  for (const label of ['Cargo', 'Empresa']) expect(await dialog(page).getByLabel(label).getAttribute('aria-invalid')).toBeNull()
  expect(await panel.call('GET /api/speakers')).toEqual([])
})

test('after a failed save, the form keeps the typed text and a retry succeeds', async () => {
  const page = await panel.open('Speakers', { prepare: (blank) => failing(blank, '/api/speakers', 'POST') })
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  for (const label of ['Nombre', 'Cargo', 'Empresa']) await dialog(page).getByLabel(label).fill(`Mi ${label}`)
  await save(page)
  await toast(page, 'Error al crear').waitFor()
  await toast(page, 'Hubo un problema al crear el speaker.').waitFor()
  for (const label of ['Nombre', 'Cargo', 'Empresa']) {
    expect(await dialog(page).getByLabel(label).inputValue()).toBe(`Mi ${label}`)
  }
  await letThrough(page)
  await save(page)
  await toast(page, 'Speaker creado exitosamente').waitFor()
})

test.runIf(isFull)('reports a failed change or deletion of a speaker, and keeps the list unchanged', async () => {
  await addSpeaker(panel, 'Ana')
  const page = await panel.open('Speakers', { prepare: (blank) => failing(blank, '/api/speakers/*', 'PUT', 'DELETE') })
  await page.getByRole('button', { name: 'Editar Ana' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await save(page)
  await toast(page, 'Error al actualizar').waitFor()
  await toast(page, 'Hubo un problema al actualizar el speaker.').waitFor()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana Lucía')
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await answer(page, 'Descartar cambios')
  await page.getByRole('button', { name: 'Eliminar Ana' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Error al eliminar').waitFor()
  await toast(page, 'Hubo un problema al eliminar el speaker.').waitFor()
  expect(await names(page, 3)).toEqual(['Ana'])
})

test.runIf(isFull)('shows that speakers are loading, and after a failure offers to load them again', async () => {
  await addSpeaker(panel, 'Ana')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const page = await panel.open('Speakers', {
    prepare: (blank) =>
      blank.route('**/api/speakers', async (route) => {
        await released
        await route.fulfill({ status: 500, json: { error: 'x' } })
      }),
  })
  await page.getByRole('tabpanel', { name: 'Speakers' }).getByText('Cargando...', { exact: true }).waitFor()
  release()
  await page.getByText('No se pudo cargar el contenido.').waitFor()
  await letThrough(page)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('heading', { name: 'Ana' }).waitFor()
})
