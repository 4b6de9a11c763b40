import { describe, expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { violationsInBoth } from '../support/axe.ts'
import { isFull, some } from '../support/full.ts'
import { openRegistration, seeToast } from '../support/pages.ts'
import { complaints, field, openTab, saveButton, startPanel, tabpanel } from '../support/panel.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

test('the fields of a new conference contain sample texts', async () => {
  const page = await panel.openForm('Hero')
  const { hero, about, benefits, segments, registrationForm } = sectionDefaults
  const { subtitle, location, ctaText } = hero
  const begins = {
    Hero: { subtitle, location, ctaText, eventDate: '2025-11-20' },
    About: about,
    Benefits: benefits,
    Segments: segments,
    Formulario: registrationForm,
  }
  for (const [tab, values] of Object.entries(begins)) {
    await openTab(page, tab)
    const shown = await tabpanel(page)
      .locator('input, textarea')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    expect(Object.values(values).filter((value) => !shown.includes(value))).toEqual([])
  }
})

const texts = {
  Hero: [
    'Campos simplificados:',
    'Subtítulo',
    'Texto del Botón',
    'Fecha del Evento',
    'Ubicación',
    'Máximo 200×60 px, recomendado 180×50 px.',
    'Máximo 300×150 px, recomendado 250×100 px.',
    'Guardar Cambios',
  ],
  About: [
    'Contenido "¿De qué se trata?"',
    'Título',
    'Descripción 1',
    'Descripción 2',
    'Imagen',
    'Video',
    'Opcional. Cualquier foto sirve: se recorta y se reduce aquí. Mejor si tiene al menos 540×360 px.',
    'Opcional. MP4, WebM o MOV, máximo 100 MB.',
    'Guardar Cambios',
  ],
  Benefits: [
    'Contenido "¿Qué podrás encontrar en el evento?"',
    'Título principal',
    ...[1, 2, 3, 4, 5, 6].flatMap((n) => [`Beneficio ${n}`, `Título ${n}`, `Descripción ${n}`]),
    'Guardar Cambios',
  ],
  Segments: ['Segmentos ON', 'Segmento 1', 'Segmento 2', 'Segmento 3', 'Segmento 4', 'Guardar Cambios'],
  Formulario: ['Título y subtítulo del modal', 'Mensaje de éxito', 'Guardar Cambios'],
}

describe('explanations around the fields', () => {
  const open = panel.sharedPage()

  test.each(Object.entries(texts))('the tab %s shows the specified texts around its fields', async (tab, expected) => {
    const page = await open(tab)
    const shown = (await tabpanel(page).textContent()) ?? ''
    expect(expected.filter((text) => !shown.includes(text))).toEqual([])
  })
})

test('stores a chosen event date with the time 07:00', async () => {
  const page = await panel.openForm('Hero')
  const request = page.waitForRequest((request) => request.method() === 'PUT')
  await field(page, 'Fecha del Evento').fill('2026-12-13')
  await saveButton(page).click()
  const sent: Record<string, unknown> = (await request).postDataJSON()
  expect([sent.title, sent.eventDate, 'backgroundImage' in sent]).toEqual(['Conferencia 2025', '2026-12-13', false])
  await seeToast(page, 'Contenido actualizado')
  expect(await panel.publicHtml()).toContain('13 DIC, 2026')
  expect(await panel.call('GET /api/hero')).toMatchObject({ eventDate: '2026-12-13T13:00:00.000Z' })
})

test.runIf(isFull)('shows the link to watch the video only if the page has a video', async () => {
  const page = await panel.openForm('About')
  const watch = tabpanel(page).getByRole('link', { name: 'Ver Video' })
  expect(await watch.count()).toBe(0)
  // The address exists, because the field tries to show the file.
  await field(page, 'Video').fill('/manifest.webmanifest')
  expect([await watch.getAttribute('href'), await watch.getAttribute('target')]).toEqual(['/manifest.webmanifest', '_blank'])
})

test.runIf(isFull)('Enter or a typed \\n in a benefit becomes a line break on the page', async () => {
  const page = await panel.openForm('Benefits')
  await field(page, 'Título 1').fill('Primera línea\nSegunda línea')
  await field(page, 'Título 2').fill('Tercera línea\\nCuarta línea')
  await saveButton(page).click()
  await seeToast(page, 'Éxito')
  const visitor = await panel.visit()
  await visitor.goto('/')
  for (const line of ['Primera línea', 'Segunda línea', 'Tercera línea', 'Cuarta línea'])
    await visitor.getByText(line, { exact: true }).waitFor()
})

test.runIf(isFull)('an emptied label shows its default, in the form and on the page', async () => {
  const page = await panel.openForm('Formulario')
  await field(page, 'Empresa: etiqueta').fill('')
  expect(await field(page, 'Empresa: etiqueta').getAttribute('placeholder')).toBe('Empresa')
  await saveButton(page).click()
  await seeToast(page, 'Formulario actualizado')
  const visitor = await panel.visit()
  await visitor.goto('/')
  const dialog = await openRegistration(visitor)
  await dialog.getByLabel('Empresa').waitFor()
})

test('the five tabs with texts are accessible in light and dark', async () => {
  const page = await panel.openForm('Hero')
  const faults: string[] = []
  for (const { tab, field: label } of some(sections, 2)) {
    await openTab(page, tab)
    // The tab has a mark, and a required field has a message.
    await field(page, label).fill('')
    await saveButton(page).click()
    faults.push(...(await violationsInBoth(page)).map((fault) => `${tab}: ${fault}`))
  }
  expect(faults).toEqual([])
  expect(complaints(page)).toEqual([])
})
