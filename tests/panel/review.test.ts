import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { hasFocus, toast } from '../support/pages.ts'
import { dialog, save, startPanel } from '../support/panel.ts'
import { addScenario, addSpeaker } from '../support/panel-items.ts'

const panel = await startPanel()

const line = { name: /cosas? por revisar/ }

test('until a problem of the content is corrected, a list links to its field', async () => {
  const { id: ceiba } = await addScenario(panel, 'Ceiba')
  const { id: ana } = await addSpeaker(panel, 'Ana Batz')
  const talk = { scenarioId: ceiba, startTime: '09:00', endTime: '10:00', speakerIds: [ana], description: 'De qué trata.' }
  await panel.call('POST /api/agenda/events', { ...talk, title: 'Redes' })
  await panel.call('POST /api/agenda/events', { ...talk, title: 'Nubes', speakerIds: [] })
  await addSpeaker(panel, 'Beto Choc')
  const page = await panel.open('Hero')
  await page.getByRole('button', { name: '2 cosas por revisar' }).click()
  await dialog(page).getByText('«Redes» choca con «Nubes» (09:00–10:00): está en el mismo escenario.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: /^Ver Agenda › Eventos, Hora de inicio/ })
    .click()
  await dialog(page).getByText('Editar Evento').waitFor()
  const start = dialog(page).getByLabel('Hora de inicio')
  await expect.poll(hasFocus(start)).toBe(true)
  await start.fill('11:00')
  await save(page)
  await toast(page, 'Evento actualizado exitosamente').waitFor()

  await page.getByRole('button', { name: '1 cosa por revisar' }).click()
  await dialog(page)
    .getByRole('button', { name: /Beto Choc no tiene ninguna charla.*está bien así/ })
    .click()
  await dialog(page).getByText('No queda nada por revisar.').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', line).count()).toBe(0)
})
