import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../hardening/client.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { openRegistration, toast } from '../support/pages.ts'
import { startPanel } from '../support/panel.ts'
import { startProduct } from '../support/product.ts'

const panel = await startPanel()
const phone = { viewport: { width: 360, height: 740 } }

/** Returns the address of a person's registration page. */
function pageOf(name: string): string {
  const db = openDatabase(panel)
  const token = db.prepare('SELECT token FROM registrations WHERE name = ?').pluck().get(name)
  db.close()
  return `/registro/${token}`
}

const takesPlace = (eventDate: string) => panel.call('PUT /api/hero', { title: 'Telar', eventDate })

test.runIf(isFull)("a waiting person's page shows no ticket and no calendar link", async () => {
  await takesPlace('2099-11-20')
  await panel.call('PUT /api/places', { capacity: 1, waitlist: true })
  await panel.call('POST /api/registrations', { name: 'Ana', email: 'ana@ejemplo.gt' })
  await expect.poll(panel.publicHtml).toContain('Entrar a la lista de espera')
  const page = await panel.visit(phone)
  await page.goto('/')
  const form = await openRegistration(page, /^Registro/)
  await form.getByLabel('Nombre completo').fill('Eva')
  await form.getByLabel('Email').fill('eva@ejemplo.gt')
  await form.getByLabel('Teléfono').fill('5555 1234')
  await form.getByRole('button', { name: 'Entrar a la lista de espera' }).click()
  await toast(page, 'Quedas en la lista de espera').waitFor()
  expect(await page.getByText('Recibimos tu registro').count()).toBe(0)

  await page.goto(pageOf('Eva'))
  await page.getByText('Ya no puedo ir').click()
  await page.getByText('Sales de la lista de espera.').waitFor()
  expect(await page.getByText(/dejará de ser válida|calendar/i).count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

test('a person can confirm or cancel on the page of their registration', async () => {
  await takesPlace('2099-11-20')
  await panel.call('PUT /api/places', { capacity: null })
  await panel.call('POST /api/registrations', { name: 'Luz', email: 'luz@ejemplo.gt' })
  const page = await panel.visit(phone)
  await page.goto(`${pageOf('Luz')}/voy`)
  await page.getByRole('link', { name: 'Ya no puedo ir' }).click()
  await page.getByRole('heading', { name: '¿Ya no puedes venir?' }).waitFor()
  await page.getByRole('link', { name: 'Ver mi registro' }).click()
  await page.getByRole('heading', { name: 'Tienes tu lugar' }).waitFor()
  expect(await page.getByText('Confirmaste que vienes.').count()).toBe(0)
  await page.goto(`${pageOf('Luz')}/voy`)
  await page.getByRole('button', { name: 'Voy', exact: true }).click()
  await page.getByText('Confirmaste que vienes.').waitFor()
  const notice = page.getByText('Gracias por avisar: te esperamos.')
  // The notice is not at the very edge of the screen.
  await expect.poll(async () => (await notice.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(16)
})

test('a person’s page shows the first and the last day of the event', async () => {
  await takesPlace('2099-11-20T14:00:00.000Z')
  await panel.call('PUT /api/places', { capacity: null })
  await panel.call('POST /api/registrations', { name: 'Sol', email: 'sol@ejemplo.gt' })
  const session = { title: 'Taller', day: '2099-11-19', startTime: '15:00', endTime: '18:00', isPlenary: true }
  const { id } = await panel.call<{ id: string }>('POST /api/agenda/events', session)
  const page = await panel.visit(phone)
  await page.goto(pageOf('Sol'))
  expect(
    (
      await page
        .locator('dl div')
        .filter({ hasText: /^(Desde|Hasta|Fecha)/ })
        .allInnerTexts()
    ).map((text) => text.replace(/\s+/g, ' ')),
  ).toEqual(['Desde Jueves 19 de noviembre de 2099, 15:00 h', 'Hasta Viernes 20 de noviembre de 2099'])
  await panel.call(`DELETE /api/agenda/events/${id}`)
})

test.runIf(isFull)('if passing on a seat is refused, the reason is in view', async () => {
  // The seat can be passed on only if the site sends mails.
  const product = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const mailing = await startPanel(product)
  await mailing.call('PUT /api/hero', { title: 'Telar', eventDate: '2099-11-20' })
  await mailing.call('PUT /api/places', { capacity: null, transferUntil: 24 })
  await mailing.call('POST /api/registrations', { name: 'Mía', email: 'mia@ejemplo.gt' })
  const page = await mailing.visit({ viewport: { width: 360, height: 640 } })
  const db = openDatabase(mailing)
  const token = db.prepare('SELECT token FROM registrations').pluck().get()
  db.close()
  await page.goto(`/registro/${token}`)
  await page.getByText('Pasar mi lugar').click()
  await page.getByLabel('Su nombre completo').fill('Leo')
  await page.getByLabel('Su correo').fill('leo@ejemplo')
  await page.getByRole('button', { name: 'Ofrecer mi lugar' }).click()
  const reason = page.locator('#pasar-email-error')
  await expect.poll(async () => (await reason.boundingBox())?.y).toBeLessThan(600)
})

test('after a person passed on the seat, their page says so', async () => {
  await takesPlace('2099-11-20')
  await panel.call('PUT /api/places', { capacity: null })
  await panel.call('POST /api/registrations', { name: 'Rita', email: 'rita@ejemplo.gt' })
  const page = await panel.visit(phone)
  const address = pageOf('Rita')
  const db = openDatabase(panel)
  db.prepare("UPDATE registrations SET status = 'cancelled', passedTo = id WHERE name = 'Rita'").run()
  await page.goto(address)
  await page.getByRole('heading', { name: 'Pasaste tu lugar' }).waitFor()
  expect(await page.getByRole('link', { name: /entrada|calendar/i }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

test.runIf(isFull)('a cancelled person is invited to register again only while registration is open', async () => {
  await takesPlace('2099-11-20')
  await panel.call('PUT /api/places', { capacity: null })
  await panel.call('POST /api/registrations', { name: 'Pía', email: 'pia@ejemplo.gt' })
  await panel.call('POST /api/registrations', { name: 'Leo', email: 'leo@ejemplo.gt' })
  const page = await panel.visit(phone)
  await page.goto(pageOf('Pía'))
  await page.getByText('Ya no puedo ir').click()
  await page.getByRole('button', { name: 'Cancelar mi registro' }).click()
  await page.getByText('Tu registro quedó cancelado.').waitFor()
  const invited = async (places: object) => {
    await panel.call('PUT /api/places', places)
    await page.goto('about:blank')
    await page.goto(pageOf('Pía'))
    await page.getByText('Tu entrada ya no es válida.').waitFor()
    const [text, link] = [page.getByText('vuelve a registrarte'), page.getByRole('link', { name: 'Volver a registrarme' })]
    return [await text.count(), await link.count()]
  }
  expect(await invited({ capacity: null })).toEqual([1, 1])
  expect(await invited({ capacity: 1, waitlist: true })).toEqual([1, 1])
  expect(await invited({ capacity: 1, waitlist: false })).toEqual([0, 0])
  expect(await invited({ capacity: null, closesAt: '2025-01-01T00:00:00.000Z' })).toEqual([0, 0])
  await panel.call('PUT /api/places', { capacity: null, closesAt: '' })
})

test.runIf(isFull)('after the event, a person’s page shows no ticket and no calendar link', async () => {
  await takesPlace('2099-11-20')
  await panel.call('PUT /api/places', { capacity: null })
  for (const name of ['Tere', 'Omar']) await panel.call('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })
  const people = await panel.call<{ id: string; name: string }[]>('GET /api/registrations')
  await panel.call(`PUT /api/registrations/${people.find(({ name }) => name === 'Tere')?.id}`, { isConfirmed: true })
  await takesPlace('2025-11-06')

  const page = await panel.visit(phone)
  const parts = () => page.locator('main :is(h1, h2, summary)').allTextContents()
  const over = ['Corregir mis datos', 'Borrar mis datos']
  await page.goto(pageOf('Tere'))
  expect(await parts()).toEqual(['Gracias por venir', 'Descarga tu constancia', ...over])
  expect(await page.getByRole('img', { name: 'Código de tu entrada' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: /entrada|calendar/i }).count()).toBe(0)
  const name = page.getByLabel('Tu nombre, como va en la constancia')
  await name.fill('Tere Ajú')
  await page.getByRole('button', { name: 'Hacer mi constancia' }).click()
  await page.getByRole('link', { name: 'Descargar en PDF' }).waitFor()
  expect(await name.inputValue()).toBe('Tere Ajú')
  expect(await violations(page)).toEqual([])

  await page.goto(pageOf('Omar'))
  expect(await parts()).toEqual(['El evento ya terminó', ...over])
})
