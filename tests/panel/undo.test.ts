import { beforeEach, expect, test } from 'vitest'
import { isFull, some } from '../support/full.ts'
import { seeToast, toast } from '../support/pages.ts'
import { answer, dialog, field, save, saveButton, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker, clear, publishedSpeakers } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/speakers', '/api/agenda/scenarios'))

test('undoes a save with one click, and keeps later changes of other people', async () => {
  const { location } = await panel.call<{ location: string }>('GET /api/hero')
  const page = await panel.open('Hero')
  await field(page, 'Ubicación').fill('Un lugar equivocado')
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  await panel.call('PUT /api/hero', { subtitle: 'De otra persona' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await seeToast(page, 'Cambio deshecho')
  expect(await panel.call('GET /api/hero')).toMatchObject({ location, subtitle: 'De otra persona' })
  await expect.poll(() => field(page, 'Ubicación').inputValue()).toBe(location)
  await expect.poll(() => field(page, 'Subtítulo').inputValue()).toBe('De otra persona')
})

test('undoing the deletion of a speaker restores the speaker in the talks', async () => {
  const { id } = await addSpeaker(panel, 'Ixchel Batz')
  const { id: scenario } = await addScenario(panel, 'Principal')
  const { id: event } = await addEvent(panel, scenario, 'Servidores sin sueño', '09:00')
  await panel.call(`PUT /api/agenda/events/${event}`, { speakerId: id })
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Eliminar Ixchel Batz' }).click()
  expect(await answer(page, 'Eliminar')).toContain('Su charla queda sin speaker: «Servidores sin sueño».')
  await seeToast(page, 'Speaker eliminado exitosamente')
  expect(await publishedSpeakers(panel)).toEqual([])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Eliminar Ixchel Batz' }).waitFor()
  expect(await publishedSpeakers(panel)).toEqual(['Ixchel Batz'])
  expect(await panel.call('GET /api/agenda/events')).toMatchObject([{ speakerId: id }])
})

test.runIf(isFull)('undoes a change made in a dialog, and the creation of an item', async () => {
  await addSpeaker(panel, 'Ana')
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Editar Ana' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await save(page)
  await seeToast(page, 'Speaker actualizado exitosamente')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Editar Ana', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await dialog(page).getByLabel('Nombre').fill('Luz')
  await dialog(page).getByLabel('Cargo').fill('CTO')
  await dialog(page).getByLabel('Empresa').fill('Labs')
  await save(page)
  await seeToast(page, 'Speaker creado exitosamente')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Editar Luz' }).waitFor({ state: 'detached' })
  expect(await publishedSpeakers(panel)).toEqual(['Ana'])
})

test.runIf(isFull)('restores a deleted registration with one click on undo', async () => {
  await panel.call('POST /api/registrations', { name: 'Rosa Tun', email: 'rosa@example.com' })
  const page = await panel.open('Registros')
  await page.getByRole('button', { name: 'Eliminar a Rosa Tun' }).click()
  expect(await answer(page, 'Eliminar')).toContain('Rosa Tun (rosa@example.com)')
  await seeToast(page, 'Registro eliminado')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Eliminar a Rosa Tun' }).waitFor()
})

test.each(some([360, 1280, 768], 1))('at a width of %i px, a toast covers no tab and no button', async (width) => {
  for (const name of ['Ana', 'Luz', 'Eva', 'Sol']) await addSpeaker(panel, name)
  const page = await panel.open('Speakers', { viewport: { width, height: 800 } })
  await page.getByRole('button', { name: 'Eliminar Ana' }).click()
  await answer(page, 'Eliminar')
  await seeToast(page, 'Speaker eliminado exitosamente')
  await page.getByRole('button', { name: 'Editar Ana' }).waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      page.evaluate(() => {
        const message = document.querySelector('.toast-area')?.getBoundingClientRect()
        if (!message) return ['no message']
        return [...document.querySelectorAll('.tab-bar, .save-bar, .item-actions, main button')]
          .filter((element) => !element.closest('.toast-area'))
          .filter((element) => {
            const box = element.getBoundingClientRect()
            const isOver =
              box.left < message.right && message.left < box.right && box.top < message.bottom && message.top < box.bottom
            return box.width > 0 && isOver
          })
          .map(({ className }) => className)
      }),
    )
    .toEqual([])
  await page.keyboard.press('Escape')
  await toast(page, 'Speaker eliminado exitosamente').waitFor({ state: 'detached' })
})
