import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { conferenceName } from '../../demo/content.ts'
import { film, frames } from '../../demo/pictures/film.ts'
import { launchBrowser } from '../../tests/support/browser.ts'

const library = fileURLToPath(new URL('../../bundles/mediabunny.min.mjs', import.meta.resolve('mediabunny')))
const result = new URL('../../demo/pictures/film.webm', import.meta.url)

/** Encodes VP9 in WebM, which every current browser plays. The repository keeps the film, so that the demo needs no browser. */
export async function encodeFilm(): Promise<void> {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  const drawn = frames(conferenceName)
  // Encoders need a secure origin, so this function answers requests to an invented origin.
  await page.route('https://film.example/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/library.mjs') await route.fulfill({ contentType: 'text/javascript', body: await readFile(library) })
    else if (pathname === '/next') {
      const { value = '' } = await drawn.next()
      await route.fulfill({ contentType: 'image/png', body: await sharp(Buffer.from(value)).png().toBuffer() })
    } else if (pathname === '/result') {
      await writeFile(result, route.request().postDataBuffer() ?? '')
      await route.fulfill({ status: 204 })
    } else await route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  })
  await page.goto('https://film.example/')

  await page.evaluate(async ({ width, height, framesPerSecond, frames }) => {
    const address: string = '/library.mjs'
    const { BufferTarget, CanvasSource, Output, WebMOutputFormat }: typeof import('mediabunny') = await import(address)
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
    // A key frame every second, for seeking.
    const source = new CanvasSource(canvas, { codec: 'vp9', bitrate: 350_000, keyFrameInterval: 1 })
    output.addVideoTrack(source, { frameRate: framesPerSecond })
    await output.start()
    for (let frame = 0; frame < frames; frame++) {
      const picture = await fetch('/next')
      context.drawImage(await createImageBitmap(await picture.blob()), 0, 0)
      await source.add(frame / framesPerSecond, 1 / framesPerSecond)
    }
    await output.finalize()
    await fetch('/result', { method: 'POST', body: output.target.buffer })
  }, film)
  await browser.close()
}
