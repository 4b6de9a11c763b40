import { beforeEach, expect, test } from 'vitest'
import { hasFocus, isInSight } from '../support/pages.ts'
import { answer, dialog, save, startPanel } from '../support/panel.ts'
import { addScenario, addSpeaker, clear, publishedSpeakers } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

test('saving a field that another person changed in the meantime shows both texts', async () => {
  const { id } = await addSpeaker(panel, 'Ana')
  const page = await panel.open('Speakers', { viewport: { width: 360, height: 640 } })
  await page.getByRole('button', { name: 'Editar Ana' }).click()
  await panel.call(`PUT /api/speakers/${id}`, { name: 'Ana María', company: 'Otra' })
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await save(page)
  const alert = dialog(page).getByRole('alert').filter({ hasText: 'Elige en cada campo marcado cuál queda, y guarda.' })
  await alert.waitFor()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana Lucía')
  expect(await panel.call('GET /api/speakers')).toMatchObject([{ name: 'Ana María', company: 'Otra' }])
  await expect.poll(() => dialog(page).getByLabel('Empresa').inputValue()).toBe('Otra')
  await dialog(page).getByRole('radio', { name: 'Tuyo: Ana Lucía' }).waitFor()
  await dialog(page).getByLabel('Biografía').focus()
  await expect.poll(isInSight(alert)).toBe(true)
  await dialog(page)
    .getByRole('radio', { name: /: Ana María$/ })
    .check()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana María')
  await dialog(page).getByRole('radio', { name: 'Tuyo: Ana Lucía' }).check()
  await save(page)
  await dialog(page).waitFor({ state: 'detached' })
  expect(await panel.call('GET /api/speakers')).toMatchObject([{ name: 'Ana Lucía', company: 'Otra' }])
})

test('asks before closing a dialog with unsaved changes by Escape, cross or button', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(hasFocus(page.getByRole('button', { name: 'Agregar Speaker' }))).toBe(true)

  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  // Browsers send this event if the user picks no file. The dialog must stay open.
  await dialog(page).locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  await dialog(page).getByLabel('Nombre').fill('Ana')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Cerrar ventana' }).click(),
    () => dialog(page).getByRole('button', { name: 'Cancelar' }).click(),
  ]
  for (const close of ways) {
    await close()
    expect(await answer(page, 'Cancelar')).toBe('Hay cambios sin guardar. ¿Quieres descartarlos?')
    expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana')
  }
  await page.keyboard.press('Escape')
  await answer(page, 'Descartar cambios')
  await dialog(page).waitFor({ state: 'detached' })
})

test('hiding a speaker in the form shows a warning about talks that lose the speaker', async () => {
  const { id: speaker } = await addSpeaker(panel, 'Ana', { displayOrder: 7 })
  const { id: scenarioId } = await addScenario(panel, 'Ceiba')
  await panel.call('POST /api/agenda/events', { scenarioId, title: 'Redes', startTime: '09:00', speakerIds: [speaker] })
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Editar Ana' }).click()
  await dialog(page).getByLabel('Orden').fill('')
  await dialog(page).getByRole('switch', { name: 'Visible' }).uncheck()
  await dialog(page).getByText('Su charla queda sin speaker: «Redes».').waitFor()
  await save(page)
  await page.getByText('Oculto', { exact: true }).waitFor()
  expect(await panel.call('GET /api/speakers')).toMatchObject([{ displayOrder: 0, isActive: false }])
  expect(await publishedSpeakers(panel)).toEqual([])
})
