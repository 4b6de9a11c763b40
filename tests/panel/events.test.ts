import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { isFull, some } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { answer, dialog, names, save, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

async function openEvents() {
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  return page
}

test('creates, edits and deletes a session with toasts, and publishes each change', async () => {
  await addScenario(panel, 'Auditorio')
  await addSpeaker(panel, 'Ixchel Batz')
  const page = await openEvents()
  await page.getByText('No hay eventos agregados aún').waitFor()
  await page.getByRole('heading', { name: 'Eventos (0)' }).waitFor()

  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await page.getByRole('dialog', { name: 'Agregar Evento' }).waitFor()
  await dialog(page).getByLabel('Título').fill('Apertura')
  await dialog(page).getByLabel('Escenario').selectOption('Auditorio')
  await dialog(page).getByLabel('Hora de inicio').fill('09:00')
  await dialog(page).getByLabel('Hora de fin').fill('09:45')
  await dialog(page).getByLabel('Speaker').selectOption('Ixchel Batz')
  await save(page)
  await toast(page, 'Evento creado exitosamente').waitFor()
  await page.getByRole('heading', { name: 'Eventos (1)' }).waitFor()
  const group = page.getByRole('region', { name: 'Auditorio' })
  await group.getByText('Ixchel Batz').waitFor()
  const agenda = (await panel.publicPage()).locator('#agenda')
  await agenda.getByRole('heading', { name: 'Apertura' }).waitFor()
  await agenda.getByText('09:00 – 09:45').first().waitFor()

  await page.getByRole('button', { name: 'Editar Apertura' }).click()
  await dialog(page).getByLabel('Hora de fin').fill('08:00')
  await save(page)
  await dialog(page).getByText('La hora de fin debe ser posterior a la de inicio').waitFor()
  await dialog(page).getByLabel('Hora de fin').fill('10:15')
  await save(page)
  await toast(page, 'Evento actualizado exitosamente').waitFor()
  await group.getByText('10:15').waitFor()

  await page.getByRole('button', { name: 'Eliminar Apertura' }).click()
  expect(await answer(page, 'Eliminar')).toContain('¿Estás seguro de que quieres eliminar este evento?')
  await toast(page, 'Evento eliminado exitosamente').waitFor()
  await page.getByText('No hay eventos agregados aún').waitFor()
  await (await panel.publicPage()).getByText('La agenda será publicada pronto').waitFor()
})

const needed = [
  ['title', async (page: Page) => void (await dialog(page).getByLabel('Escenario').selectOption('Auditorio'))],
  ['scenario', (page: Page) => dialog(page).getByLabel('Título').fill('Apertura')],
] as const

test.each(some(needed, 1))('does not send a session without a %s, and lists the required fields in a toast', async (_, fill) => {
  await addScenario(panel, 'Auditorio')
  const page = await openEvents()
  const sent: string[] = []
  // The preview sends the typed text, but the server stores none of it.
  const isSave = (method: string, url: string) => method !== 'GET' && !/\/api\/(preview|presence)$/.test(url)
  page.on('request', (request) => isSave(request.method(), request.url()) && sent.push(request.url()))
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await dialog(page).getByLabel('Hora de inicio').fill('09:00')
  await fill(page)
  await save(page)
  await toast(page, 'Campos requeridos').waitFor()
  await toast(page, 'Por favor completa el título y selecciona un escenario.').waitFor()
  await dialog(page).waitFor()
  expect(sent).toEqual([])
})

test.runIf(isFull)('a new session starts by default when the last session in its room ends', async () => {
  const { id: auditorium } = await addScenario(panel, 'Auditorio')
  await addScenario(panel, 'Terraza')
  await addEvent(panel, auditorium, 'Apertura', '09:00', { endTime: '09:45' })
  const page = await openEvents()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  const start = dialog(page).getByLabel('Hora de inicio')
  const scenario = dialog(page).getByLabel('Escenario')
  expect([await start.inputValue(), await start.getAttribute('aria-required')]).toEqual(['09:00', 'true'])
  await scenario.selectOption('Auditorio')
  await expect.poll(() => start.inputValue()).toBe('09:45')
  await dialog(page).getByLabel('Día').selectOption({ index: 1 })
  await expect.poll(() => start.inputValue()).toBe('09:00')
  await dialog(page).getByLabel('Día').selectOption({ index: 0 })
  await scenario.selectOption('Terraza')
  await expect.poll(() => start.inputValue()).toBe('09:00')
  await scenario.selectOption('Auditorio')
  await dialog(page).getByLabel('Título').fill('Redes')
  await start.fill('')
  await save(page)
  await toast(page, 'Evento creado exitosamente').waitFor()
  const startOf = async (wanted: string) =>
    (await panel.call<{ title: string; startTime: string }[]>('GET /api/agenda/events')).find(({ title }) => title === wanted)
      ?.startTime
  expect(await startOf('Redes')).toBe('09:45')

  await page.getByRole('button', { name: 'Editar Apertura' }).click()
  await start.fill('')
  await dialog(page).getByLabel('Título').fill('Bienvenida')
  await save(page)
  await toast(page, 'Evento actualizado exitosamente').waitFor()
  expect(await startOf('Bienvenida')).toBe('09:00')
})

test.runIf(isFull)('choosing another room keeps a typed start time', async () => {
  const { id } = await addScenario(panel, 'Auditorio')
  await addEvent(panel, id, 'Apertura', '09:00', { endTime: '09:45' })
  const page = await openEvents()
  await page.getByRole('button', { name: 'Agregar Evento' }).click()
  await dialog(page).getByLabel('Hora de inicio').fill('16:30')
  await dialog(page).getByLabel('Escenario').selectOption('Auditorio')
  expect(await dialog(page).getByLabel('Hora de inicio').inputValue()).toBe('16:30')
})

test.runIf(isFull)('groups the sessions by room, sorted by start time', async () => {
  const { id: auditorium } = await addScenario(panel, 'Auditorio')
  const { id: terrace } = await addScenario(panel, 'Terraza')
  await addEvent(panel, auditorium, 'Cierre', '17:00')
  await addEvent(panel, auditorium, 'Apertura', '09:00')
  await addEvent(panel, terrace, 'Café', '10:00')
  const page = await panel.open('Agenda')
  await page.getByRole('listitem').filter({ hasText: 'Auditorio' }).getByText('2 eventos').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Terraza' }).getByText('1 evento', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Escenarios' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Eventos (3)' }).waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('heading', { name: 'Escenarios (2)' }).waitFor()
  await page.keyboard.press('End')
  await page.getByRole('heading', { name: 'Eventos (3)' }).waitFor()
  const group = (name: string) => page.getByRole('region', { name }).getByRole('heading', { level: 4 }).allTextContents()
  expect([await group('Auditorio'), await group('Terraza')]).toEqual([['Apertura', 'Cierre'], ['Café']])
})

test.runIf(isFull)('only sessions with equal start times can be reordered', async () => {
  const { id } = await addScenario(panel, 'Auditorio')
  for (const title of ['Uno', 'Dos']) await addEvent(panel, id, title, '09:00')
  await addEvent(panel, id, 'Tres', '10:00')
  const page = await openEvents()
  await page.getByRole('button', { name: 'Bajar Uno' }).press('Enter')
  await toast(page, 'Uno: lugar 2 de 2.').waitFor()
  expect(await names(page, 4)).toEqual(['Dos', 'Uno', 'Tres'])
  expect(await page.getByRole('button', { name: /^(Subir|Bajar) Tres/ }).count()).toBe(0)
  const sessions = (await panel.publicPage()).locator('#agenda article h3')
  expect(await sessions.allTextContents()).toEqual(['Dos', 'Uno', 'Tres'])
})

test.runIf(isFull)('shows the title of a session in the full width of its row on a phone', async () => {
  const { id } = await addScenario(panel, 'Auditorio')
  await addEvent(panel, id, 'Observabilidad sin sorpresas', '09:00')
  await addEvent(panel, id, 'Redes que no se caen', '09:00')
  const page = await panel.visit({ storageState: panel.session, viewport: { width: 360, height: 740 } })
  await page.goto('/admin#agenda/eventos')
  const title = page.getByRole('heading', { name: 'Observabilidad sin sorpresas' })
  await title.waitFor()
  const width = (locator: typeof title) => locator.evaluate((element) => element.getBoundingClientRect().width)
  expect(await width(title)).toBeGreaterThan(150)
})
