import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { seeToast } from '../support/pages.ts'
import { dialog, save, startPanel, tabpanel } from '../support/panel.ts'

const panel = await startPanel()

test('an item of the information section opens without a script, by a link in the menu', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Información', exact: true }).click()
  await tabpanel(page).getByText('No hay apartados de información agregados aún').waitFor()
  await tabpanel(page).getByRole('button', { name: 'Agregar Apartado' }).click()
  await dialog(page).getByLabel('Título').fill('Código de conducta')
  await dialog(page).getByLabel('Texto', { exact: true }).fill('Sé **amable**:\n- escucha\n- escribe a hola@ejemplo.gt')
  await dialog(page).getByLabel('Enlace', { exact: true }).fill('https://ejemplo.gt/codigo')
  await dialog(page).getByRole('switch', { name: 'En el menú' }).check()
  expect(await violations(page)).toEqual([])
  await save(page)
  await seeToast(page, 'Apartado creado exitosamente')

  const context = await panel.browser.newContext({ baseURL: panel.origin, javaScriptEnabled: false })
  const visitor = await context.newPage()
  await visitor.goto('/')
  const text = visitor.locator('#informacion').getByText('amable')
  expect(await text.isVisible()).toBe(false)
  await visitor.getByRole('link', { name: 'Código de conducta' }).first().click()
  await text.waitFor()
  expect(await text.evaluate(({ localName }) => localName)).toBe('strong')
  expect(await visitor.locator('#informacion li li').allTextContents()).toEqual(['escucha', 'escribe a hola@ejemplo.gt'])
  const links = visitor.locator('#informacion a')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'mailto:hola@ejemplo.gt',
    'https://ejemplo.gt/codigo',
  ])
  await context.close()
})

test('hostile Markdown in a field adds no element, script or link to another site', async () => {
  const hostile = [
    '[a](javascript:alert(1)) <img src=x onerror=alert(2)> ![x](https://evil.example/x.png)',
    '[b](data:text/html,x) <javascript:alert(3)> [c](//evil.example) <svg/onload=alert(4)>',
  ].join('\n\n')
  await panel.call('PUT /api/about', { description1: hostile, description2: hostile })
  await panel.call('POST /api/speakers', { name: 'Ana', title: '', company: '', bio: hostile })
  const { id: scenarioId } = await panel.call('POST /api/agenda/scenarios', { name: 'Sala', description: hostile.repeat(2) })
  await panel.call('POST /api/agenda/events', { title: 'Charla', startTime: '09:00', scenarioId, description: hostile })
  await panel.call('POST /api/info', { title: 'Preguntas', text: hostile })
  const page = await panel.publicPage()
  const dialogs: string[] = []
  page.on('dialog', (box) => dialogs.push(box.message()) && void box.dismiss())
  await page.reload({ waitUntil: 'networkidle' })
  // Details of talks and speakers are loaded when they are opened.
  for (const name of ['Ana', 'Charla']) {
    await page.locator('main').getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('dialog', { name, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  expect(await page.locator('main').getByText('<img src=x onerror=alert(2)>').count()).toBeGreaterThanOrEqual(5)
  expect(await page.locator('img[src="x"], img[src*="evil"], svg[onload], [onerror]').count()).toBe(0)
  const addresses = await page.locator('main a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.filter((address) => !/^(#|\/(?!\/)|https?:|mailto:)/.test(address))).toEqual([])
  expect(dialogs).toEqual([])
})
