import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Registration } from '../../data/registrations/schema.ts'
import type { Client } from '../../demo/client.ts'
import type { Camera } from './camera.ts'

const wide = { viewport: { width: 1280, height: 720 } }
const narrow = { viewport: { width: 900, height: 700 } }
const phone = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 1.5 }

/** Expects a changed venue that has not been announced to the registered people. Deletes a registration. */
export async function takeDeskPictures({ open, take, takeAround }: Camera, panel: Client): Promise<void> {
  async function searched(typed: string, surname: string, options: BrowserContextOptions): Promise<Page> {
    const page = await open('Registros', options)
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('searchbox').fill(typed)
    await page
      .getByRole('button', { name: new RegExp(`^Ver detalle de .*${surname}`) })
      .first()
      .waitFor()
    return page
  }

  const registrations = await searched('garsia', 'García', wide)
  await registrations.getByRole('searchbox').scrollIntoViewIfNeeded()
  await take('registros', registrations)

  await registrations.setViewportSize({ width: 900, height: 1000 })
  await registrations
    .getByRole('button', { name: /^Ver detalle de / })
    .first()
    .click()
  const person = registrations.getByRole('dialog')
  await person.getByText('Confirmación').first().waitFor()
  await take('persona', person)

  const [deleted]: Registration[] = await (await panel('GET /api/registrations?search=castaneda')).json()
  if (!deleted) throw new Error('the demo has no Castañeda')
  await panel(`DELETE /api/registrations/${deleted.id}`)
  const trash = await open('Registros', narrow)
  await trash.getByRole('button', { name: 'Papelera', exact: true }).click()
  await trash.getByRole('button', { name: /^Devolver a la lista/ }).waitFor()
  await take('papelera', trash.getByRole('dialog'))

  const settings = await open('Ajustes', { viewport: { width: 900, height: 1400 } })
  for (const name of ['Cupo', 'Privacidad']) {
    await settings.getByRole('tab', { name }).click()
    if (name === 'Cupo') await settings.getByLabel('Número de lugares').fill('300')
    else await settings.getByLabel('Días que se guardan después del evento').fill('90')
    await takeAround(name.toLowerCase(), settings.getByRole('region', { name }))
  }

  const mails = await open('Registros', narrow)
  await mails.getByRole('tab', { name: 'Correos' }).click()
  await mails
    .getByRole('button', { name: /^Reenviar/ })
    .first()
    .waitFor()
  await take('correos', mails)

  const announcing = await open('Ajustes', { viewport: { width: 900, height: 1240 } })
  await announcing.getByRole('tab', { name: 'Correo' }).click()
  await announcing.getByRole('button', { name: 'Avisar a todos' }).click()
  await announcing
    .getByRole('dialog')
    .getByText(/^Va a /)
    .waitFor()
  await announcing.frameLocator('dialog iframe').getByText('Hubo un cambio').last().waitFor()
  await take('avisar', announcing.getByRole('dialog'))

  const door = await searched('hernandez', 'Hernández', phone)
  await door.getByRole('searchbox').evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await take('telefono', door)
}
