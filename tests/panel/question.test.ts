import { beforeEach, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { hasFocus } from '../support/pages.ts'
import { answer, dialog, field, openTab, question, startPanel } from '../support/panel.ts'
import { addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(async () => {
  await clear(panel, '/api/speakers')
  await addSpeaker(panel, 'Ana Batz')
})

const speakers = () => panel.call<object[]>('GET /api/speakers')

test('Escape, cross, backdrop and Cancelar decline a deletion and return the focus', async () => {
  const page = await panel.open('Speakers')
  const remove = page.getByRole('button', { name: 'Eliminar Ana Batz' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Enter'),
    () => page.mouse.click(5, 5),
    () => question(page).getByRole('button', { name: 'Cerrar ventana' }).click(),
    () => question(page).getByRole('button', { name: 'Cancelar' }).click(),
  ]
  for (const refuse of ways) {
    await remove.click()
    await expect.poll(hasFocus(question(page).getByRole('button', { name: 'Cancelar' }))).toBe(true)
    await refuse()
    await question(page).waitFor({ state: 'detached' })
    await expect.poll(hasFocus(remove)).toBe(true)
  }
  expect(await speakers()).toHaveLength(1)
})

test('a double click or a held key opens a question without answering it', async () => {
  await addSpeaker(panel, 'Luis Choc')
  const page = await panel.open('Speakers')
  const remove = page.getByRole('button', { name: 'Eliminar Ana Batz' })
  await remove.dblclick()
  await answer(page, 'Cancelar')
  await remove.focus()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await answer(page, 'Cancelar')
  expect(await speakers()).toHaveLength(2)
  await remove.click()
  await question(page).getByRole('button', { name: 'Eliminar' }).dblclick()
  await remove.waitFor({ state: 'detached' })
  expect(await speakers()).toMatchObject([{ name: 'Luis Choc' }])
})

test('a question stays open if the mouse leaves it while selecting its text', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Eliminar Ana Batz' }).click()
  const { x = 0, y = 0 } = (await question(page).getByText('Ana Batz').boundingBox()) ?? {}
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  expect(await answer(page, 'Cancelar')).toContain('Ana Batz')
})

test('a question closes without an answer if its tab or the dialog below it closes', async () => {
  const page = await panel.openForm('Hero')
  await page.getByRole('tab', { name: 'Speakers' }).click()
  await page.getByRole('button', { name: 'Eliminar Ana Batz' }).click()
  await question(page).waitFor()
  await page.goBack()
  await question(page).waitFor({ state: 'detached' })
  await field(page, 'Ubicación').click()
  expect(await speakers()).toHaveLength(1)

  await page.goForward()
  await page.getByRole('button', { name: 'Editar Ana Batz' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await page.goBack()
  await question(page).waitFor()
  await page.goForward()
  await question(page).waitFor({ state: 'detached' })
  expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Ana Lucía')
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  await page.goBack()
  expect(await answer(page, 'Descartar cambios')).toBe('Hay cambios sin guardar. ¿Quieres descartarlos?')
  await openTab(page, 'Hero')
  await field(page, 'Ubicación').click()
  expect(await speakers()).toMatchObject([{ name: 'Ana Batz' }])
})

test.each(isFull ? [360, 1280] : [360])('questions are accessible at %d px of width, also above a dialog', async (width) => {
  const page = await panel.open('Speakers', { viewport: { width, height: 740 } })
  await page.getByRole('button', { name: 'Eliminar Ana Batz' }).click()
  await question(page).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await answer(page, 'Cancelar')
  await page.getByRole('button', { name: 'Editar Ana Batz' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana Lucía')
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await answer(page, 'Cancelar')
  await expect.poll(hasFocus(dialog(page).getByLabel('Nombre'))).toBe(true)
})

test('the focus returns to a button that is busy while the panel asks', async () => {
  await panel.call('PUT /api/places', { capacity: 1 })
  for (const name of ['Eva', 'Olga'])
    await panel.call('POST /api/registrations', { name, email: `${name.toLowerCase()}@ejemplo.gt` })
  const page = await panel.open('Registros')
  await page.getByRole('button', { name: 'Ver detalle de Olga' }).click()
  const give = dialog(page).getByRole('button', { name: 'Dar lugar' })
  await give.click()
  expect(await answer(page, 'Cancelar')).toBe('¿Darle de todos modos un lugar a Olga?\n\nEl cupo está lleno.')
  await expect.poll(hasFocus(give)).toBe(true)
})
