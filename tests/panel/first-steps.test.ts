import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { hasFocus, seeToast } from '../support/pages.ts'
import { dialog, field, saveButton, startPanel } from '../support/panel.ts'

const panel = await startPanel()

const line = { name: /de ejemplo en tu página$/ }

test('lists the sample texts still on the page, each with a link to its field', async () => {
  const page = await panel.open('Hero')
  await page.getByRole('button', { name: 'Quedan 9 textos de ejemplo en tu página' }).click()
  await dialog(page).getByText('«15+ Anfitriones»').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Cambiar About, Número 2' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(hasFocus(field(page, 'Número 2'))).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('22')
  await saveButton(page).click()
  await seeToast(page, 'Éxito')
  await page.getByRole('button', { name: 'Quedan 8 textos de ejemplo en tu página' }).click()
  expect(await dialog(page).getByText('Anfitriones').count()).toBe(0)

  // The link also opens a view within a tab.
  await dialog(page).getByRole('button', { name: 'Cambiar Ajustes › Evento, Descripción' }).click()
  await expect.poll(hasFocus(field(page, 'Descripción'))).toBe(true)
})

test.runIf(isFull)('a finished step disappears from the list of first steps', async () => {
  const { hero, event, about, benefits } = sectionDefaults
  const page = await panel.open('Hero')
  await page.getByRole('button', line).click()
  await dialog(page).getByRole('button', { name: 'Segments, Segmento 1: está bien así' }).click()
  await dialog(page).getByText('Segments').waitFor({ state: 'detached' })

  const ours = (section: object, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, `${Reflect.get(section, name)}.`]))
  await panel.call('PUT /api/hero', { ...ours(hero, 'location'), eventDate: '2027-03-05' })
  await panel.call('PUT /api/event', ours(event, 'name', 'description'))
  await panel.call('PUT /api/about', ours(about, 'description1', 'description2', 'stat2Label'))
  await panel.call('PUT /api/benefits', ours(benefits, ...[1, 2, 3, 4, 5, 6].map((n) => `benefit${n}Title`)))
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('tab', { name: 'Hero' }).waitFor()
  expect(await page.getByRole('button', line).count()).toBe(0)
})
