import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { looks } from '../../demo/looks.ts'
import { portrait } from '../../demo/pictures/portraits.ts'
import { colours } from '../../demo/pictures/svg.ts'
import { openContext } from '../../tests/support/pages.ts'
import type { Product } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { type Camera, openCamera } from './camera.ts'
import { takeDeskPictures } from './desk.ts'
import { takeSpeakerPictures } from './speakers.ts'

const wide = { viewport: { width: 1280, height: 720 } }
const narrow = { viewport: { width: 900, height: 780 } }

type Write = (name: string, picture: Buffer) => Promise<void>

/** `product` must have the demo's content. Changes texts, deletes a registration and adds a user. */
export async function takeGuidePictures(browser: Browser, product: Product, write: Write): Promise<void> {
  const panel = await organiserOf(product)
  const camera = await openCamera(browser, product.origin, write)
  const { open, take } = camera

  const visitor = await openContext(browser, product.origin, { viewport: { width: 900, height: 560 } })
  await visitor.page.goto('/login')
  await visitor.page.getByLabel('Email').fill('maria@ejemplo.gt')
  await take('entrar', visitor.page.getByRole('main'))

  const hero = await open('Hero', wide)
  await hero.getByLabel('Subtítulo').fill('Reserva la fecha')
  await hero.getByText('Hay cambios sin guardar.').waitFor()
  await drawn(hero, 'Reserva la fecha')
  await take('panel', hero)

  await takeContentDialogs(camera)

  const segments = await open('Segments', { viewport: { width: 900, height: 860 } })
  await segments.getByLabel('Segmento 4').fill('Networking y café')
  await panel('PUT /api/segments', { segment4Title: 'Networking y almuerzo' })
  await segments.getByRole('button', { name: 'Guardar Cambios' }).click()
  await segments.getByRole('button', { name: 'Guardar mi versión' }).waitFor()
  await segments.getByText('De Administrador:').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await take('conflicto', segments)

  await panel('PUT /api/hero', { location: 'Teatro Abril, Ciudad de Guatemala' })
  const history = await open('Hero', wide)
  await history.getByRole('tabpanel').getByRole('button', { name: 'Historial' }).click()
  await history
    .getByRole('button', { name: /^Volver atrás/ })
    .first()
    .click()
  await history.getByText('Lo que cambiaría').waitFor()
  await drawn(history.getByRole('dialog'), 'Cómo llegar')
  await history.mouse.move(0, 0)
  await take('historial', history.getByRole('dialog'))

  await takeDeskPictures(camera, panel)

  await panel('POST /api/users', { name: 'María López', email: 'maria@ejemplo.gt', password: 'una-frase-larga' })
  await panel('GET /api/registrations/export')
  const users = await open('Usuarios', narrow)
  await users.getByRole('tab', { name: 'Actividad' }).click()
  await users.getByText('exportó los registros').waitFor()
  await take('actividad', users)

  await takeSpeakerPictures(camera, panel)

  await takeAfterwards(camera)
}

async function takeAfterwards({ open, take }: Camera): Promise<void> {
  const certificates = await open('Ajustes', { viewport: { width: 900, height: 1100 } })
  await certificates.getByRole('tab', { name: 'Constancias' }).click()
  await certificates.getByLabel('Horas').fill('8')
  await take('constancias', certificates)

  const editions = await open('Ajustes', { viewport: { width: 900, height: 900 } })
  await editions.getByRole('tab', { name: 'Ediciones' }).click()
  await editions.getByRole('button', { name: 'Terminar esta edición…' }).click()
  const ending = editions.getByRole('dialog')
  await ending.getByLabel('Nombre de la nueva edición').fill('Telar 2028')
  await take('edicion', ending)
}

async function takeContentDialogs({ open, take }: Camera): Promise<void> {
  const agenda = await open('Agenda', { viewport: { width: 900, height: 1340 } })
  await agenda.getByRole('tab', { name: 'Eventos' }).click()
  await agenda
    .getByRole('button', { name: /^Editar / })
    .nth(1)
    .click()
  const talk = agenda.getByRole('dialog')
  await talk.getByText('idioma, nivel, tema y dirección').click()
  await talk.getByLabel('Tema').fill('Inteligencia artificial')
  await take('evento', talk)

  const timetable = await open('Agenda', wide)
  await timetable.getByRole('tab', { name: 'Eventos' }).click()
  await timetable.getByRole('button', { name: 'Horario', exact: true }).click()
  await timetable.locator('[data-event]').nth(4).focus()
  await timetable.keyboard.press('ArrowDown')
  await timetable.getByRole('button', { name: 'Guardar', exact: true }).waitFor()
  await take('horario', timetable)

  const speakers = await open('Speakers', narrow)
  await speakers
    .getByRole('button', { name: /^Editar / })
    .first()
    .click()
  await speakers.getByAltText('Vista previa: Foto').waitFor()
  const [chooser] = await Promise.all([
    speakers.waitForEvent('filechooser'),
    speakers.getByRole('button', { name: 'Subir imagen (Foto)' }).click(),
  ])
  await chooser.setFiles({ name: 'foto-de-prensa.jpg', mimeType: 'image/jpeg', buffer: await pressPhotograph() })
  await speakers.getByText(/quedará de/).waitFor()
  await take('recortar', speakers.getByRole('dialog', { name: 'Dimensiones incorrectas' }))
}

/** Waits until the preview shows the text and a running countdown. */
async function drawn(where: Page | Locator, text: string): Promise<void> {
  const frame = where.frameLocator('iframe')
  await frame.getByText(text).first().waitFor()
  await frame.getByText('--', { exact: true }).first().waitFor({ state: 'detached' })
}

/** Returns a photo that is too large and too wide, like a real press photo. */
async function pressPhotograph(): Promise<Buffer> {
  const [look] = Object.values(looks)
  if (!look) throw new Error('the demo has no portraits')
  const person = await sharp(await portrait(look))
    .resize({ height: 1200 })
    .toBuffer()
  return sharp(person).extend({ left: 450, right: 450, background: colours[look.background] }).jpeg().toBuffer()
}
