import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { startPanel } from '../support/panel.ts'
import { addSpeaker } from '../support/panel-items.ts'

const panel = await startPanel()

/** A photo of more than 12 MB, turned by its EXIF. Upright, it is red above and blue below. */
async function largePhoto(): Promise<Buffer> {
  const size = { width: 4000, height: 3000 }
  const pixels = randomBytes(size.width * size.height * 3)
  for (let index = 0; index < pixels.length; index += 3) {
    const isLeft = (index / 3) % size.width < size.width / 2
    pixels[index + (isLeft ? 0 : 2)] = 255
    pixels[index + (isLeft ? 2 : 0)] = 0
  }
  const photo = sharp(pixels, { raw: { ...size, channels: 3 } }).jpeg({ quality: 98 })
  return photo.withMetadata({ orientation: 6 }).toBuffer()
}

test('a rotated photo of 12 MB is cropped, sent and stored upright', async () => {
  const { id } = await addSpeaker(panel, 'Ana Batz')
  const { url } = await panel.call<{ url: string }>(`POST /api/speakers/${id}/link`, {})
  const page = await panel.visit({ viewport: { width: 360, height: 740 } })
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  await page.goto(url)
  const buffer = await largePhoto()
  expect(buffer.length).toBeGreaterThan(12_000_000)
  expect(scripts.filter((url) => url.includes('react'))).toEqual([])
  const small = await sharp(buffer).resize(400).jpeg().toBuffer()
  const pick = (photo: Buffer) =>
    page.getByLabel(/^Elige una foto/).setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo })
  await pick(small)
  const dialog = page.getByRole('dialog', { name: 'Recorta tu foto' })
  await dialog.getByRole('img', { name: 'Así se verá' }).waitFor()
  expect([scripts.some((url) => url.includes('react')), scripts.some((url) => url.includes('panel'))]).toEqual([true, false])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // The browser reports that the dialog was closed a moment after it hides the dialog.
  await expect.poll(() => page.getByLabel(/^Elige una foto/).inputValue()).toBe('')

  await pick(buffer)
  await dialog.getByText('quedará de 600×800 px').waitFor()
  // The whole picture is visible, so that the frame's lower corners can be moved.
  const hidden = await dialog.locator('.crop-ground').evaluate((ground) => ground.scrollHeight - ground.clientHeight)
  expect(hidden).toBe(0)
  await dialog.getByRole('button', { name: 'Usar este recorte' }).click()
  await page.waitForURL(/#guardado$/)
  await page.getByText('Tus cambios quedaron guardados y ya se ven en el sitio.').waitFor()
  const [speaker] = await panel.call<{ image: string }[]>('GET /api/speakers')
  const response = await page.request.get(panel.origin + speaker?.image)
  const { data, info } = await sharp(await response.body())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colorAt = (y: number) => {
    const start = (y * info.width + 300) * info.channels
    return (data[start] ?? 0) > (data[start + 2] ?? 0) ? 'red' : 'blue'
  }
  expect([info.width, info.height, colorAt(100), colorAt(700)]).toEqual([600, 800, 'red', 'blue'])
})
