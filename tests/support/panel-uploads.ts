import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { temporaryDir } from '../../data/testing.ts'

export type PickedFile = { name: string; mimeType: string; buffer: Buffer }

/** Makes a picture of noise, which does not compress. */
export async function picture(width: number, height: number, name = 'foto.png'): Promise<PickedFile> {
  const format = name.endsWith('.jpg') ? 'jpeg' : 'png'
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  return { name, mimeType: `image/${format}`, buffer: await noise.toFormat(format).toBuffer() }
}

/** Makes a video of one second of noise, recorded in the page. */
export async function video(page: Page, name = 'charla.webm'): Promise<PickedFile> {
  const url = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm', videoBitsPerSecond: 8_000_000 })
    const recorded = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data)
    })
    recorder.start()
    for (let frame = 0; frame < 30; frame++) {
      for (let x = 0; x < 320; x += 4) {
        for (let y = 0; y < 180; y += 4) {
          context.fillStyle = `hsl(${Math.random() * 360} 90% 50%)`
          context.fillRect(x, y, 4, 4)
        }
      }
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    const reader = new FileReader()
    reader.readAsDataURL(await recorded)
    await new Promise((resolve) => reader.addEventListener('load', resolve))
    return String(reader.result)
  })
  return { name, mimeType: 'video/webm', buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

/** Writes a temporary file. Without content it is a sparse file of `bytes`. */
export async function fileOnDisk(name: string, bytes: number, content: Uint8Array = Buffer.alloc(0)): Promise<string> {
  const path = join(temporaryDir(), name)
  const file = await open(path, 'w')
  await file.write(content)
  await file.truncate(bytes)
  await file.close()
  return path
}

/** Picks files with the field's button. */
export async function pick(page: Page, label: string, files: string | PickedFile | PickedFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), picker(page, label).click()])
  await chooser.setFiles(files)
}

export const picker = (page: Page, label: string) =>
  page.getByRole('button', { name: new RegExp(`^(Subir (imagen|video)|Subiendo\\.\\.\\.) \\(${label}\\)$`) })

export const address = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

export function preview(page: Page, label: string) {
  const name = `Vista previa: ${label}`
  return page.getByLabel(name, { exact: true }).or(page.getByAltText(name, { exact: true }))
}

export const bar = (page: Page, label: string) => page.getByRole('progressbar', { name: `Subida: ${label}` })

export const action = (page: Page, name: string, label: string) =>
  page.getByRole('button', { name: `${name} (${label})`, exact: true })

/** Limits the upload speed in bytes a second; 0 removes the limit. */
export async function slowLine(page: Page): Promise<(bytesPerSecond: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return (bytes) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes || -1,
    })
}

/** Drags a file over the target. Returns a function that drops it. */
export async function dragOver(page: Page, path: string, target: Locator): Promise<() => Promise<unknown>> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const session = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') => session.send('Input.dispatchDragEvent', { type, ...point, data })
  await send('dragEnter')
  await send('dragOver')
  return () => send('drop')
}

export async function dropFile(page: Page, path: string, target: Locator): Promise<void> {
  await (await dragOver(page, path, target))()
}
