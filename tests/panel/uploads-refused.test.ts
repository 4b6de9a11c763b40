import type { Request } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isFull, some } from '../support/full.ts'
import { letThrough, seeToast } from '../support/pages.ts'
import { startPanel } from '../support/panel.ts'
import { action, address, fileOnDisk, type PickedFile, pick, picture, preview } from '../support/panel-uploads.ts'

const panel = await startPanel()

const file = (name: string, mimeType: string, content = 'x'): PickedFile => ({ name, mimeType, buffer: Buffer.from(content) })

const wrongType = 'Tipo de archivo no válido'
const imageTypes = 'Por favor selecciona un archivo PNG, JPG, JPEG, WebP o SVG'
const tooBig = 'Archivo muy grande'
const unreadable = 'No se pudo validar las dimensiones de la imagen'

const megabyte = 1024 * 1024

/** Returns true for requests that save something. Presence and preview are sent without a save. */
const isSave = (request: Request) => request.method() !== 'GET' && !/\/api\/(presence|preview)$/.test(request.url())

const images = [
  ['Logo del encabezado', 'a GIF', async () => file('logo.gif', 'image/gif'), wrongType, imageTypes],
  ['Logo del encabezado', 'a PDF called PNG', async () => file('logo.png', 'image/png', '%PDF-1.7'), 'Error', unreadable],
  ['Logo principal', 'a video', async () => file('x.mp4', 'video/mp4'), wrongType, imageTypes],
  [
    'Logo principal',
    'more than 10 MB',
    () => fileOnDisk('logo.png', 10 * megabyte + 1),
    tooBig,
    'El archivo debe ser menor a 10MB',
  ],
] as const

test.each(some(images, 1))(
  'in the tab Hero, %s: rejects %s with the specified message, and sends nothing',
  async (label, _what, make, title, text) => {
    const page = await panel.open('Hero')
    const sent: string[] = []
    page.on('request', (request) => isSave(request) && sent.push(request.url()))
    await address(page, label).fill('/favicon.svg')
    // Waits for the preview, because it moves the button when it appears.
    await preview(page, label).waitFor()
    await pick(page, label, await make())
    await seeToast(page, title, text)
    expect([sent, await address(page, label).inputValue()]).toEqual([[], '/favicon.svg'])
  },
)

const videos = [
  [
    'another container',
    async () => file('x.mkv', 'video/x-matroska'),
    wrongType,
    'Por favor selecciona un archivo MP4, WebM o MOV',
  ],
  [
    'an AVI',
    async () => file('x.avi', 'video/x-msvideo'),
    wrongType,
    'Los navegadores no reproducen archivos AVI. Conviértelo a MP4 (H.264) y súbelo de nuevo.',
  ],
  ['more than 100 MB', () => fileOnDisk('x.mp4', 100 * megabyte + 1), tooBig, 'El archivo debe ser menor a 100MB'],
] as const

test.runIf(isFull).each(videos)(
  'in the tab About, Video: rejects %s with a helpful message, and sends nothing',
  async (_what, make, title, text) => {
    const page = await panel.open('About')
    const sent: string[] = []
    page.on('request', (request) => isSave(request) && sent.push(request.url()))
    await pick(page, 'Video', await make())
    await seeToast(page, title, text)
    expect([sent, await address(page, 'Video').inputValue()]).toEqual([[], ''])
    await action(page, 'Descartar', 'Video').click()
    await action(page, 'Descartar', 'Video').waitFor({ state: 'detached' })
  },
)

test.runIf(isFull)('accepts an SVG of any width and height', async () => {
  const page = await panel.open('Hero')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><circle cx="9" cy="9" r="9"/></svg>'
  await pick(page, 'Logo del encabezado', file('logo.svg', 'image/svg+xml', svg))
  await seeToast(page, 'Imagen subida correctamente', 'El SVG se dibuja nítido en su lugar: máximo 200×60px')
  expect(await address(page, 'Logo del encabezado').inputValue()).toMatch(/\.svg$/)
})

test("shows the server's reason for rejecting a file, and offers no retry", async () => {
  const page = await panel.open('Hero')
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  await pick(page, 'Logo del encabezado', file('logo.svg', 'image/svg+xml', script))
  const answer = page.locator('.toast-area').getByText('Error de subida', { exact: true })
  await answer.waitFor()
  expect(await page.locator('.toast-area').textContent()).toContain('script')
  expect(await action(page, 'Reintentar', 'Logo del encabezado').count()).toBe(0)
  // The file is named MP4 but contains an AVI.
  await page.getByRole('tab', { name: 'About' }).click()
  await page.getByRole('textbox', { name: 'Video', description: /MP4, WebM o MOV.*AVI, conviértelo/ }).waitFor()
  await pick(page, 'Video', {
    name: 'x.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('RIFF\0\0\0\0AVI LIST                    '),
  })
  await seeToast(page, wrongType, 'Los navegadores no reproducen archivos AVI. Conviértelo a MP4 (H.264) y súbelo de nuevo.')
})

test.runIf(isFull)('measures a rotated photograph as it is displayed', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  // A picture of 400×300 whose EXIF turns it to 300×400.
  const { buffer } = await picture(400, 300)
  const held = await sharp(buffer).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  await pick(page, 'Foto', { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: held })
  await seeToast(page, 'Imagen subida correctamente', 'Dimensiones validadas: máximo 300×400px')
})

test.runIf(isFull)('offers to retry an upload if the server returned no upload URL', async () => {
  const page = await panel.open('About')
  await page.route('**/api/upload/url', (route) =>
    route.fulfill({ status: 500, json: { error: 'Ocurrió un error inesperado.' } }),
  )
  await pick(page, 'Imagen', await picture(30, 20))
  await seeToast(page, 'Error', 'No se pudo obtener la URL de subida')
  await pick(page, 'Video', file('x.mp4', 'video/mp4'))
  await seeToast(page, 'Error', 'No se pudo obtener la URL de subida para el video')
  await letThrough(page)
  await action(page, 'Reintentar', 'Imagen').click()
  await seeToast(page, 'Imagen subida correctamente', 'Dimensiones validadas: máximo 600×400px')
})
