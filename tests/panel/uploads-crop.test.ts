import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hasFocus, ownConnection, seeToast } from '../support/pages.ts'
import { dialog, question, startPanel } from '../support/panel.ts'
import { action, address, pick, picture } from '../support/panel-uploads.ts'

const panel = await startPanel()

/** Returns the published picture. */
async function stored(page: Page, label: string) {
  const response = await page.request.get(await address(page, label).inputValue(), { headers: ownConnection })
  return sharp(await response.body())
}

const crop = (page: Page) => page.getByRole('dialog', { name: 'Dimensiones incorrectas' })

test('a photograph that is too large is cropped to the size of its field', async () => {
  const page = await panel.open('About')
  await pick(page, 'Imagen', await picture(1600, 900, 'foto.jpg'))
  await crop(page).getByRole('img', { name: 'Así se verá' }).waitFor()
  const lines = await crop(page).locator('h2, p').allTextContents()
  const limit = 'La imagen debe ser máximo 600×400px. Tamaño actual: 1600×900px'
  expect(lines.slice(0, 2)).toEqual(['Dimensiones incorrectas', limit])
  await crop(page).getByText('quedará de 600×400 px.').waitFor()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await crop(page).getByRole('button', { name: 'Usar este recorte' }).click()
  expect((await sent).headers()['content-type']).toBe('image/webp')
  await seeToast(page, 'Imagen subida correctamente', 'Dimensiones validadas: máximo 600×400px')
  expect(await (await stored(page, 'Imagen')).metadata()).toMatchObject({ width: 600, height: 400 })
})

test('the cropper keeps a logo whole and transparent, and shows its largest allowed size', async () => {
  const page = await panel.open('Hero')
  const half = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0000' } })
    .composite([{ input: { create: { width: 200, height: 400, channels: 4, background: '#f00' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
  await pick(page, 'Logo principal', { name: 'logo.png', mimeType: 'image/png', buffer: half })
  await crop(page).getByText('quedará de 300×300 px').waitFor()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await crop(page).getByRole('button', { name: 'Usar este recorte' }).click()
  expect((await sent).headers()['content-type']).toBe('image/png')
  await seeToast(page, 'Imagen subida correctamente', 'Dimensiones validadas: máximo 600×300px')
  const { data, info } = await (await stored(page, 'Logo principal')).raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number) => [...data.subarray((150 * info.width + x) * 4, (150 * info.width + x) * 4 + 4)]
  expect([info.width, info.height, pixel(40), pixel(260)]).toEqual([300, 300, [255, 0, 0, 255], [0, 0, 0, 0]])
})

test('moves and resizes the crop frame by pointer or keys, and stores the framed picture', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  // The picture is red on the left and blue on the right.
  const halves = await sharp({ create: { width: 1200, height: 400, channels: 3, background: '#00f' } })
    .composite([{ input: { create: { width: 600, height: 400, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
  await pick(page, 'Foto', { name: 'foto.png', mimeType: 'image/png', buffer: halves })
  await crop(page).getByText('quedará de 300×400 px.').waitFor()
  // Drags the frame as far to the right as possible.
  const frame = crop(page).getByLabel('Marco del recorte: se mueve con las flechas')
  const box = await frame.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 1000, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  expect((await frame.boundingBox())?.x).toBeGreaterThan(box.x)
  // Zooms with the keyboard until the frame has half its size.
  await crop(page).getByLabel('Acercar').focus()
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await crop(page).getByText('quedará de 150×200 px.').waitFor()
  // Moves the frame back to the left edge with the keyboard.
  await frame.focus()
  for (let step = 0; step < 50; step++) await page.keyboard.press('Shift+ArrowLeft')
  await crop(page).getByLabel('Esquina inferior derecha').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  // Enter on the slider must not send the form around the dialog, which lacks a name.
  await crop(page).getByLabel('Acercar').press('Enter')
  await crop(page).getByRole('button', { name: 'Usar este recorte' }).click()
  await seeToast(page, 'Imagen subida correctamente', 'Dimensiones validadas: máximo 600×800px')
  expect(await page.getByText('Cargo requerido').count()).toBe(0)
  const { channels } = await (await stored(page, 'Foto')).stats()
  expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([1, 0, 0])
})

test('Escape closes only the crop dialog, not the dialog behind it', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  await dialog(page).getByLabel('Nombre').fill('Ana')
  await pick(page, 'Foto', await picture(400, 500))
  await crop(page).waitFor()
  await page.keyboard.press('Escape')
  await crop(page).waitFor({ state: 'detached' })
  expect(await question(page).count()).toBe(0)
  expect(await page.getByRole('dialog', { name: 'Agregar Speaker' }).getByLabel('Nombre').inputValue()).toBe('Ana')
  // The dialog can be opened again.
  await action(page, 'Recortar y ajustar', 'Foto').click()
  await crop(page).getByRole('img', { name: 'Así se verá' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(hasFocus(action(page, 'Recortar y ajustar', 'Foto'))).toBe(true)
})

test('loads the cropper’s code only for an image that is too large', async () => {
  const page = await panel.open('About')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const isCropping = (url: string) => url.includes('CropDialog')
  await page.route(/CropDialog.*js$/, (route) => route.abort())
  await pick(page, 'Imagen', await picture(30, 20))
  await seeToast(page, 'Imagen subida correctamente', 'Dimensiones validadas: máximo 600×400px')
  expect(loaded.filter(isCropping)).toEqual([])
  await pick(page, 'Imagen', await picture(700, 500))
  await seeToast(page, 'Dimensiones incorrectas', 'La imagen debe ser máximo 600×400px. Tamaño actual: 700×500px')
  await action(page, 'Descartar', 'Imagen').click()
  expect(loaded.filter(isCropping).length).toBeGreaterThan(0)
})
