import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { deliver, seeToast, signIn } from '../support/pages.ts'
import { dialog, field, startPanel, tabpanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

const wide = { viewport: { width: 1280, height: 800 } }

beforeEach(() => clear(panel, '/api/agenda/events', '/api/speakers', '/api/agenda/scenarios'))

const saves = (page: Page) => dialog(page).getByRole('listitem')
const goBack = (page: Page, nth: number) =>
  saves(page)
    .nth(nth)
    .getByRole('button', { name: /^Volver atrás/ })
    .click()
const drawn = (page: Page) => dialog(page).frameLocator('iframe[title="Vista previa de la página"]')
const openHistory = (page: Page) => tabpanel(page).getByRole('button', { name: 'Historial' }).click()

/**
 * Returns the text of every published file. Leaves out when a talk was changed, because a restore counts as a change in
 * calendars. Equal texts give equal compressed files.
 */
function published(): Record<string, string> {
  const www = join(panel.dataDir, 'www')
  const files = readdirSync(www, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => /\.(html|ics|webmanifest|xml|txt)$/.test(path))
  const textOf = (path: string) => readFileSync(path, 'utf8').replace(/^(SEQUENCE|DTSTAMP|LAST-MODIFIED):.*\r\n/gm, '')
  return Object.fromEntries(paths.map((path) => [path.slice(www.length), textOf(path)]))
}

test('the history shows the changed words of a revision, and can restore it', async () => {
  await panel.call('PUT /api/hero', { location: 'Teatro Abril, Guatemala' })
  await panel.call('PUT /api/hero', { location: 'Teatro Mayo, Guatemala' })
  const page = await panel.open('Hero', wide)
  await openHistory(page)
  await dialog(page).getByRole('heading', { name: 'Historial de Hero' }).waitFor()
  const newest = saves(page).first()
  expect(await newest.locator('time').textContent()).toMatch(/^\d\d:\d\d$/)
  expect([await newest.locator('del').textContent(), await newest.locator('ins').textContent()]).toEqual([
    '[se quitó:] Abril ',
    '[se puso:] Mayo ',
  ])
  await goBack(page, 0)
  await drawn(page).getByText('Teatro Abril, Guatemala').first().waitFor()
  expect((await panel.call<{ location: string }>('GET /api/hero')).location).toBe('Teatro Mayo, Guatemala')
  expect(await violationsInBoth(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Restaurar' }).click()
  await seeToast(page, 'Restaurado')
  await expect.poll(() => field(page, 'Ubicación').inputValue()).toBe('Teatro Abril, Guatemala')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await seeToast(page, 'Cambio deshecho')
  await expect.poll(() => field(page, 'Ubicación').inputValue()).toBe('Teatro Mayo, Guatemala')
})

test('refuses to undo a restore after a later save', async () => {
  await panel.call('PUT /api/segments', { segment1Title: 'Uno' })
  const page = await panel.open('Segments', wide)
  await openHistory(page)
  await goBack(page, 0)
  await dialog(page).getByRole('button', { name: 'Restaurar' }).click()
  await seeToast(page, 'Restaurado')
  await panel.call('PUT /api/segments', { segment2Title: 'De otra persona' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await seeToast(page, 'No se pudo deshacer', 'Después de eso se guardó otra cosa, que se perdería. Mira el historial.')
  expect(await panel.call('GET /api/segments')).toMatchObject({ segment2Title: 'De otra persona' })
})

test.runIf(isFull)('restoring a deleted speaker also restores the speaker in the talk', async () => {
  const { id } = await addSpeaker(panel, 'Ixchel Batz')
  const { id: scenario } = await addScenario(panel, 'Principal')
  const { id: event } = await addEvent(panel, scenario, 'Servidores sin sueño', '09:00')
  await panel.call(`PUT /api/agenda/events/${event}`, { speakerId: id })
  await panel.call(`DELETE /api/speakers/${id}`)
  const page = await panel.open('Speakers', { viewport: { width: 360, height: 740 } })
  await openHistory(page)
  await saves(page).first().getByText('Se eliminó Ixchel Batz').waitFor()
  await goBack(page, 0)
  await dialog(page).getByRole('region', { name: 'Eventos' }).getByText('Servidores sin sueño').waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Recuperar' }).click()
  await page.getByRole('button', { name: 'Editar Ixchel Batz' }).waitFor()
  expect(await panel.call('GET /api/agenda/events')).toMatchObject([{ speakerId: id }])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Editar Ixchel Batz' }).waitFor({ state: 'detached' })
  expect(await panel.call('GET /api/agenda/events')).toMatchObject([{ speakerId: '' }])
})

test.runIf(isFull)('restores all content and pages to a chosen minute', async () => {
  const { id: scenario } = await addScenario(panel, 'Principal')
  const { id: event } = await addEvent(panel, scenario, 'Apertura', '09:00')
  const { id: speaker } = await addSpeaker(panel, 'Ana')
  await panel.call('PUT /api/hero', { location: 'Antigua' })
  const then = published()
  expect(Object.keys(then)).toEqual(expect.arrayContaining(['/index.html', '/agenda.ics', '/evento.ics']))
  await panel.call(`PUT /api/agenda/events/${event}`, { title: 'Otra apertura', speakerId: speaker })
  await panel.call(`DELETE /api/speakers/${speaker}`)
  await panel.call('PUT /api/event', { name: 'Otro nombre' })
  await panel.call('PUT /api/hero', { location: 'Xela' })
  const later = published()
  expect(later).not.toEqual(then)
  const page = await panel.open('Hero', wide)
  await page.getByRole('banner').getByRole('button', { name: 'Historial' }).click()
  // The newest save comes first. Changing the name saved event and hero. Deleting the speaker saved events and speakers.
  await saves(page).filter({ hasText: 'Antigua' }).filter({ hasNotText: 'Xela' }).first().getByRole('button').click()
  await dialog(page)
    .getByRole('radio', { name: /^Todo el contenido/ })
    .check()
  for (const name of ['Hero', 'Speakers', 'Eventos', 'Evento'])
    await dialog(page).getByRole('region', { name, exact: true }).waitFor()
  await drawn(page).getByText('Antigua').first().waitFor()
  await dialog(page)
    .getByRole('button', { name: /^Volver a las \d\d:\d\d$/ })
    .click()
  await seeToast(page, 'Restaurado')
  expect(published()).toEqual(then)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await seeToast(page, 'Cambio deshecho')
  expect(published()).toEqual(later)
})

test.runIf(isFull)('shows the reason if a user cannot restore a revision', async () => {
  const luis = { email: 'luis@example.com', password: 'contraseña larga de luis' }
  await panel.call('POST /api/users', { ...luis, name: 'Luis', role: 'user', isActive: true })
  await panel.call('PUT /api/event', { organiser: 'La comunidad' })
  const page = await panel.visit(wide)
  await signIn(page, luis)
  await page.getByRole('banner').getByRole('button', { name: 'Historial' }).click()
  await saves(page).first().getByText('La comunidad').waitFor()
  await goBack(page, 0)
  await dialog(page)
    .getByText('Esto cambiaría los ajustes, el nombre o la fecha del evento: lo restaura un administrador.')
    .waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Restaurar' }).count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Volver a la lista' }).click()
  await dialog(page).getByLabel('Volver a un momento').fill('2099-01-01T10:00')
  await dialog(page).getByRole('button', { name: 'Ver cómo estaba' }).click()
  await dialog(page).getByText('Elige un momento que ya pasó').waitFor()
})

test.runIf(isFull)('asks a second time if somebody saved between the preview of a restore and the restore', async () => {
  await panel.call('PUT /api/segments', { segment1Title: 'Dos' })
  const page = await panel.open('Segments', wide)
  await openHistory(page)
  await goBack(page, 0)
  await dialog(page).getByRole('button', { name: 'Restaurar' }).waitFor()
  await panel.call('PUT /api/segments', { segment2Title: 'De una colega' })
  await dialog(page).getByRole('button', { name: 'Restaurar' }).click()
  await dialog(page).getByText('Mientras lo veías se guardó otra cosa. Mira otra vez qué cambiaría, y confirma.').waitFor()
  expect(await panel.call('GET /api/segments')).toMatchObject({ segment1Title: 'Dos', segment2Title: 'De una colega' })
  await dialog(page).getByText('De una colega').first().waitFor()
  await dialog(page).getByRole('button', { name: 'Restaurar' }).click()
  await seeToast(page, 'Restaurado')
  expect(await panel.call('GET /api/segments')).not.toMatchObject({ segment1Title: 'Dos' })
})

test.runIf(isFull)('undoing a restore does not undo a save made after the restore', async () => {
  await panel.call('PUT /api/segments', { segment1Title: 'Tres' })
  const page = await panel.open('Segments', wide)
  await openHistory(page)
  await goBack(page, 0)
  await page.route('**/restore', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await deliver(route)
    await panel.call('PUT /api/segments', { segment2Title: 'Justo después' })
    return route.fulfill({ response })
  })
  await dialog(page).getByRole('button', { name: 'Restaurar' }).click()
  await seeToast(page, 'Restaurado')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await seeToast(page, 'No se pudo deshacer', 'Después de eso se guardó otra cosa, que se perdería. Mira el historial.')
  expect(await panel.call('GET /api/segments')).toMatchObject({ segment2Title: 'Justo después' })
})
