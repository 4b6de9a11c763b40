import { expect, test } from 'vitest'
import { cardName, cardOf } from '../../api/drawing/share-card.ts'
import type { Content } from '../../data/content/schema.ts'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { opener, openRegistration, seeToast, signIn } from '../support/pages.ts'
import { complaints, field, marked, openTab, saveButton, startPanel, tabpanel } from '../support/panel.ts'
import { openSession } from '../support/session.ts'

const panel = await startPanel()

test('the panel has the ten specified tabs in their order, and Ajustes in its header', async () => {
  const page = await panel.openForm('Ajustes')
  expect(new URL(page.url()).hash).toBe('#ajustes')
  await page.getByRole('heading', { name: 'Ajustes', exact: true }).waitFor()
  expect(await opener(page, 'Ajustes').getAttribute('aria-current')).toBe('page')
  expect(await page.getByRole('tablist', { name: 'Contenido' }).getByRole('tab', { selected: true }).count()).toBe(0)
  const tabs = await page.getByRole('tablist', { name: 'Contenido' }).getByRole('tab').allTextContents()
  const ten = ['Hero', 'About', 'Benefits', 'Segments', 'Speakers', 'Agenda', 'Partners', 'Formulario', 'Registros', 'Usuarios']
  expect(tabs).toEqual(ten)
  const subTabs = await page.getByRole('tablist', { name: 'Ajustes' }).getByRole('tab').allTextContents()
  const four = ['Evento', 'Cupo', 'Correo', 'Privacidad']
  expect(subTabs.filter((tab) => four.includes(tab))).toEqual(four)
  // Arrow keys begin at the first tab. The link in the header leads back to the last view of the settings.
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await page.getByRole('tab', { name: 'Hero', exact: true }).press('ArrowRight')
  await page.getByRole('tab', { name: 'About', exact: true, selected: true }).waitFor()
  expect(await opener(page, 'Ajustes').getAttribute('aria-current')).toBeNull()
  await opener(page, 'Ajustes').press('Enter')
  await page.getByRole('tab', { name: 'Cupo', selected: true }).waitFor()
  expect(new URL(page.url()).hash).toBe('#ajustes/cupo')
})

test.runIf(isFull)('an unsaved change in any view marks the tab Ajustes as unsaved', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await field(page, 'Número de lugares').fill('40')
  await marked(page, 'Ajustes').waitFor()
  await field(page, 'Número de lugares').fill('')
  await marked(page, 'Ajustes').waitFor({ state: 'detached' })
})

test.runIf(isFull)('renaming the conference replaces the old name everywhere', async () => {
  await panel.call('PUT /api/event', { name: 'Nombre de antes' })
  const page = await panel.openForm('Ajustes')
  await field(page, 'Nombre de la conferencia').fill('Jornadas de Software')
  await field(page, 'Organizador').fill('La comunidad')
  await field(page, 'Correo de contacto').fill('hola@jornadas.gt')
  await saveButton(page).click()
  await seeToast(page, 'Evento actualizado')
  const html = await panel.publicHtml()
  expect(html).toContain('<title>Jornadas de Software</title>')
  expect(html).toContain('Organiza: La comunidad')
  expect(html).toContain('mailto:hola@jornadas.gt')
  for (const path of [
    '/',
    '/evento.ics',
    '/agenda.ics',
    '/manifest.webmanifest',
    '/api/hero',
    '/api/event',
    '/api/registration-form',
  ]) {
    const text = await (await fetch(panel.origin + path)).text()
    expect([path, text.includes('Jornadas de Software'), text.includes('Nombre de antes')]).toEqual([path, true, false])
    expect(text).not.toContain('Conferencia 2025')
  }
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  expect([data.name, data.organizer.name]).toEqual(['Jornadas de Software', 'La comunidad'])
  expect(html).toContain('<meta property="og:title" content="Jornadas de Software">')
  const csv = await fetch(`${panel.origin}/api/registrations/export`, { headers: await openSession(panel) })
  expect(csv.status).toBe(200)
  expect(`${csv.headers.get('Content-Disposition')} ${await csv.text()}`).not.toMatch(/Nombre de antes|Conferencia 2025/)
  const visitor = await panel.visit()
  await visitor.goto('/')
  await openRegistration(visitor, 'Registro - Jornadas de Software')
  expect(complaints(page)).toEqual([])
})

test.runIf(isFull)('the page shows the address, directions and links of the venue that an organiser entered', async () => {
  const page = await panel.openForm('Ajustes')
  await field(page, 'Dirección').fill('5a avenida 3-20')
  await field(page, 'Cómo llegar').fill('El Transmetro se detiene enfrente.')
  await field(page, 'Ciudad').fill('Antigua Guatemala')
  await field(page, 'País').selectOption({ label: 'Guatemala' })
  await field(page, 'Modalidad').selectOption({ label: 'Presencial y en línea' })
  await page.getByRole('button', { name: 'Agregar un enlace' }).click()
  await page.getByLabel('Enlace 1', { exact: true }).fill('Código de conducta')
  await page.getByLabel('Dirección 1').fill('https://ejemplo.gt/codigo')
  await saveButton(page).click()
  await seeToast(page, 'Evento actualizado')
  const saved = await panel.call<Content['event']>('GET /api/event')
  expect([saved.country, saved.attendance]).toEqual(['GT', 'mixed'])

  const visitor = await panel.visit()
  await visitor.goto('/')
  await visitor.getByRole('button', { name: 'Cómo llegar' }).click()
  const sheet = visitor.getByRole('dialog', { name: 'Cómo llegar' })
  await sheet.getByText('El Transmetro se detiene enfrente.').waitFor()
  const map = await sheet.getByRole('link', { name: 'Abrir el mapa' }).getAttribute('href')
  expect(new URL(map ?? '').searchParams.get('query')).toBe('5a avenida 3-20, Antigua Guatemala')
  const link = visitor.getByRole('contentinfo').getByRole('link', { name: 'Código de conducta' })
  expect(await link.getAttribute('href')).toBe('https://ejemplo.gt/codigo')
  expect(complaints(page)).toEqual([])
})

test.runIf(isFull)('renaming the conference changes the URL of its share card', async () => {
  const card = async () => /property="og:image" content="([^"]+)"/.exec(await panel.publicHtml())?.[1] ?? ''
  const before = await card()
  await panel.call('PUT /api/event', { name: 'Otra tarjeta' })
  expect(await card()).not.toBe(before)
  // The card's address depends on its texts.
  const [hero, look] = [await panel.call<Content['hero']>('GET /api/hero'), await panel.call<Content['look']>('GET /api/look')]
  const words = cardOf({ hero, look, events: [] }, 'America/Guatemala')
  expect([words.title, await card()]).toEqual(['Otra tarjeta', `${panel.origin}/${cardName(words)}`])
  expect((await fetch(await card())).headers.get('Content-Type')).toBe('image/png')
})

test.runIf(isFull)('renaming the conference updates forms that are open in other tabs of the panel', async () => {
  const page = await panel.openForm('Formulario')
  await openTab(page, 'Hero')
  await openTab(page, 'Ajustes')
  await field(page, 'Nombre de la conferencia').fill('Segunda edición')
  await field(page, 'Hora de inicio').fill('08:15')
  await saveButton(page).click()
  await seeToast(page, 'Evento actualizado')
  await openTab(page, 'Formulario')
  const title = page.getByRole('textbox', { name: 'Título del modal', exact: true })
  await expect.poll(() => title.inputValue()).toBe('Registro - Segunda edición')
  await openTab(page, 'Hero')
  await field(page, 'Fecha del Evento').fill('2027-11-20')
  await tabpanel(page).getByText('sábado 20 de noviembre de 2027').waitFor()
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  const hero = await panel.call<Content['hero']>('GET /api/hero')
  expect(hero).toMatchObject({ title: 'Segunda edición', eventDate: '2027-11-20T14:15:00.000Z' })
})

test.runIf(isFull)('text typed in one view of the settings (Ajustes) stays while another view is shown', async () => {
  const page = await panel.openForm('Ajustes')
  await field(page, 'Organizador').fill('A medio escribir')
  await page.getByRole('tab', { name: 'Privacidad' }).click()
  await page.getByLabel('Aviso de privacidad').filter({ visible: true }).waitFor()
  await page.getByRole('tab', { name: 'Evento' }).click()
  expect(await page.getByLabel('Organizador').inputValue()).toBe('A medio escribir')
})

test.runIf(isFull)('only administrators can change the settings, but all users can read them', async () => {
  const user = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'secreto', role: 'user' }
  await panel.call('POST /api/users', user)
  const page = await panel.visit()
  await signIn(page, user)
  await opener(page, 'Ajustes').click()
  const name = page.getByLabel(/^Nombre de la conferencia/)
  await name.waitFor()
  expect(await name.isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Guardar Cambios' }).filter({ visible: true }).count()).toBe(0)
})

test.runIf(isFull)('only administrators can change the date in the hero section', async () => {
  const user = { name: 'Rosa', email: 'rosa@ejemplo.gt', password: 'secreto', role: 'user' }
  await panel.call('POST /api/users', user)
  const page = await panel.visit()
  await signIn(page, user)
  const date = field(page, 'Fecha del Evento')
  await date.waitFor()
  expect([await date.isDisabled(), await date.inputValue()]).toEqual([true, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  await page.getByText('Solo un administrador cambia la fecha.').waitFor()
  await field(page, 'Subtítulo').fill('De Rosa')
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
})

test.runIf(isFull)('the settings are accessible in light and dark', async () => {
  const page = await panel.openForm('Ajustes')
  await field(page, 'Nombre de la conferencia').fill('')
  await saveButton(page).click()
  await expect.poll(() => field(page, 'Nombre de la conferencia').getAttribute('aria-invalid')).toBe('true')
  expect(await violationsInBoth(page)).toEqual([])
})
