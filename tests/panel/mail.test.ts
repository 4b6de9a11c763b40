import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { opener, seeToast } from '../support/pages.ts'
import { answer, complaints, field, openTab, press, saveButton, startPanel } from '../support/panel.ts'
import { startProduct } from '../support/product.ts'

/** Opens the panel of a site with these people. Without `smtpUrl` the site has no mail server. */
async function organiser(people: string[], smtpUrl?: string) {
  const product = await startProduct(smtpUrl ? { SMTP_URL: smtpUrl, MAIL_FROM: 'hola@conferencia.gt' } : {})
  onTestFinished(product.discard)
  const { call, openForm } = await startPanel(product)
  for (const name of people) await call('POST /api/registrations', { name, email: `${name.toLowerCase()}@ejemplo.gt` })
  return openForm('Hero')
}

test('an organiser mails a change of venue to everybody, and sees the recipients', async () => {
  const server = await startMailServer()
  const page = await organiser(['Ana', 'Luis'], server.url)
  await expect.poll(() => server.taken.length).toBe(2)
  // A tab that was open before is mounted while it is hidden.
  await openTab(page, 'Ajustes')
  await openTab(page, 'Hero')
  await field(page, 'Ubicación').fill('Tikal Futura')
  await saveButton(page).click()
  await page.getByText('El lugar cambió: ¿avisar a las 2 personas registradas?').waitFor()
  await page.getByRole('button', { name: 'Avisar a todos' }).click()

  const dialog = page.getByRole('dialog', { name: 'Avisar a todos' })
  await dialog.getByText('Tikal Futura').first().waitFor()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await dialog.getByRole('textbox', { name: /^Texto/ }).fill('{nombre}, nos vemos en {lugar}.')
  const preview = dialog.frameLocator('iframe')
  await preview.getByText('Ana López, nos vemos en Tikal Futura.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Enviar a 2 personas' }).click()
  await seeToast(page, 'Aviso en camino')
  await expect.poll(() => server.taken.length).toBe(4)
  const told = (await server.mails()).slice(2)
  expect(told.map(({ text }) => text?.split('\n')[0]).toSorted()).toEqual([
    'Ana, nos vemos en Tikal Futura.',
    'Luis, nos vemos en Tikal Futura.',
  ])
  // All mails are delivered, so the panel no longer offers to stop them.
  await page.getByText('Aviso en camino').waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Registros' }).click()
  await page.getByRole('tab', { name: 'Correos', exact: true }).click()
  await page.getByRole('combobox', { name: 'Estado' }).selectOption({ label: 'Entregados (4)' })
  await page.getByRole('searchbox').fill('luis')
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Reenviar a Luis: Aviso de cambio' }).click()
  await answer(page, 'Reenviar')
  await seeToast(page, 'Correo en camino')
  await expect.poll(() => server.taken.length).toBe(5)
  expect(complaints(page)).toEqual([])
})

test('ending a conference edition warns about waiting mails', async () => {
  // Nobody answers at this mail server, so the mails wait.
  const page = await organiser(['Ana', 'Luis'], 'smtp://127.0.0.1:9')
  await opener(page, 'Ajustes').click()
  await page.getByRole('tab', { name: 'Ediciones' }).click()
  await page.getByRole('button', { name: 'Terminar esta edición…' }).click()
  await page.getByRole('dialog').getByText('Aún esperan 2 correos, que ya no saldrán.').waitFor()
  expect(await violations(page)).toEqual([])
})

test.runIf(isFull)('mails exactly the number of waiting people shown on the button', async () => {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const { call, open } = await startPanel(product)
  await call('PUT /api/places', { capacity: 1 })
  const register = (name: string) => call('POST /api/registrations', { name, email: `${name.toLowerCase()}@ejemplo.gt` })
  for (const name of ['Ana', 'Eva']) await register(name)
  const page = await open('Registros')
  await page.getByRole('tab', { name: 'Correos', exact: true }).click()
  await page.getByRole('button', { name: 'Escribir a un grupo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Escribir a un grupo' })
  // The dialog opens without a chosen group.
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).waitFor()
  await dialog.getByRole('combobox', { name: /^Para/ }).selectOption({ label: 'En lista de espera (1)' })
  await dialog.getByRole('textbox', { name: /^Asunto/ }).fill('¿Sigues con ganas?')
  await dialog.getByRole('textbox', { name: /^Texto/ }).fill('{nombre}, todavía puede liberarse un lugar.')
  await dialog.frameLocator('iframe').getByText('Ana López, todavía puede liberarse un lugar.').waitFor()
  expect(await violations(page)).toEqual([])
  // Another person starts to wait, so the number of recipients changes.
  await register('Luz')
  await dialog.getByRole('button', { name: 'Enviar a 1 persona' }).click()
  await page.getByText('El grupo cambió mientras escribías').waitFor()
  await dialog.getByRole('button', { name: 'Enviar a 2 personas' }).click()
  await page.getByText('Se está enviando a 2 personas.').waitFor()
  await expect.poll(() => server.taken.length).toBe(5)
  const told = (await server.mails()).filter(({ subject }) => subject === '¿Sigues con ganas?')
  expect(told.map(({ text }) => text?.split('\n')[0]).toSorted()).toEqual([
    'Eva, todavía puede liberarse un lugar.',
    'Luz, todavía puede liberarse un lugar.',
  ])
  await page.getByText('2 entregados.').waitFor()
  expect(complaints(page).filter((text) => !text.includes('409'))).toEqual([])
})

test.runIf(isFull)('an organiser mails and downloads selected people', async () => {
  const server = await startMailServer()
  const page = await organiser(['Ana', 'Eva', 'Luz'], server.url)
  await expect.poll(() => server.taken.length).toBe(3)
  await opener(page, 'Registros').click()
  await press(page, 'Elegir varios')
  for (const name of ['Ana', 'Luz']) await page.getByRole('checkbox', { name: `Elegir a ${name}` }).check()
  await press(page, 'Más para elegidos')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Descargar CSV')])
  expect(file.suggestedFilename()).toMatch(/^registros_conferencia_.*\.csv$/)
  const rows = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Luz', 'Ana'])
  await press(page, 'Más para elegidos')
  await press(page, 'Escribirles')
  const dialog = page.getByRole('dialog', { name: 'Escribir a quienes elegiste' })
  await dialog.getByText('Para Ana y Luz.').waitFor()
  await dialog.getByRole('textbox', { name: /^Asunto/ }).fill('Una pregunta')
  await dialog.frameLocator('iframe').getByText('Hola, Ana López:').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Se está enviando a 2 personas.').waitFor()
  await expect.poll(() => server.taken.length).toBe(5)
  const asked = (await server.mails()).filter(({ subject }) => subject === 'Una pregunta')
  expect(asked.map(({ text }) => text?.split('\n')[0]).toSorted()).toEqual(['Hola, Ana:', 'Hola, Luz:'])
  await page.getByRole('region', { name: 'Elegidos' }).waitFor({ state: 'detached' })
})

test.runIf(isFull)("the list of mails shows how long a mail waits because of its mailbox's limit", async () => {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const { call, open } = await startPanel(product)
  for (let person = 1; person <= 11; person++)
    await call('POST /api/registrations', { name: `Persona ${person}`, email: `familia+${person}@ejemplo.gt` })
  await expect.poll(() => server.taken.length).toBe(10)
  const page = await open('Registros')
  await page.getByRole('tab', { name: 'Correos', exact: true }).click()
  const sentence = /^Espera porque ya salieron muchos correos: sigue el \d\d\/\d\d a las \d\d:\d\d\.$/
  await page.getByText(sentence).waitFor()
  expect(await page.getByText(sentence).count()).toBe(1)
  expect(await violations(page)).toEqual([])
})

test.runIf(isFull)('without a mail server, offers no mailing and marks texts that promise a mail', async () => {
  const page = await organiser(['Ana'])
  await field(page, 'Ubicación').fill('Tikal Futura')
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  expect(await page.getByRole('button', { name: 'Avisar a todos' }).count()).toBe(0)

  await page.getByRole('tab', { name: 'Registros' }).click()
  await page.getByRole('tab', { name: 'Correos', exact: true }).click()
  await page.getByText('Este sitio no envía correos.').waitFor()

  await openTab(page, 'Formulario')
  const success = page.getByRole('textbox', { name: 'Mensaje de éxito' })
  const warning = page.getByText('Habla de un correo, y este sitio no envía ninguno')
  await success.fill('Gracias. Revisa tu correo.')
  await warning.waitFor()
  await success.fill('Gracias.')
  await warning.waitFor({ state: 'detached' })
  expect(complaints(page)).toEqual([])
})

test.runIf(isFull)('the preview of a mail shows an error of the server instead of the mail', async () => {
  const page = await organiser([])
  await openTab(page, 'Ajustes')
  await page.getByRole('tab', { name: 'Correo', exact: true }).click()
  // In a wide window the preview shows this mail instead of the page.
  await page.getByRole('complementary', { name: 'Vista previa' }).waitFor({ state: 'detached' })
  const preview = page.frameLocator('iframe[title="Vista previa: Confirmación"]')
  await preview.getByText('Ana López').first().waitFor()
  await page.context().clearCookies()
  await page.getByRole('textbox', { name: /^Confirmación: asunto/ }).fill('Ya tienes lugar')
  await preview.getByText('Inicia sesión para continuar.').waitFor()
})
