import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull, some } from '../support/full.ts'
import { hasFocus, seeToast } from '../support/pages.ts'
import { field, marked, saveButton, startPanel, tabpanel, unexpected } from '../support/panel.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

/** Saves a change as another person, from another session. */
const saveElsewhere = (path: string, change: Record<string, string | number>) => panel.call(`PUT ${path}`, change)
const read = (path: string) => panel.call<Record<string, string>>(`GET ${path}`)

const overtaken = 'Alguien más guardó cambios mientras editabas.'

describe('overwriting a version saved by another person', () => {
  const open = panel.sharedPage()

  test.each(some(sections, 1))(
    "$tab: rejects a save over another person's version, and offers to overwrite that version",
    async ({ tab, path, field: label, name, success }) => {
      const page = await open(tab)
      await field(page, label).fill(`Lo mío en ${tab}`)
      await saveElsewhere(path, { [name]: `Lo de otra persona en ${tab}` })
      await saveButton(page).click()
      await tabpanel(page).getByText(overtaken).waitFor()
      expect([(await read(path))[name], await field(page, label).inputValue()]).toEqual([
        `Lo de otra persona en ${tab}`,
        `Lo mío en ${tab}`,
      ])
      await tabpanel(page).getByRole('button', { name: 'Guardar mi versión' }).click()
      await seeToast(page, ...success)
      await tabpanel(page).getByText(overtaken).waitFor({ state: 'detached' })
      expect((await read(path))[name]).toBe(`Lo mío en ${tab}`)
      expect(unexpected(page)).toEqual([])
    },
  )
})

describe('loading a version saved by another person', () => {
  const open = panel.sharedPage()

  test.each(some(sections, 1))(
    "$tab: replaces typed text with another person's version if the organiser chooses so",
    async ({ tab, path, field: label, name, success }) => {
      const page = await open(tab)
      await field(page, label).fill(`Mi versión de ${tab}`)
      await saveElsewhere(path, { [name]: `La otra versión de ${tab}` })
      await saveButton(page).click()
      await tabpanel(page).getByText(overtaken).waitFor()
      await tabpanel(page).getByRole('button', { name: 'Usar la otra versión' }).click()
      await saveButton(page).waitFor()
      expect(await field(page, label).inputValue()).toBe(`La otra versión de ${tab}`)
      await marked(page, tab).waitFor({ state: 'detached' })
      await field(page, label).fill(`Encima de la otra: ${tab}`)
      await saveButton(page).click()
      await seeToast(page, ...success)
      expect((await read(path))[name]).toBe(`Encima de la otra: ${tab}`)
    },
  )
})

test.runIf(isFull)("a save merges two people's changes to different fields, and lists the merged fields", async () => {
  const page = await panel.openForm('Hero')
  await field(page, 'Ubicación').fill('Un lugar nuevo')
  await saveElsewhere('/api/hero', { subtitle: 'El subtítulo de otra persona' })
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado', 'También quedó lo que otra persona guardó en: Subtítulo.')
  expect(await field(page, 'Subtítulo').inputValue()).toBe('El subtítulo de otra persona')
  expect(await read('/api/hero')).toMatchObject({ location: 'Un lugar nuevo', subtitle: 'El subtítulo de otra persona' })
})

test.runIf(isFull)('if two people changed one text field, the organiser chooses one of the texts', async () => {
  const page = await panel.openForm('Segments')
  await field(page, 'Segmento 1').fill('Uno mío')
  await field(page, 'Segmento 3').fill('Tres mío')
  await saveElsewhere('/api/segments', { segment1Title: 'Uno de otra persona', segment4Title: 'Cuatro de otra persona' })
  await saveButton(page).click()
  await tabpanel(page).getByRole('radio', { name: 'Tuyo: Uno mío' }).waitFor()
  expect(await tabpanel(page).getByRole('radio').count()).toBe(2)
  await tabpanel(page)
    .getByRole('radio', { name: /^De .*: Uno de otra persona$/ })
    .check()
  await saveButton(page).click()
  await seeToast(page, 'Los segmentos han sido actualizados correctamente.')
  expect(await read('/api/segments')).toMatchObject({
    segment1Title: 'Uno de otra persona',
    segment3Title: 'Tres mío',
    segment4Title: 'Cuatro de otra persona',
  })
  expect(await tabpanel(page).getByRole('radio').count()).toBe(0)
})

test.runIf(isFull)("on a phone, the choice between two people's versions is fully visible", async () => {
  const page = await panel.openForm('About', { viewport: { width: 360, height: 740 } })
  const text = (word: string) => Array.from({ length: 115 }, (_, index) => `${word} ${index}`).join(' ')
  await field(page, 'Descripción 1').fill(text('mía'))
  await saveElsewhere('/api/about', { description1: text('suya') })
  await saveButton(page).click()
  await page.getByRole('button', { name: 'Ir al primero' }).click()
  const [mine, theirs] = [tabpanel(page).getByRole('radio').first(), tabpanel(page).getByRole('radio').last()]
  const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  const bar = await top(tabpanel(page).locator('.save-bar'))
  await expect.poll(() => top(mine)).toBeLessThan(120)
  expect(await top(mine)).toBeGreaterThan(48)
  // The control: without scrolling, the other version would be below the save bar.
  expect((await top(theirs)) - bar).toBeGreaterThan(0)
  expect(await top(theirs)).toBeLessThan(740)
  await page.keyboard.press('ArrowDown')
  await expect.poll(hasFocus(theirs)).toBe(true)
  expect(await top(theirs)).toBeLessThan(bar - 24)
})

test.runIf(isFull)('if two people changed one number or time, the organiser chooses one of the values', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await field(page, 'Número de lugares').fill('40')
  await field(page, 'Cierra').fill('2099-01-02T08:00')
  await saveElsewhere('/api/places', { capacity: 50, closesAt: '2099-01-03T14:00:00.000Z' })
  await saveButton(page).click()
  await tabpanel(page).getByRole('radio', { name: 'Tuyo: 40' }).waitFor()
  await tabpanel(page)
    .getByRole('radio', { name: /^De .*: 50$/ })
    .check()
  await tabpanel(page)
    .getByRole('radio', { name: /^De .*: 3 de enero de 2099, 08:00$/ })
    .waitFor()
  expect(await tabpanel(page).getByRole('radio').count()).toBe(4)
  await saveButton(page).click()
  await seeToast(page, 'Cupo actualizado')
  expect(await field(page, 'Número de lugares').inputValue()).toBe('50')
  expect(await field(page, 'Cierra').inputValue()).toBe('2099-01-02T08:00')
})

test('a save by somebody else during the choice between two versions leads to a new choice', async () => {
  const page = await panel.openForm('Segments')
  await field(page, 'Segmento 2').fill('Lo mío')
  await saveElsewhere('/api/segments', { segment2Title: 'Lo segundo' })
  await saveButton(page).click()
  const mine = tabpanel(page).getByRole('button', { name: 'Guardar mi versión' })
  await mine.waitFor()
  // The other person saves between the panel's read of the newest version and its save.
  await page.route('**/api/segments', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await saveElsewhere('/api/segments', { segment2Title: 'Lo tercero' })
    await route.continue()
  })
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
  await mine.click()
  expect((await refused).status()).toBe(409)
  await tabpanel(page).getByText(overtaken).waitFor()
  expect([(await read('/api/segments')).segment2Title, await field(page, 'Segmento 2').inputValue()]).toEqual([
    'Lo tercero',
    'Lo mío',
  ])
})

test.runIf(isFull)("keeps typed text if the network fails while another person's version is loading", async () => {
  const page = await panel.openForm('Hero')
  await field(page, 'Ubicación').fill('Lo mío, sin red')
  await saveElsewhere('/api/hero', { location: 'Lo de otra persona' })
  await page.route('**/api/hero', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await saveButton(page).click()
  await tabpanel(page)
    .getByText(/^(Sin conexión: puede que no se haya guardado|Volvió la conexión)/)
    .waitFor()
  expect(await field(page, 'Ubicación').inputValue()).toBe('Lo mío, sin red')
})

test.runIf(isFull)("the choice between two people's versions is accessible in light and dark", async () => {
  const page = await panel.openForm('About')
  await field(page, 'Descripción 1').fill('Lo mío')
  await saveElsewhere('/api/about', { description1: 'Lo de otra persona' })
  await saveButton(page).click()
  await tabpanel(page).getByText(overtaken).waitFor()
  expect(await violationsInBoth(page)).toEqual([])
})
