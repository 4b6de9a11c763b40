import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { seeToast } from '../support/pages.ts'
import { field, saveButton, startPanel } from '../support/panel.ts'

const panel = await startPanel()

test('buttons above a long text insert bold words, links and lists', async () => {
  const page = await panel.open('About')
  const text = field(page, 'Descripción 1')
  const bar = page.getByRole('toolbar', { name: 'Formato del texto' }).first()
  await text.fill('Tejemos redes\ncon café\ncon pan')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 13))
  await bar.getByText('Negrita').click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('ejemplo.gt')
  expect(await text.inputValue()).toBe('Tejemos **[redes](https://ejemplo.gt)**\ncon café\ncon pan')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(45, 55))
  await bar.getByText('Lista').click()
  expect(await text.inputValue()).toBe('Tejemos **[redes](https://ejemplo.gt)**\n- con café\n- con pan')
  await page.keyboard.press('ControlOrMeta+z')
  expect(await text.inputValue()).toBe('Tejemos **[redes](https://ejemplo.gt)**\ncon café\ncon pan')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  expect(await violations(page)).toEqual([])
  await saveButton(page).click()
  // The save is answered only when the page is published.
  await seeToast(page, 'Éxito')
  const visitor = await panel.publicPage()
  const about = visitor.locator('#acerca')
  await about.locator('strong').getByRole('link', { name: 'redes' }).waitFor()
  expect(await about.getByRole('listitem').allInnerTexts()).toEqual(['con café', 'con pan'])
})
