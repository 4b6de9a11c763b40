import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { hasFocus, toast } from '../support/pages.ts'
import { dialog, save, startPanel } from '../support/panel.ts'
import { addScenario, addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

const another = { name: 'Guardar y agregar otra' }

test('the form for another talk suggests the room and end time of the talk added before', async () => {
  const { id: scenarioId } = await addScenario(panel, 'Ceiba')
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await expect.poll(hasFocus(dialog(page).getByLabel('Título'))).toBe(true)
  await page.keyboard.type('Redes')
  await dialog(page).getByLabel('Escenario').selectOption('Ceiba')
  await dialog(page).getByLabel('Día').selectOption('2025-11-21')
  await dialog(page).getByLabel('Hora de inicio').fill('09:00')
  await dialog(page).getByLabel('Hora de fin').fill('09:40')
  await dialog(page).getByRole('button', another).click()
  await toast(page, 'Evento creado exitosamente').waitFor()

  await expect.poll(() => dialog(page).getByLabel('Título').inputValue()).toBe('')
  await expect.poll(hasFocus(dialog(page).getByLabel('Título'))).toBe(true)
  await page.keyboard.type('Nubes')
  await dialog(page).getByRole('button', another).press('Enter')
  await expect.poll(() => dialog(page).getByLabel('Título').inputValue()).toBe('')
  // The third form is empty, so it closes without a question.
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(hasFocus(page.getByRole('button', { name: 'Agregar Evento' }))).toBe(true)
  const common = { scenarioId, day: '2025-11-21' }
  expect(await panel.call('GET /api/agenda/events')).toMatchObject([
    { ...common, title: 'Redes', startTime: '09:00', endTime: '09:40' },
    { ...common, title: 'Nubes', startTime: '09:40', endTime: '10:20' },
  ])
})

test('the form for another talk opens before the new talk is stored', async () => {
  const { id: scenarioId } = await addScenario(panel, 'Ceiba')
  const page = await panel.open('Agenda')
  const { promise: mayAnswer, resolve: answerIt } = Promise.withResolvers<void>()
  await page.route('**/api/agenda/events', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await mayAnswer
    await route.fulfill({ status: 500, json: { error: 'Ocurrió un error inesperado.' } })
  })
  const title = dialog(page).getByLabel('Título')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await title.fill('Redes')
  await dialog(page).getByLabel('Escenario').selectOption('Ceiba')
  await dialog(page).getByRole('button', another).click()
  await expect.poll(() => title.inputValue()).toBe('')
  await page.keyboard.type('Nubes')
  answerIt()
  await toast(page, 'No se guardó «Redes»').waitFor()
  expect(await title.inputValue()).toBe('Nubes')
  await page.unroute('**/api/agenda/events')
  await page.getByRole('button', { name: 'Abrir de nuevo' }).click()
  await expect.poll(() => title.inputValue()).toBe('Redes')
  await dialog(page).getByText('Recuperar').waitFor()
  await save(page)
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Recuperar' }).click()
  await expect.poll(() => title.inputValue()).toBe('Nubes')
  expect(await panel.call('GET /api/agenda/events')).toMatchObject([{ title: 'Redes', scenarioId }])
})

test.runIf(isFull)('a new talk recovered from a draft keeps its default room and time', async () => {
  await addScenario(panel, 'Ceiba')
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await dialog(page).getByLabel('Título').fill('Redes')
  await dialog(page).getByLabel('Escenario').selectOption('Ceiba')
  await dialog(page).getByLabel('Hora de inicio').fill('09:00')
  await dialog(page).getByLabel('Hora de fin').fill('09:40')
  await dialog(page).getByRole('button', another).click()
  await expect.poll(() => dialog(page).getByLabel('Título').inputValue()).toBe('')
  await dialog(page).getByLabel('Título').fill('Nubes')
  page.once('dialog', (question) => question.accept())
  await page.reload()
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Recuperar' }).click()
  expect(await dialog(page).getByLabel('Título').inputValue()).toBe('Nubes')
  expect(await dialog(page).getByLabel('Hora de inicio').inputValue()).toBe('09:40')
  await dialog(page).getByRole('option', { name: 'Ceiba', selected: true }).waitFor({ state: 'attached' })
})

test('duplicating an item adds a copy with all its values after the original', async () => {
  await addSpeaker(panel, 'Ana Batz', { bio: 'Programa desde niña.', displayOrder: 4 })
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Duplicar Ana Batz' }).click()
  await page.getByRole('dialog', { name: 'Agregar Speaker' }).waitFor()
  await dialog(page).getByLabel('Nombre').fill('Beto Batz')
  await save(page)
  await toast(page, 'Speaker creado exitosamente').waitFor()
  const common = { title: 'CTO', company: 'Labs', bio: 'Programa desde niña.' }
  expect(await panel.call('GET /api/speakers')).toMatchObject([
    { ...common, name: 'Ana Batz', displayOrder: 4 },
    { ...common, name: 'Beto Batz', displayOrder: 5 },
  ])
})
