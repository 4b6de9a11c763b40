import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { runDemo } from '../support/commands.ts'
import { loadedDemo, sharedBrowser, sharedDemo } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/full.ts'
import { newVisitor, scrollToEnd } from '../support/pages.ts'

const product = await sharedDemo()
const browser = await sharedBrowser()

/** Opens the page on a phone with delayed pictures. A picture without reserved space then moves the content. */
async function openLate() {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  const asked: string[] = []
  await page.route('**/public-objects/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await wait(300)
    await route.continue()
  })
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + Number(Reflect.get(entry, 'value')) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  return { page, asked }
}

const shifted = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

test('shows every portrait and logo of the demo, and nothing moves while they load', async () => {
  const { page } = await openLate()
  await scrollToEnd(page)
  const shown = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()))
  expect([await shown('#speakers img'), await shown('#aliados img'), await shown('#patrocinadores img')]).toEqual([12, 8, 6])
  expect([await shown('header img'), await shown('#evento img'), await shown('#acerca img')]).toEqual([1, 1, 1])
  expect(await shifted(page)).toBe(0)

  // The control: a picture without reserved space is noticed.
  await page.evaluate(() => {
    const late = new Image()
    scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector('h1')?.before(late)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => Object.assign(late, { src: document.querySelector<HTMLImageElement>('#acerca img')?.src })),
    )
  })
  await page.waitForFunction(() => Number(Reflect.get(window, 'shifted')) > 0)
})

test('until the visitor scrolls, only pictures near the top and no video are loaded', async () => {
  const { page, asked } = await openLate()
  const near = await page
    .locator(':is(header, #evento, #acerca) img')
    .evaluateAll((all) => all.map((image) => image.getAttribute('src')))
  expect(near).toHaveLength(3)
  expect(asked.toSorted()).toEqual(near.toSorted())
  await scrollToEnd(page)
  await expect.poll(() => asked.length).toBe(3 + 12 + 14)
  expect(asked.filter((path) => path.endsWith('.webm'))).toEqual([])
})

test('visitors can play the video and jump to any position in it', async () => {
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const seen = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const isIdle = video.readyState === 0
    video.muted = true
    await video.play()
    await new Promise((resolve) => video.addEventListener('timeupdate', () => video.currentTime > 0 && resolve(null)))
    video.pause()
    // Reads the state before the seek, because a frame may be shown a moment before the video is ready again.
    const isReady = video.readyState >= 2
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d')
    /** Returns the colour of a thread, in sixteenths: cochineal while it is woven, paper at the end. */
    const threadAt = (time: number) =>
      new Promise<number[]>((resolve) => {
        // Waits for the frame, because the browser reports the end of a seek before it shows the frame.
        const look: VideoFrameRequestCallback = (_, { mediaTime }) => {
          if (Math.abs(mediaTime - time) > 0.1) return void video.requestVideoFrameCallback(look)
          canvas?.drawImage(video, 0, 0)
          const pixel = canvas?.getImageData(148, 100, 1, 1).data.slice(0, 3) ?? []
          resolve([...pixel].map((part) => Math.round(part / 16)))
        }
        video.requestVideoFrameCallback(look)
        video.currentTime = time
      })
    const colours = [await threadAt(6.5), await threadAt(2.6)]
    return {
      isIdle,
      size: [video.videoWidth, video.videoHeight],
      duration: Math.round(video.duration),
      colours,
      isReady,
    }
  })
  expect(seen).toEqual({
    isIdle: true,
    size: [640, 360],
    duration: 7,
    colours: [
      [16, 16, 15],
      [11, 1, 4],
    ],
    isReady: true,
  })
})

test.runIf(isFull)('starting the demo a second time adds nothing to its content', async () => {
  const { folder, said } = await loadedDemo()
  expect(said).toContain('14 speakers')
  const dataDir = join(temporaryDir(), 'data')
  await cp(folder, dataDir, { recursive: true })
  const uploads = () => readdir(join(dataDir, 'uploads/public'))
  const first = await uploads()
  expect(first.filter((name) => /\.(webp|svg|webm)$/.test(name))).toHaveLength(12 + 1 + 14 + 2 + 1)
  expect(await runDemo({ PORT: String(await freePort()), DATA_DIR: dataDir })).toContain('ya estaba cargada')
  expect(await uploads()).toEqual(first)
})

test.runIf(isFull).each([320, 1280])('at %i px, a square logo covers about the area of a wide logo', async (width) => {
  const { page } = await newVisitor(browser, product.origin, { viewport: { width, height: 900 } })
  let count = 0
  await page.route('**/public-objects/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="${count++ % 2 ? 400 : 100}" height="100"><rect width="100%" height="100%"/></svg>`,
    }),
  )
  await page.goto('/')
  await scrollToEnd(page)
  // Logos in a folded list are not loaded.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('#partners img')].every(({ complete }) => complete),
  )
  for (const group of await page.locator('#partners ul').all()) {
    const areas = await group.locator('img').evaluateAll((logos) =>
      (logos as HTMLImageElement[]).map((logo) => {
        const ratio = logo.naturalWidth / logo.naturalHeight
        const [box, tile] = [logo.getBoundingClientRect(), logo.parentElement?.getBoundingClientRect()]
        const { paddingLeft, paddingTop } = getComputedStyle(logo)
        const [wide, high] = [box.width - 2 * Number.parseFloat(paddingLeft), box.height - 2 * Number.parseFloat(paddingTop)]
        const isInside =
          tile && box.left >= tile.left && box.right <= tile.right && box.top >= tile.top && box.bottom <= tile.bottom
        return isInside ? Math.min(wide, high * ratio) ** 2 / ratio : 0
      }),
    )
    expect(Math.max(...areas) / Math.min(...areas), areas.map(Math.round).join(', ')).toBeLessThan(1.05)
  }
})
