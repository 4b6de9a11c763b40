import type { Page, Response } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { deliver, letThrough, newVisitor, seeToast, signIn, withoutPreview } from '../support/pages.ts'
import { answer, dialog, field, marked, save, saveButton, startPanel } from '../support/panel.ts'
import { addScenario, addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/speakers'))

const recover = (page: Page) => page.getByRole('button', { name: 'Recuperar' })

/** Reloads and accepts the browser's question, as after a crash. */
async function reload(page: Page): Promise<void> {
  page.on('dialog', (question) => void question.accept().catch(() => {}))
  await page.reload()
  await saveButton(page)
    .or(page.getByRole('button', { name: 'Agregar Speaker' }))
    .waitFor()
}

test('after a reload, offers typed text that was not saved', async () => {
  const page = await panel.open('Hero')
  await field(page, 'Ubicación').fill('Un lugar sin guardar')
  await marked(page, 'Hero').waitFor()
  await reload(page)
  await page.getByText(/^Tienes cambios sin guardar de las \d\d:\d\d$/).waitFor()
  await recover(page).click()
  expect(await field(page, 'Ubicación').inputValue()).toBe('Un lugar sin guardar')
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  await reload(page)
  expect(await field(page, 'Ubicación').inputValue()).toBe('Un lugar sin guardar')
  expect(await recover(page).count()).toBe(0)
})

test.runIf(isFull)('merges a recovered draft with changes that another person saved', async () => {
  const page = await panel.open('Hero')
  await field(page, 'Ubicación').fill('Lo mío')
  await marked(page, 'Hero').waitFor()
  await panel.call('PUT /api/hero', { subtitle: 'Lo de otra persona' })
  await reload(page)
  await recover(page).click()
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  expect(await panel.call('GET /api/hero')).toMatchObject({ location: 'Lo mío', subtitle: 'Lo de otra persona' })
  await field(page, 'Ubicación').fill('Otra cosa')
  await marked(page, 'Hero').waitFor()
  await reload(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await reload(page)
  expect([await recover(page).count(), await field(page, 'Ubicación').inputValue()]).toEqual([0, 'Lo mío'])
})

test.runIf(isFull)('offers a draft after the next sign-in of its author, but not to other users', async () => {
  const luis = { email: 'luis@example.com', password: 'contraseña larga de luis' }
  await panel.call('POST /api/users', { ...luis, name: 'Luis', role: 'user', isActive: true })
  const page = await panel.visit()
  await signIn(page)
  await field(page, 'Ubicación').fill('De la primera persona')
  await marked(page, 'Hero').waitFor()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await answer(page, 'Cerrar sesión')
  await page.getByText('Has cerrado sesión correctamente').waitFor()
  await signIn(page, luis)
  await field(page, 'Ubicación').waitFor()
  expect(await recover(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await page.getByText('Has cerrado sesión correctamente').waitFor()
  await signIn(page)
  await recover(page).click()
  expect(await field(page, 'Ubicación').inputValue()).toBe('De la primera persona')
})

test.runIf(isFull)('a draft stays on offer after another speaker was typed and saved', async () => {
  const page = await panel.open('Speakers')
  const add = () => page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await add()
  await dialog(page).getByLabel('Empresa').fill('Sin guardar, S.A.')
  await reload(page)
  await add()
  await dialog(page).getByRole('button', { name: 'Recuperar' }).waitFor()
  await dialog(page).getByLabel('Nombre').fill('Beto Choc')
  await reload(page)
  await add()
  await dialog(page).getByLabel('Cargo').fill('CTO')
  await dialog(page).getByLabel('Nombre').fill('Beto Choc')
  await save(page)
  await seeToast(page, 'Speaker creado exitosamente')
  await add()
  await dialog(page).getByRole('button', { name: 'Recuperar' }).click()
  expect(await dialog(page).getByLabel('Empresa').inputValue()).toBe('Sin guardar, S.A.')
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Beto Choc')
})

test('after a reload, the list offers the unsaved text of a dialog', async () => {
  await addSpeaker(panel, 'Ana')
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Editar Ana' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await reload(page)
  await page.getByText(/^Tienes cambios sin guardar de las \d\d:\d\d en Ana$/).waitFor()
  await recover(page).click()
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana Lucía')
  await save(page)
  await seeToast(page, 'Speaker actualizado exitosamente')
  await reload(page)
  expect(await recover(page).count()).toBe(0)
})

test.runIf(isFull)('asks before Back closes a dialog with unsaved changes', async () => {
  await addSpeaker(panel, 'Ana')
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Editar Ana' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await page.goBack()
  expect(await answer(page, 'Cancelar')).toBe('Hay cambios sin guardar. ¿Quieres descartarlos?')
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana Lucía')
})

test.runIf(isFull)('keeps typed text while offline, and can save it once online', async () => {
  const page = await panel.open('Segments')
  await field(page, 'Segmento 1').fill('Escrito sin red')
  await page.context().setOffline(true)
  await page.getByText('Sin conexión.', { exact: true }).waitFor()
  await saveButton(page).click()
  await page.getByText('Sin conexión: puede que no se haya guardado. Lo que escribiste sigue aquí.').waitFor()
  expect(await field(page, 'Segmento 1').inputValue()).toBe('Escrito sin red')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Guardar ahora' }).click()
  await seeToast(page, 'Los segmentos han sido actualizados correctamente.')
  expect(await panel.call('GET /api/segments')).toMatchObject({ segment1Title: 'Escrito sin red' })
})

test("if a tab's script cannot be loaded, typed text stays and a button tries again", async () => {
  const { page } = await newVisitor(panel.browser, panel.origin, { storageState: panel.session })
  await page.goto('/admin')
  await field(page, 'Ubicación').fill('Antes del corte')
  await page.route(/\/Partners[^/]*\.js$/, (route) => route.abort())
  await page.getByRole('tab', { name: 'Partners' }).click()
  await page.getByText('No se pudo abrir esta pestaña.').waitFor()
  await page.getByRole('tab', { name: 'Hero' }).click()
  expect(await field(page, 'Ubicación').inputValue()).toBe('Antes del corte')
  await letThrough(page)
  await page.getByRole('tab', { name: 'Partners' }).click()
  const opened = page.getByText('No hay partners agregados aún')
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await opened.or(retry).waitFor()
  if (await retry.isVisible()) await retry.click()
  await opened.waitFor()
})

test('an offline panel can open a tab that was never opened before', async () => {
  // Listens from the beginning, because a slow panel may load the file before the test looks.
  let loaded: Promise<Response> | undefined
  const prepare = async (page: Page) => {
    loaded = page.waitForResponse(/\/Settings[^/]*\.js$/)
    await page.clock.install()
  }
  const page = await panel.open('Hero', { prepare, ...withoutPreview })
  await field(page, 'Ubicación').waitFor()
  await page.clock.fastForward(6000)
  await (await loaded)?.finished()
  await page.context().setOffline(true)
  await page.getByRole('tab', { name: 'Partners' }).click()
  await page.getByText('No se pudo cargar el contenido.').waitFor()
})

test.runIf(isFull)('a talk recovered from a draft has the end time that was typed', async () => {
  const { id: scenarioId } = await addScenario(panel, 'Auditorio')
  await panel.call('POST /api/agenda/events', { scenarioId, title: 'Redes', startTime: '09:00', endTime: '10:00' })
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Editar Redes' }).click()
  const end = dialog(page).getByLabel('Hora de fin')
  await dialog(page).getByLabel('Hora de inicio').fill('08:30')
  await expect.poll(() => end.inputValue()).toBe('09:30')
  await end.fill('10:00')
  page.on('dialog', (question) => void question.accept().catch(() => {}))
  await page.reload()
  await page.getByRole('button', { name: 'Editar Redes' }).click()
  await dialog(page).getByRole('button', { name: 'Recuperar' }).click()
  await expect.poll(() => dialog(page).getByLabel('Hora de inicio').inputValue()).toBe('08:30')
  await save(page)
  await seeToast(page, 'Evento actualizado exitosamente')
  expect(await panel.call('GET /api/agenda/events')).toMatchObject([{ startTime: '08:30', endTime: '10:00' }])
  await page.getByRole('button', { name: 'Editar Redes' }).click()
  // A new start moves the end too, as usual.
  await dialog(page).getByLabel('Hora de inicio').fill('09:00')
  await expect.poll(() => end.inputValue()).toBe('10:30')
})

test.runIf(isFull)('a new speaker recovered from a draft is stored once, even if the first answer was lost', async () => {
  const page = await panel.open('Speakers')
  const add = () => page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await add()
  for (const label of ['Nombre', 'Cargo', 'Empresa']) await dialog(page).getByLabel(label).fill('Ana')
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  await page.route('**/api/speakers', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await deliver(route)
    await route.abort()
    lose()
  })
  await save(page)
  await lost
  await letThrough(page)
  await reload(page)
  await add()
  await dialog(page).getByRole('button', { name: 'Recuperar' }).click()
  await save(page)
  await seeToast(page, 'Speaker creado exitosamente')
  expect(await panel.call('GET /api/speakers')).toMatchObject([{ name: 'Ana' }])
})
