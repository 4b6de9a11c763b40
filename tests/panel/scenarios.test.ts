import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { answer, dialog, failing, names, save, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

test('creates, edits and deletes a room (scenario), each with a toast', async () => {
  const page = await panel.open('Agenda')
  await page.getByText('No hay escenarios agregados aún').waitFor()
  await page.getByRole('heading', { name: 'Escenarios (0)' }).waitFor()

  await page.getByRole('button', { name: 'Agregar Escenario' }).click()
  await dialog(page).getByLabel('Nombre').fill('Auditorio')
  await save(page)
  await toast(page, 'Escenario creado exitosamente').waitFor()
  await page.getByRole('heading', { name: 'Escenarios (1)' }).waitFor()
  await page.getByText('0 eventos').waitFor()

  await page.getByRole('button', { name: 'Editar Auditorio' }).click()
  await page.getByRole('dialog', { name: 'Editar Escenario' }).waitFor()
  await dialog(page).getByLabel('Descripción').fill('Planta baja')
  await save(page)
  await toast(page, 'Escenario actualizado exitosamente').waitFor()
  await page.getByText('Planta baja').waitFor()

  await page.getByRole('button', { name: 'Eliminar Auditorio' }).click()
  expect(await answer(page, 'Cancelar')).toContain('¿Estás seguro de que quieres eliminar este escenario?')
  await page.getByRole('button', { name: 'Eliminar Auditorio' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Escenario eliminado exitosamente').waitFor()
  await page.getByText('No hay escenarios agregados aún').waitFor()
})

test('refuses to delete a room (scenario) with sessions, and advises moving the sessions', async () => {
  const { id } = await addScenario(panel, 'Auditorio')
  await addEvent(panel, id, 'Apertura', '09:00')
  const page = await panel.open('Agenda')
  await page.getByRole('button', { name: 'Eliminar Auditorio' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Error al eliminar').waitFor()
  await toast(page, 'Este escenario tiene eventos. Muévelos o elimínalos primero.').waitFor()
  expect(await names(page, 3)).toEqual(['Auditorio'])
})

test.runIf(isFull)('reordering rooms (scenarios) by keyboard reorders the columns of the agenda', async () => {
  for (const name of ['Auditorio', 'Terraza']) await addEvent(panel, (await addScenario(panel, name)).id, `En ${name}`, '09:00')
  const page = await panel.open('Agenda')
  await page.getByRole('button', { name: 'Subir Terraza' }).press('Enter')
  await toast(page, 'Terraza: lugar 1 de 2.').waitFor()
  const columns = (await panel.publicPage()).locator('#agenda thead th span.font-display')
  expect(await columns.allTextContents()).toEqual(['Terraza', 'Auditorio'])
})

const lists = [
  ['Eventos', 'Evento', 'evento', '/api/agenda/events', 'Título'],
  ['Escenarios', 'Escenario', 'escenario', '/api/agenda/scenarios', 'Nombre'],
] as const

test.runIf(isFull).each(lists)(
  'reports a failed save and a failed deletion in %s, and keeps the typed text',
  async (tab, Noun, noun, path, field) => {
    const { id } = await addScenario(panel, 'Auditorio')
    if (tab === 'Eventos') await addEvent(panel, id, 'Apertura', '09:00')
    const item = tab === 'Eventos' ? 'Apertura' : 'Auditorio'
    const page = await panel.open('Agenda', {
      prepare: async (blank) => {
        await failing(blank, path, 'POST')
        await failing(blank, `${path}/*`, 'PUT', 'DELETE')
      },
    })
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: `Agregar ${Noun}` }).click()
    await dialog(page).getByLabel(field).fill('Lo que escribí')
    if (tab === 'Eventos') {
      await dialog(page).getByLabel('Escenario').selectOption('Auditorio')
      await dialog(page).getByLabel('Hora de inicio').fill('11:00')
    }
    await save(page)
    await toast(page, 'Error al crear').waitFor()
    await toast(page, `Hubo un problema al crear el ${noun}.`).waitFor()
    expect(await dialog(page).getByLabel(field).inputValue()).toBe('Lo que escribí')
    await page.keyboard.press('Escape')
    await answer(page, 'Descartar cambios')

    await page.getByRole('button', { name: `Editar ${item}` }).click()
    await dialog(page).getByLabel('Descripción').fill('Nueva')
    await save(page)
    await toast(page, 'Error al actualizar').waitFor()
    await toast(page, `Hubo un problema al actualizar el ${noun}.`).waitFor()
    expect(await dialog(page).getByLabel('Descripción').inputValue()).toBe('Nueva')
    await page.keyboard.press('Escape')
    await answer(page, 'Descartar cambios')

    await page.getByRole('button', { name: `Eliminar ${item}` }).click()
    await answer(page, 'Eliminar')
    await toast(page, 'Error al eliminar').waitFor()
    await toast(page, `Hubo un problema al eliminar el ${noun}.`).waitFor()
  },
)
