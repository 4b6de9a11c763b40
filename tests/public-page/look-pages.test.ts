/** `npm run test:full -- look` also checks the pages beside the landing page with axe, at all widths and in both themes. */
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { type Panel, startPanel } from '../support/panel.ts'
import { addEvent, addScenario, addSpeaker } from '../support/panel-items.ts'
import { startProduct } from '../support/product.ts'

const widths = [320, 360, 768, 1280, 1600]
const timeout = 900_000

/** Starts a site that sends mails, with a talk and three places. */
async function conference() {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const panel = await startPanel(product)
  await panel.call('PUT /api/hero', { title: 'Telar', eventDate: '2098-11-20', location: 'Antigua Guatemala' })
  const { id: speakerId } = await addSpeaker(panel, 'Ixchel Batz', { bio: 'Programa telares.', email: 'ixchel@ejemplo.gt' })
  const { id: roomId } = await addScenario(panel, 'Salón Ceiba')
  await addEvent(panel, roomId, 'Redes sin nudos', '09:00', { speakerIds: [speakerId], description: 'Una charla.' })
  await panel.call('PUT /api/places', { capacity: 3, waitlist: true, transferUntil: 0 })
  /** Returns the path of the newest link that starts with `start` in a mail. */
  const mailed = async (start: string) => {
    const linkIn = async () =>
      (await server.mails()).map(({ text }) => text?.match(RegExp(`${start}[\\w-]+`))?.[0]).findLast((link) => link)
    await expect.poll(linkIn).toBeTruthy()
    return (await linkIn()) ?? ''
  }
  return { panel, speakerId, mailed }
}

async function register({ call }: Panel, name: string): Promise<{ id: string; path: string }> {
  await call('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })
  const people = await call<{ id: string; name: string }[]>('GET /api/registrations')
  const id = people.find((person) => person.name === name)?.id ?? ''
  const { url } = await call<{ url: string }>(`GET /api/registrations/${id}/link`)
  return { id, path: new URL(url).pathname }
}

async function send({ origin }: Panel, path: string, fields: Record<string, string> = {}): Promise<void> {
  const response = await fetch(origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect([path, response.status]).toEqual([path, 303])
}

/** Returns axe's violations at all widths, and the widths at which the page scrolls sideways. `text` is in its first heading. */
async function faults({ browser, origin }: Panel, path: string, text: string): Promise<string[]> {
  const { page } = await newVisitor(browser, origin)
  await page.goto(path)
  await page.getByRole('heading', { name: text }).first().waitFor()
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 900 })
    found.push(...(await violationsInBoth(page)).map((line) => `${path}, ${width} px, ${line}`))
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (overflowPx > 0) found.push(`${path}, ${width} px: scrolls sideways by ${overflowPx} px`)
  }
  await page.context().close()
  return found
}

test.skipIf(!isFull)('pages that need no personal link are accessible at any width in either theme', { timeout }, async () => {
  const { panel } = await conference()
  await expect.poll(panel.publicHtml).toContain('Redes sin nudos')
  for (const [path, text] of [
    ['/login', 'Panel de Administración'],
    ['/clave', 'contraseña'],
    ['/correo', 'Confirma tu correo'],
    ['/recuperar', 'Recuperar mi registro'],
    ['/privacidad', 'Aviso de privacidad'],
    ['/no-existe', 'Page Not Found'],
    ['/puerta', 'Puerta'],
    ['/pantalla', 'Telar'],
    ['/pantalla/salon-ceiba', 'Salón Ceiba'],
    ['/charlas/redes-sin-nudos', 'Redes sin nudos'],
    ['/speakers/ixchel-batz', 'Ixchel Batz'],
  ] as const)
    expect(await faults(panel, path, text)).toEqual([])
})

test.skipIf(!isFull)('the pages of a registration are accessible at any width in either theme', { timeout }, async () => {
  const { panel, speakerId, mailed } = await conference()
  const [ana, beto, , luz] = [
    await register(panel, 'Ana'),
    await register(panel, 'Beto'),
    await register(panel, 'Carla'),
    await register(panel, 'Luz'),
  ]
  expect(await faults(panel, ana.path, 'Tienes tu lugar')).toEqual([])
  expect(await faults(panel, luz.path, 'Estás en la lista de espera')).toEqual([])
  expect(await faults(panel, `${ana.path}/voy`, '¿Vienes?')).toEqual([])
  expect(await faults(panel, `${ana.path}/libero`, '¿Ya no puedes venir?')).toEqual([])
  await send(panel, `${ana.path}/pasar`, { name: 'Eva', email: 'eva@ejemplo.gt' })
  const offer = await mailed('/registro/pase/')
  expect(await faults(panel, offer, 'Ana te pasa su lugar')).toEqual([])
  await send(panel, `${offer}/no`)
  expect(await faults(panel, offer, 'No te escribimos más por esto')).toEqual([])
  await send(panel, `${beto.path}/cancelar`)
  expect(await faults(panel, beto.path, 'Tu registro está cancelado')).toEqual([])
  const { url } = await panel.call<{ url: string }>(`POST /api/speakers/${speakerId}/link`, {})
  expect(await faults(panel, new URL(url).pathname, 'Tu página de speaker')).toEqual([])

  await panel.call(`PUT /api/registrations/${ana.id}`, { isConfirmed: true })
  await panel.call('PUT /api/hero', { eventDate: '2025-11-06' })
  expect(await faults(panel, ana.path, 'Gracias por venir')).toEqual([])
  await send(panel, `${ana.path}/constancia`, { name: 'Ana' })
  const html = await (await fetch(panel.origin + ana.path)).text()
  expect(await faults(panel, /\/constancia\/[a-z2-7]{16}/.exec(html)?.[0] ?? '', 'Ana')).toEqual([])
})

test.skipIf(!isFull)(
  'pages of reserved seats and opening alerts are accessible at any width in either theme',
  { timeout },
  async () => {
    const { panel, mailed } = await conference()
    const link = async (places: number) => {
      await panel.call('POST /api/place-links', { label: `Aliado ${places}`, places, until: '2098-03-04T18:00:00.000Z' })
      const links = await panel.call<{ id: string; label: string; url: string }[]>('GET /api/place-links')
      const { id, url = '' } = links.find(({ label }) => label === `Aliado ${places}`) ?? {}
      return { id, path: new URL(url).pathname }
    }
    const [usedUp, open] = [await link(1), await link(2)]
    await send(panel, usedUp.path, { name: 'Sol', email: 'sol@ejemplo.gt', phone: '5555' })
    expect(await faults(panel, open.path, 'Hay un lugar apartado para ti')).toEqual([])
    expect(await faults(panel, usedUp.path, 'Los lugares de este enlace ya se ocuparon')).toEqual([])
    await panel.call(`DELETE /api/place-links/${open.id}`)
    expect(await faults(panel, open.path, 'Este enlace ya no sirve')).toEqual([])

    await panel.call('PUT /api/places', { opensAt: '2098-10-01T14:00:00.000Z' })
    await expect.poll(panel.publicHtml).toContain('Avísame')
    expect(await faults(panel, usedUp.path, 'Regístrate con este enlace')).toEqual([])
    expect(await faults(panel, '/', 'Telar')).toEqual([])
    await send(panel, '/api/registrations/alert', { email: 'eva@ejemplo.gt' })
    const alert = await mailed('/registro/aviso/')
    expect(await faults(panel, alert, '¿Te avisamos cuando abra el registro?')).toEqual([])
    await send(panel, alert)
    expect(await faults(panel, alert, 'Te avisamos cuando abra el registro')).toEqual([])
  },
)
