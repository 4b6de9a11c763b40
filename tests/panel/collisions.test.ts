import { beforeEach, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { dialog, save, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

test('the form and the list show collisions of a session, but the session can be saved', async () => {
  const { id: ceiba } = await addScenario(panel, 'Ceiba')
  await addScenario(panel, 'Amate')
  const { id: ana } = await addSpeaker(panel, 'Ana Batz')
  const talk = { scenarioId: ceiba, title: 'Redes', startTime: '09:00', endTime: '10:00', speakerIds: [ana] }
  await panel.call('POST /api/agenda/events', talk)
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  const said = dialog(page).getByRole('status').filter({ hasText: 'Choca' })

  await dialog(page).getByLabel('Título').fill('Nubes')
  await dialog(page).getByLabel('Escenario').selectOption('Ceiba')
  await dialog(page).getByLabel('Hora de inicio').fill('09:30')
  await said.getByText('Choca con «Redes» (09:00–10:00): está en el mismo escenario.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByLabel('Escenario').selectOption('Amate')
  await said.waitFor({ state: 'detached' })
  await dialog(page).getByLabel('Speaker').selectOption('Ana Batz')
  await said.getByText('Choca con «Redes» (09:00–10:00, Ceiba): Ana Batz está en los dos.').waitFor()
  await dialog(page).getByLabel('Speaker').selectOption('Sin speaker')
  await dialog(page).getByRole('switch', { name: 'Para todos' }).check()
  await said.getByText('Choca con «Redes» (09:00–10:00, Ceiba): este evento es para todos.').waitFor()
  await save(page)
  await toast(page, 'Evento creado exitosamente').waitFor()

  const redes = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Redes' }) })
  await redes.getByText('Choca con «Nubes» (09:30): es para todos.').waitFor()
  await page.getByText('2 chocan entre sí: están marcados.').waitFor()
})

test.runIf(isFull)('changing the start of a talk also moves its end', async () => {
  const { id } = await addScenario(panel, 'Ceiba')
  await panel.call('POST /api/agenda/events', { scenarioId: id, title: 'Redes', startTime: '09:00', endTime: '10:00' })
  await addEvent(panel, id, 'Cierre', '17:00')
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Editar Redes' }).click()
  const [start, end] = ['Hora de inicio', 'Hora de fin'].map((label) => dialog(page).getByLabel(label))
  // Types digit by digit, because the field contains 01:00 before 10:00.
  await start?.pressSequentially('1000')
  await expect.poll(() => start?.inputValue()).toBe('10:00')
  await expect.poll(() => end?.inputValue()).toBe('11:00')
  await end?.fill('10:30')
  await start?.fill('23:45')
  await expect.poll(() => end?.inputValue(), { message: 'in the night that follows' }).toBe('00:15')
  await start?.fill('11:00')
  await expect.poll(() => end?.inputValue()).toBe('11:30')
  await save(page)
  await toast(page, 'Evento actualizado exitosamente').waitFor()
  const events = await panel.call<{ title: string }[]>('GET /api/agenda/events')
  expect(events.find(({ title }) => title === 'Redes')).toMatchObject({ startTime: '11:00', endTime: '11:30' })

  await page.getByRole('button', { name: 'Editar Cierre' }).click()
  await dialog(page).getByLabel('Hora de inicio').fill('18:00')
  await save(page)
  await toast(page, 'Evento actualizado exitosamente').waitFor()
  const closing = await panel.call<{ title: string }[]>('GET /api/agenda/events')
  expect(closing.find(({ title }) => title === 'Cierre')).toMatchObject({ startTime: '18:00', endTime: '' })
})

test.runIf(isFull)('moves a talk by half an hour with two clicks, and offers an undo', async () => {
  const { id } = await addScenario(panel, 'Ceiba')
  await panel.call('POST /api/agenda/events', { scenarioId: id, title: 'Redes', startTime: '09:00', endTime: '10:00' })
  await panel.call('POST /api/agenda/events', { scenarioId: id, title: 'Nubes', startTime: '10:15', endTime: '11:00' })
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Mover Redes' }).click()
  await dialog(page).getByRole('button', { name: '15 min después 09:15–10:15', exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '30 min después 09:30–10:30 · choca' }).click()
  await toast(page, 'Evento actualizado exitosamente').waitFor()
  const times = async () =>
    (await panel.call<{ title: string }[]>('GET /api/agenda/events')).find(({ title }) => title === 'Redes')
  expect(await times()).toMatchObject({ startTime: '09:30', endTime: '10:30' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await times()).toMatchObject({ startTime: '09:00', endTime: '10:00' })
})
