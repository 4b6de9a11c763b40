import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { seeToast } from '../support/pages.ts'
import { saveButton, startPanel, tabpanel } from '../support/panel.ts'

const panel = await startPanel()

const sectionsOf = (html: string) =>
  [...html.matchAll(/<section[^>]* id="([^"]+)"|<section id="([^"]+)"/g)].map(([, a, b]) => a ?? b)

test('moving and hiding sections in the panel changes the page and its menu', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Página', exact: true }).click()
  const up = tabpanel(page).getByRole('button', { name: 'Subir Agenda' })
  await up.focus()
  // At the top of the list, the button does nothing but keeps the focus.
  for (let press = 0; press < 8; press++) await page.keyboard.press('Enter')
  await tabpanel(page).getByText('Agenda: lugar 1 de 11.').waitFor()
  await tabpanel(page).getByRole('switch', { name: 'Mostrar Speakers' }).press('Space')
  expect(await violations(page)).toEqual([])
  await saveButton(page).click()
  await seeToast(page, 'Página actualizada')
  const html = await panel.publicHtml()
  expect(sectionsOf(html)).toEqual([
    'evento',
    'agenda',
    'acerca',
    'beneficios',
    'segmentos',
    'aliados',
    'patrocinadores',
    'registro',
  ])
  const visitor = await panel.publicPage()
  const links = visitor.getByRole('navigation', { name: 'Secciones' }).first().getByRole('link')
  expect(await links.allTextContents()).toEqual(['Evento', 'Agenda', 'Segmentos', 'Partners'])
})

test('removes links to a hidden registration section', async () => {
  const { sections } = await panel.call<{ sections: { key: string; isVisible: boolean }[] }>('GET /api/layout')
  const hidden = sections.map((section) => (section.key === 'registration' ? { ...section, isVisible: false } : section))
  await panel.call('PUT /api/layout', { sections: hidden })
  const html = await panel.publicHtml()
  expect(html).not.toContain('href="#registro"')
  expect(html).not.toContain('id="registro"')
  for (const wrong of [sections.slice(1), [...sections.slice(1), sections[1]], [...sections, { key: 'otra', isVisible: true }]])
    await expect(panel.call('PUT /api/layout', { sections: wrong })).rejects.toThrow('422')
})
