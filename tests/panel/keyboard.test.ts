import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { hasFocus, isInSight, toast, withoutPreview } from '../support/pages.ts'
import { answer, dialog, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/speakers', '/api/agenda/scenarios', '/api/partners'))

const desk = { viewport: { width: 1280, height: 720 } }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('the buttons of a dialog never cover the focused field', async () => {
  const page = await panel.open('Partners', desk)
  await button(page, 'Agregar Partner').press('Enter')
  const name = dialog(page).getByRole('textbox', { name: 'Nombre' })
  await expect.poll(hasFocus(name)).toBe(true)
  const visible = dialog(page).getByRole('switch', { name: 'Visible' })
  while (!(await hasFocus(visible)())) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    expect([await focused.textContent(), await isInSight(focused)()]).toEqual([expect.anything(), true])
  }
})

test.runIf(isFull)('an item moved by keyboard stays in view', async () => {
  for (let count = 1; count <= 12; count++) await addSpeaker(panel, `Persona ${count}`)
  const page = await panel.open('Speakers', desk)
  const down = button(page, 'Bajar Persona 1')
  await down.focus()
  for (let count = 2; count <= 8; count++) {
    await page.keyboard.press('Enter')
    await toast(page, `Persona 1: lugar ${count} de 12.`).waitFor()
    await expect.poll(isInSight(down)).toBe(true)
  }
  expect(await hasFocus(down)()).toBe(true)
})

test.runIf(isFull)('a deletion moves the focus to the delete button of the next item', async () => {
  await panel.call('POST /api/partners', { name: 'Banco', website: 'https://banco.example' })
  await panel.call('POST /api/partners', { name: 'Café' })
  const page = await panel.open('Partners', desk)
  await button(page, 'Eliminar Café').press('Enter')
  await answer(page, 'Eliminar')
  await button(page, 'Eliminar Café').waitFor({ state: 'detached' })
  await expect.poll(hasFocus(button(page, 'Eliminar Banco'))).toBe(true)
})

test('after an action, Tab first reaches its undo button', async () => {
  for (const name of ['Ana', 'Berta']) await addSpeaker(panel, name)
  const page = await panel.open('Speakers', desk)
  await button(page, 'Bajar Ana').press('Enter')
  await toast(page, 'Ana: lugar 2 de 2.').waitFor()
  await page.keyboard.press('Tab')
  expect(await hasFocus(button(page, 'Deshacer'))()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await hasFocus(button(page, 'Más sobre Ana'))()).toBe(true)
})

test.runIf(isFull)('ending the selection of people returns the focus to the button that started it', async () => {
  await panel.call('POST /api/registrations', { name: 'Carla', email: 'carla@ejemplo.gt' })
  const page = await panel.open('Registros', desk)
  await button(page, 'Elegir varios').press('Enter')
  await button(page, 'Terminar').press('Enter')
  await expect.poll(hasFocus(button(page, 'Elegir varios'))).toBe(true)
})

test.runIf(isFull)('keeps the focus on the button that switches between list and timetable', async () => {
  const { id } = await addScenario(panel, 'Auditorio')
  await addEvent(panel, id, 'Apertura', '09:00')
  const page = await panel.open('Agenda', desk)
  await page.getByRole('tab', { name: 'Eventos' }).press('Enter')
  for (const view of ['Horario', 'Lista']) {
    await button(page, view).press('Enter')
    await page.locator('[aria-pressed="true"]', { hasText: view }).waitFor()
    expect(await hasFocus(button(page, view))()).toBe(true)
  }
})

test.runIf(isFull)('cancelling the preview of a restore returns the focus to the history', async () => {
  for (let count = 1; count <= 4; count++) await panel.call('PUT /api/hero', { location: `Lugar ${count}` })
  const page = await panel.open('Hero', withoutPreview)
  await button(page, 'Historial de Hero').press('Enter')
  const oldest = dialog(page)
    .getByRole('button', { name: /^Volver atrás/ })
    .nth(3)
  await oldest.press('Enter')
  const back = dialog(page).getByRole('button', { name: 'Volver a la lista' })
  await expect.poll(hasFocus(back)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(hasFocus(oldest)).toBe(true)
  expect(await isInSight(oldest)()).toBe(true)
})

test.runIf(isFull)('removing a link from a form moves the focus to the next link', async () => {
  const page = await panel.open('Speakers', desk)
  await button(page, 'Agregar Speaker').press('Enter')
  await dialog(page).getByText('Más enlaces').press('Enter')
  for (const row of [1, 2]) {
    await button(page, 'Agregar un enlace').press('Enter')
    await dialog(page).getByLabel(`Dirección ${row}`).fill(`https://ejemplo.gt/${row}`)
  }
  await button(page, 'Quitar el enlace 1').press('Enter')
  const left = dialog(page).getByRole('combobox', { name: 'Enlace 1' })
  await expect.poll(hasFocus(left)).toBe(true)
  expect(await dialog(page).getByLabel('Dirección 1').inputValue()).toBe('https://ejemplo.gt/2')
  await button(page, 'Quitar el enlace 1').press('Enter')
  await expect.poll(hasFocus(button(page, 'Agregar un enlace'))).toBe(true)
})

/** Opens a panel with a stopped clock and two speakers. */
async function openStopped() {
  await addSpeaker(panel, 'Ana Batz')
  await addSpeaker(panel, 'Beto Choc')
  const page = await panel.open('Speakers', { ...desk, prepare: (blank) => blank.clock.install() })
  await button(page, 'Editar Ana Batz').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  return page
}

const tooltip = (page: Page) => page.getByRole('tooltip')

test.runIf(isFull)('a tooltip opens after 700 ms, or at once if another tooltip has just been open', async () => {
  const page = await openStopped()
  await button(page, 'Editar Ana Batz').hover()
  await page.clock.runFor(690)
  expect(await tooltip(page).count()).toBe(0)
  await page.clock.runFor(20)
  await expect.poll(() => tooltip(page).textContent()).toBe('Editar')
  const described = await button(page, 'Editar Ana Batz').getAttribute('aria-describedby')
  expect(described).toBe(await tooltip(page).getAttribute('id'))
  // Screen readers can skip to landmarks, so all content is in one.
  expect(await page.getByRole('main').getByRole('tooltip').count()).toBe(1)
  await button(page, 'Duplicar Ana Batz').hover()
  await expect.poll(() => tooltip(page).allTextContents()).toEqual(['Duplicar'])

  await page.getByRole('heading', { name: 'Ana Batz' }).hover()
  await expect.poll(() => tooltip(page).count()).toBe(0)
  await page.clock.runFor(310)
  await button(page, 'Editar Ana Batz').hover()
  await page.clock.runFor(690)
  expect(await tooltip(page).count()).toBe(0)
  await page.clock.runFor(20)
  await tooltip(page).waitFor()
  // The pointer can move onto the tooltip.
  const box = await tooltip(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5, { steps: 5 })
  expect(await tooltip(page).textContent()).toBe('Editar')
  await page.keyboard.press('Escape')
  await expect.poll(() => tooltip(page).count()).toBe(0)
})

test('a focused element shows its tooltip, also in a dialog', async () => {
  const page = await openStopped()
  await button(page, 'Editar Ana Batz').focus()
  await page.keyboard.press('Tab')
  await page.clock.runFor(710)
  await expect.poll(() => tooltip(page).textContent()).toBe('Duplicar')
  await page.keyboard.press('Tab')
  await expect.poll(() => tooltip(page).allTextContents()).toEqual(['Eliminar'])
  await button(page, 'Mi cuenta').press('Enter')
  await dialog(page).waitFor()
  await expect.poll(() => tooltip(page).count()).toBe(0)
})

test('the panel has no title attributes', async () => {
  await addSpeaker(panel, 'Ana Batz')
  const { id } = await addScenario(panel, 'Ceiba')
  await addEvent(panel, id, 'Redes', '09:00')
  const page = await panel.open('Hero', { viewport: { width: 1500, height: 900 } })
  const tabs = page.getByRole('tablist', { name: 'Contenido' }).getByRole('tab')
  const titled: string[] = []
  for (const tab of await tabs.all()) {
    await tab.click()
    await page.locator('#tab-panel:not(:has(> [role="status"]))').waitFor()
    titled.push(...(await page.locator('[title]:not(iframe), svg title').evaluateAll((all) => all.map((one) => one.outerHTML))))
  }
  expect(titled).toEqual([])
})
