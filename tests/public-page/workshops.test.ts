import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { openRegistration } from '../support/pages.ts'
import { startPanel } from '../support/panel.ts'
import { addEvent, addScenario } from '../support/panel-items.ts'

// No mail server listens, because the page only has to promise mails.
const panel = await startPanel(await sharedProduct({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@conferencia.gt' }))

test.runIf(isFull)('card, dialog and page of a session show that seats are limited, and where to get one', async () => {
  await panel.call('PUT /api/hero', { title: 'Telar', eventDate: '2098-11-20' })
  const room = (await addScenario(panel, 'Ceiba')) as { id: string }
  const fields = { description: 'Con las manos en el teclado.', endTime: '10:00' }
  const { id } = (await addEvent(panel, room.id, 'Taller de redes', '09:00', fields)) as { id: string }
  await expect.poll(panel.publicHtml).toContain('Taller de redes')
  const before = await panel.publicHtml()
  expect(before).not.toMatch(/Con cupo|sesiones/)
  await panel.call(`PUT /api/agenda/events/${id}`, { capacity: 1 })
  await expect.poll(panel.publicHtml).toContain('Con cupo')

  const page = await panel.visit({ viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await page.locator(`#evento-${id}`).getByText('Con cupo').waitFor()
  await page.getByRole('link', { name: 'Taller de redes' }).click()
  const sheet = page.getByRole('dialog').filter({ hasText: 'Taller de redes' })
  await sheet.getByText('Con cupo: aparta tu lugar en tu página, o regístrate.').waitFor()
  expect(await sheet.getByRole('link', { name: 'tu página' }).getAttribute('href')).toBe('/recuperar')
  expect(await violations(page)).toEqual([])
  await page.goto('/charlas/taller-de-redes')
  await page.getByText('Con cupo: aparta tu lugar en tu página, o regístrate.').waitFor()
  expect(await violations(page)).toEqual([])

  const { id: person } = await panel.call<{ id: string }>('POST /api/registrations/by-hand', {
    name: 'Ana',
    email: 'ana@ejemplo.gt',
  })
  await panel.call(`PUT /api/registrations/${person}/sessions`, { sessions: [id] })
  await expect.poll(panel.publicHtml).toContain('Lista de espera')
  await expect
    .poll(async () => (await fetch(`${panel.origin}/charlas/taller-de-redes`)).text())
    .toContain('anótate en <a href="/recuperar"')
  await panel.call(`PUT /api/agenda/events/${id}`, { capacity: null })
  await expect.poll(panel.publicHtml).toBe(before)
})

test.each([true, false])('after registering, people are offered sessions with limited seats (script: %s)', async (hasScript) => {
  await panel.call('PUT /api/hero', { title: 'Telar', eventDate: '2098-11-20' })
  await addEvent(panel, '', 'Taller de Git', '11:00', { isPlenary: true, endTime: '12:00', capacity: 9 })
  await expect.poll(panel.publicHtml).toContain('Elige tus sesiones con cupo')
  const page = await panel.visit({ viewport: { width: 360, height: 740 }, javaScriptEnabled: hasScript })
  await page.goto('/')
  const form = hasScript ? await openRegistration(page, /^Registro/) : page.locator('[data-registration-form]')
  await form.getByLabel('Nombre completo').fill('Eva')
  await form.getByLabel('Email').fill(`eva-${hasScript}@ejemplo.gt`)
  await form.getByLabel('Teléfono').fill('5555 1234')
  await form
    .getByRole('button', { name: /Registr/ })
    .last()
    .click()
  const answer = hasScript ? page.locator('.toast-area') : page.locator('#registro-exitoso')
  await answer.getByText('Elige tus sesiones con cupo: el enlace a tu página va en el correo.').waitFor()
  const link = answer.getByRole('link', { name: hasScript ? 'Pedir el enlace otra vez' : 'Elige tus sesiones' })
  expect(await link.getAttribute('href')).toBe('/recuperar')
})
