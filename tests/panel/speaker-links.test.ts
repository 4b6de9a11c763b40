import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { seeToast } from '../support/pages.ts'
import { answer, dialog, type Panel, press, question, startPanel } from '../support/panel.ts'
import { addSpeaker } from '../support/panel-items.ts'
import { startProduct } from '../support/product.ts'

async function panelWith(smtpUrl?: string) {
  const product = await startProduct(smtpUrl ? { SMTP_URL: smtpUrl, MAIL_FROM: 'hola@conferencia.gt' } : {})
  onTestFinished(product.discard)
  return startPanel(product)
}

/** Sends a form of the speaker's page. */
async function sendAs({ call }: Panel, speaker: string, fields: Record<string, string>, below = ''): Promise<void> {
  const { url } = await call<{ url: string }>(`POST /api/speakers/${speaker}/link`, {})
  const response = await fetch(url + below, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect(response.status).toBe(303)
}

test.runIf(isFull)('the panel mentions no speakers’ links before the first link is made', async () => {
  const panel = await panelWith()
  await addSpeaker(panel, 'Ana', { email: 'ana@ejemplo.gt' })
  const page = await panel.open('Speakers')
  await page.getByRole('heading', { name: 'Ana' }).waitFor()
  expect(await page.getByText(/onfirm|falta/).count()).toBe(0)
  await press(page, 'Más sobre Ana')
  expect(await page.locator('.action-menu:popover-open button').allTextContents()).toEqual(['Copiar su enlace'])
  await press(page, 'Copiar su enlace')
  await page.getByText('No ha confirmado · falta: foto y biografía').waitFor()
  await page.getByText('Confirmaron 0 de 1 · A 1 le falta algo').waitFor()
  expect(await page.getByRole('button', { name: 'Pedir lo que falta' }).count()).toBe(0)
})

test.runIf(isFull)('mails speakers about missing details, and names speakers without an e-mail', async () => {
  const server = await startMailServer()
  const panel = await panelWith(server.url)
  const ana = await addSpeaker(panel, 'Ana', { email: 'ana@ejemplo.gt' })
  await addSpeaker(panel, 'Berta', { email: 'berta@ejemplo.gt' })
  await addSpeaker(panel, 'Carla')
  await sendAs(panel, ana.id, {}, '/confirmar')
  const page = await panel.open('Speakers')
  await page.getByText('Confirmó 1 de 3 · A 3 les falta algo').waitFor()
  await page.getByText('Confirmó · falta: foto y biografía').waitFor()
  await press(page, 'Pedir lo que falta')
  await question(page).getByText('Sin correo: Carla.').waitFor()
  expect(await violations(page)).toEqual([])
  await press(page, 'Enviar a 2 speakers')
  await seeToast(page, '2 correos en camino')
  await expect.poll(() => server.taken.length).toBe(2)
  const mails = await server.mails()
  expect(mails.map(({ text = '' }) => [text.includes('tu foto'), text.includes('/ponente/')])).toEqual([
    [true, true],
    [true, true],
  ])
  await press(page, 'Pedir lo que falta')
  await seeToast(page, 'No hay a quién escribirle ahora')

  await press(page, 'Más sobre Berta')
  await press(page, 'Enviarle su enlace por correo')
  await expect.poll(() => server.taken.length).toBe(3)
  await press(page, 'Más sobre Berta')
  await press(page, 'Terminar sus enlaces')
  expect(await answer(page, 'Terminar enlaces')).toContain('¿Terminar los enlaces de Berta?')
  await seeToast(page, 'Enlaces terminados')
})

test('an organiser accepts part of a speaker’s proposal and undoes the acceptance', async () => {
  const panel = await panelWith()
  const ana = await addSpeaker(panel, 'Ana')
  await panel.call(`POST /api/speakers/${ana.id}/link`, {})
  const page = await panel.open('Speakers')
  await press(page, 'Ajustes de los enlaces')
  await dialog(page).getByLabel('Cambios de speakers').selectOption({ label: 'Alguien los revisa antes' })
  await dialog(page).getByLabel('Fecha límite').fill('2027-01-31')
  await dialog(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  await seeToast(page, 'Ajustes actualizados')
  expect(await panel.call('GET /api/speakers/settings')).toMatchObject({ edits: 'review', deadline: '2027-01-31' })

  await sendAs(panel, ana.id, { [`speakers.${ana.id}.bio`]: 'Construye redes', [`speakers.${ana.id}.company`]: 'Nube' })
  await page.reload()
  await page.getByRole('tab', { name: 'Speakers (1 propuesta por revisar)' }).waitFor()
  await press(page, '1 propuesta por revisar')
  await dialog(page).getByText('Construye redes').waitFor()
  // Somebody changes a proposed field while the proposal is open.
  await panel.call(`PUT /api/speakers/${ana.id}`, { company: 'Quetzal' })
  await press(page, 'Publicar 2 cambios de Ana')
  await seeToast(page, 'Algo cambió mientras revisabas')
  await dialog(page).getByText('Quetzal').waitFor()
  expect(await panel.call(`GET /api/speakers`)).toMatchObject([{ bio: '', company: 'Quetzal' }])
  const company = dialog(page).getByRole('checkbox', { name: /^Empresa/ })
  expect([await company.isChecked(), await dialog(page).getByText('lo cambió después de esta propuesta').count()]).toEqual([
    false,
    1,
  ])
  expect(await violations(page)).toEqual([])
  await press(page, 'Publicar 1 cambio de Ana')
  await seeToast(page, 'Se publicó 1 cambio')
  await dialog(page).getByText('No hay propuestas por revisar.').waitFor()
  expect(await panel.call(`GET /api/speakers`)).toMatchObject([{ bio: 'Construye redes', company: 'Quetzal' }])
  await page.getByRole('tab', { name: 'Speakers', exact: true }).waitFor()

  // Undoing the decision keeps what somebody saved in the meantime.
  await panel.call(`PUT /api/speakers/${ana.id}`, { title: 'Directora' })
  await press(page, 'Deshacer')
  await seeToast(page, 'Decisión deshecha')
  await dialog(page).getByText('Construye redes').waitFor()
  expect(await panel.call(`GET /api/speakers`)).toMatchObject([{ bio: '', company: 'Quetzal', title: 'Directora' }])
  await press(page, 'Publicar 1 cambio de Ana')
  await seeToast(page, 'Se publicó 1 cambio')
  await press(page, 'Cerrar ventana')

  await press(page, 'Más sobre Ana')
  await press(page, 'Deshacer lo que cambió')
  await dialog(page).locator('form').getByRole('button', { name: 'Deshacer', exact: true }).click()
  await seeToast(page, 'Se deshizo 1 cambio de Ana')
  expect(await panel.call(`GET /api/speakers`)).toMatchObject([{ bio: '', company: 'Quetzal' }])
  // The dialog ends the links too, because someone else may have them.
  expect(await panel.call('GET /api/speakers/status')).toMatchObject([
    { hasLink: false, missing: [{ field: 'image' }, { field: 'bio' }] },
  ])
})
