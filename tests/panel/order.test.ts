import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { letThrough, toast } from '../support/pages.ts'
import { failing, names, startPanel } from '../support/panel.ts'
import { addSpeaker, clear, publishedSpeakers } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/speakers'))

test('quick key presses change the order of speakers on the page, and an undo reverts it', async () => {
  for (const name of ['Ana', 'Berta', 'Carla', 'Delia']) await addSpeaker(panel, name)
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Bajar Ana' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await toast(page, 'Ana: lugar 4 de 4.').waitFor()
  // At the end of the list the key does nothing, but the focus stays on the button.
  await page.keyboard.press('Enter')
  expect(await names(page, 3)).toEqual(['Berta', 'Carla', 'Delia', 'Ana'])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await toast(page, 'Ana: lugar 3 de 4.').waitFor()
  expect(await publishedSpeakers(panel)).toEqual(['Berta', 'Carla', 'Ana', 'Delia'])
  await page.locator('.toast-area').getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await names(page, 3)).toEqual(['Berta', 'Carla', 'Delia', 'Ana'])
  expect(await publishedSpeakers(panel)).toEqual(['Berta', 'Carla', 'Delia', 'Ana'])
})

test.runIf(isFull)('dragging a speaker by the handle changes the order on the page', async () => {
  for (const name of ['Ana', 'Berta', 'Carla']) await addSpeaker(panel, name)
  const page = await panel.open('Speakers')
  const cards = page.getByRole('listitem')
  await cards.nth(2).waitFor()
  const handle = await cards.nth(0).locator('[data-tip="Arrastrar"]').boundingBox()
  const target = await cards.nth(2).boundingBox()
  if (!handle || !target) throw new Error('nothing to drag')
  await page.mouse.move(handle.x + 10, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(target.x + 40, target.y + 40, { steps: 8 })
  await page.mouse.up()
  await toast(page, 'Ana: lugar 3 de 3.').waitFor()
  expect(await names(page, 3)).toEqual(['Berta', 'Carla', 'Ana'])
  expect(await publishedSpeakers(panel)).toEqual(['Berta', 'Carla', 'Ana'])
})

test('the list shows the stored order if a new order could not be saved', async () => {
  for (const name of ['Ana', 'Berta']) await addSpeaker(panel, name)
  const page = await panel.open('Speakers', { prepare: (blank) => failing(blank, '/api/speakers/*', 'PUT') })
  await page.getByRole('button', { name: 'Bajar Ana' }).click()
  await toast(page, 'Hubo un problema al actualizar el orden de los speakers.').waitFor()
  await page.getByRole('listitem').first().filter({ hasText: 'Ana' }).waitFor()
})

test.runIf(isFull)('if undoing a new order fails, the list shows the saved order and offers a retry', async () => {
  for (const name of ['Ana', 'Berta']) await addSpeaker(panel, name)
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Bajar Ana' }).click()
  await toast(page, 'Ana: lugar 2 de 2.').waitFor()
  await failing(page, '/api/speakers/*', 'PUT')
  const undo = page.locator('.toast-area').getByRole('button', { name: 'Deshacer' })
  await undo.click()
  await toast(page, 'No se pudo deshacer').waitFor()
  await page.getByRole('listitem').first().filter({ hasText: 'Berta' }).waitFor()
  await letThrough(page)
  await undo.click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await names(page, 3)).toEqual(['Ana', 'Berta'])
  expect(await publishedSpeakers(panel)).toEqual(['Ana', 'Berta'])
})
