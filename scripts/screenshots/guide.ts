/** The pictures of docs/guia-del-organizador.md, in its order. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { signedIn } from '../../demo/client.ts'
import { looks } from '../../demo/pictures/looks.ts'
import { portrait } from '../../demo/pictures/portraits.ts'
import { colours } from '../../demo/pictures/svg.ts'
import { openContext, signedInState } from '../../tests/support/pages.ts'
import { admin, type Product } from '../../tests/support/product.ts'

const wide = { viewport: { width: 1280, height: 720 } }
const narrow = { viewport: { width: 900, height: 780 } }
const phone = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 1.5 }

type Write = (name: string, picture: Buffer) => Promise<void>

/** Takes them of a product that has the demo loaded. Changes a title, and adds a user. */
export async function takeGuidePictures(browser: Browser, product: Product, write: Write): Promise<void> {
  const panel = await signedIn(product.origin, admin)
  const take = async (name: string, page: Page) => write(`${name}.png`, await page.screenshot({ animations: 'disabled' }))
  const session = await signedInState(browser, product.origin)

  async function open(tab: string, options: BrowserContextOptions): Promise<Page> {
    const { page } = await openContext(browser, product.origin, { storageState: session, ...options })
    await page.goto('/admin')
    await page.getByRole('tab', { name: tab, exact: true }).click()
    return page
  }

  /** The registrations with what was typed in the search, once those of this surname are shown. */
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

  const visitor = await openContext(browser, product.origin, { viewport: { width: 900, height: 560 } })
  await visitor.page.goto('/login')
  await visitor.page.getByLabel('Email').fill('maria@ejemplo.gt')
  await take('entrar', visitor.page)

  const hero = await open('Hero', wide)
  await hero.getByLabel('Subtítulo').fill('Reserva la fecha')
  await hero.getByText('Hay cambios sin guardar.').waitFor()
  await hero.getByAltText('Vista previa: Logo principal').waitFor()
  await take('panel', hero)

  const segments = await open('Segments', narrow)
  await segments.getByLabel('Segmento 4').fill('Networking y café')
  await panel('PUT', '/api/segments', 200, { segment4Title: 'Networking y almuerzo' })
  await segments.getByRole('button', { name: 'Guardar Cambios' }).click()
  await segments.getByRole('button', { name: 'Guardar la mía encima' }).waitFor()
  await take('conflicto', segments)

  await panel('PUT', '/api/hero', 200, { location: 'Teatro Abril, Ciudad de Guatemala' })
  const history = await open('Hero', wide)
  await history.getByRole('tabpanel').getByRole('button', { name: 'Historial' }).click()
  await history
    .getByRole('button', { name: /^Volver atrás/ })
    .first()
    .click()
  await history.getByText('Lo que cambiaría').waitFor()
  await history.getByRole('dialog').frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  await take('historial', history)

  const speakers = await open('Speakers', narrow)
  await speakers
    .getByRole('button', { name: /^Editar / })
    .first()
    .click()
  await speakers.getByAltText('Vista previa: Foto').waitFor()
  await take('speaker', speakers)

  const [chooser] = await Promise.all([
    speakers.waitForEvent('filechooser'),
    speakers.getByRole('button', { name: 'Subir imagen (Foto)' }).click(),
  ])
  await chooser.setFiles({ name: 'foto-de-prensa.jpg', mimeType: 'image/jpeg', buffer: await pressPhotograph() })
  await speakers.getByText(/^Quedará de/).waitFor()
  await take('recortar', speakers)

  const agenda = await open('Agenda', wide)
  await agenda.getByRole('tab', { name: 'Eventos' }).click()
  await agenda
    .getByRole('button', { name: /^Editar / })
    .first()
    .waitFor()
  await take('agenda', agenda)

  const registrations = await searched('lopez', 'López', wide)
  await registrations.getByRole('searchbox').scrollIntoViewIfNeeded()
  await take('registros', registrations)

  const door = await searched('hernandez', 'Hernández', phone)
  await door.getByRole('searchbox').evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await take('telefono', door)

  await panel('POST', '/api/users', 201, { name: 'María López', email: 'maria@ejemplo.gt', password: 'una-frase-larga' })
  await panel('GET', '/api/registrations/export', 200)
  const users = await open('Usuarios', narrow)
  await users.getByRole('tab', { name: 'Actividad' }).click()
  await users.getByText('exportó los registros').waitFor()
  await take('actividad', users)
}

/** A portrait as photographers send it: too large, and wider than its place. */
async function pressPhotograph(): Promise<Buffer> {
  const [look] = Object.values(looks)
  if (!look) throw new Error('the demo has no portraits')
  const person = await sharp(await portrait(look))
    .resize({ height: 1200 })
    .toBuffer()
  return sharp(person).extend({ left: 450, right: 450, background: colours[look.background] }).jpeg().toBuffer()
}
