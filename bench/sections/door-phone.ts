/** A door with 20,000 people on a phone slowed six times. The browser does not slow the worker that reads codes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { filmOf, markedPart } from '../../tests/door/film.ts'
import { isInstalled, openHall, signIn } from '../../tests/door/hall.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { atMost, fact, median, percentile, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [people, slowed, answers, opens] = [20_000, 6, amount(60, 20), amount(5, 1)]

/** Number of codes that the camera films, one each second. */
const filmed = amount(40, 5)

const first = ['José', 'María', 'Ana', 'Luis', 'Carlos', 'Andrea', 'Sofía', 'Pedro', 'Lucía', 'Miguel', 'Fernanda', 'Óscar']
const syllables = 'mo ra les gon za ti pe rez cas ta ne da xi ca rá lo bos qui'.split(' ')

function surname(number: number): string {
  const parts = [number, Math.floor(number / 18), Math.floor(number / 324)].map((each) => syllables[each % 18])
  return parts.join('').replace(/^./, (letter) => letter.toUpperCase())
}

/** Has as many surnames as a country. */
const person = (index: number) => ({
  name: `${first[index % first.length]} ${surname((index * 37) % 5832)} ${surname((index * 101) % 5832)}`,
  email: `persona${index}@ejemplo.gt`,
  company: index % 3 === 0 ? `Empresa ${index % 500}` : '',
})

export async function measureDoorPhone(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conferencia-film-'))
  const product = await startWithRegistrations(Array.from({ length: people }, (_, index) => person(index)))
  try {
    const hall = await openHall(product)
    const codes = []
    const list: { id: string }[] = await (await hall.organiser(`GET /api/registrations?limit=${answers}`)).json()
    for (const { id } of list)
      codes.push((await (await hall.organiser(`GET /api/registrations/${id}/link`)).json()).url as string)
    // Uses an even number of codes, so that the last and the first have different marks.
    const film = await filmOf(join(folder, 'codes.mjpeg'), codes.slice(0, 20), true)
    const browser = await launchBrowser(film)
    const context = await browser.newContext({ baseURL: product.origin, serviceWorkers: 'allow' })
    const page = await context.newPage()
    await signIn(page)
    await isInstalled(page)
    const cdp = await context.newCDPSession(page)
    await context.setOffline(true)
    const slow = `a processor slowed ${slowed} times`

    const opened = await timesOfOpening(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    const openedSlowly = await timesOfOpening(page)
    const searched = await timesOfSearching(page)
    const answered = await timesOfAnswers(page, codes)
    await context.grantPermissions(['camera'])
    const seenSlowly = await timesOfCamera(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const seen = await timesOfCamera(page)
    await browser.close()
    const of = `the door with ${people.toLocaleString('en')} people`
    return [
      atMost(`${of}: opens without network, median of ${opens}`, median(opened), 1000),
      fact(`${of}: the same on ${slow}`, `${median(openedSlowly).toFixed(0)} ms`),
      atMost(`${of}: finds a name, the slowest of ${searched.length} searches on ${slow}`, Math.max(...searched), 50),
      atMost(`${of}: typed code to answer on ${slow}, median of ${answered.length}`, median(answered), 150),
      atMost(`${of}: typed code to answer on ${slow}, p95`, percentile(answered, 0.95), 300),
      atMost(`${of}: code before the camera to answer, median of ${seen.length}`, median(seen), 150),
      atMost(`${of}: code before the camera to answer, p95`, percentile(seen, 0.95), 300),
      fact(
        `${of}: the same on ${slow}, median and p95 of ${seenSlowly.length}`,
        `${median(seenSlowly).toFixed(0)} ms, ${percentile(seenSlowly, 0.95).toFixed(0)} ms`,
      ),
    ]
  } finally {
    await product.discard()
    rmSync(folder, { recursive: true })
  }
}

/** Returns milliseconds from each opening until the count is shown. */
async function timesOfOpening(page: Page): Promise<number[]> {
  const times = []
  for (let count = 0; count < opens; count++) {
    await page.reload({ waitUntil: 'commit' })
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = () => {
              const text = document.getElementById('arrived')?.textContent
              if (text) resolve(performance.now())
              else requestAnimationFrame(look)
            }
            look()
          }),
      ),
    )
  }
  return times
}

/** Returns milliseconds from a typed letter until the list is drawn, including the longest task. */
async function timesOfSearching(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  const queries = [
    'jose',
    'mora',
    'gonzati',
    'gonzait',
    'perezca moralse',
    'zzzzzz',
    'maria tanedax',
    'oscar losbox',
    'empresa 12',
    'a',
  ]
  const search = (query: string) =>
    page.evaluate((query) => {
      const input = document.getElementById('query') as HTMLInputElement
      input.value = query
      const began = performance.now()
      input.dispatchEvent(new Event('input', { bubbles: true }))
      return performance.now() - began
    }, query)
  // The first search builds the index and is not measured.
  await search('x')
  const times = []
  for (const query of [...queries, ...queries]) times.push(await search(query))
  await search('')
  return times
}

/** Returns milliseconds from the scanner's Enter until the answer is stored and shown. */
async function timesOfAnswers(page: Page, codes: string[]): Promise<number[]> {
  const times = []
  for (const code of codes) {
    times.push(
      await page.evaluate(
        (code) =>
          new Promise<number>((resolve) => {
            const screen = document.getElementById('answer')
            const press = (key: string) =>
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
            for (const letter of code) press(letter)
            const began = performance.now()
            new MutationObserver((_, observer) => {
              if (screen?.hidden !== false) return
              observer.disconnect()
              requestAnimationFrame(() => resolve(performance.now() - began))
            }).observe(screen as HTMLElement, { attributes: true })
            press('Enter')
          }),
        code,
      ),
    )
    await page.keyboard.press('Escape')
  }
  return times
}

/** Returns milliseconds from a code's first frame until the answer is stored and shown. */
async function timesOfCamera(page: Page): Promise<number[]> {
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => (document.getElementById('video') as HTMLVideoElement | null)?.videoWidth)
  return page.evaluate(
    ({ filmed, markedPart }) =>
      new Promise<number[]>((resolve) => {
        const [video, screen] = [document.getElementById('video') as HTMLVideoElement, document.getElementById('answer')]
        const canvas = new OffscreenCanvas(1, 1)
        const context = canvas.getContext('2d', { willReadFrequently: true })
        const times: number[] = []
        let [isLight, changes, shownAt]: [boolean | null, number, number | null] = [null, 0, null]
        const look = (now: number) => {
          const [width, height] = [video.videoWidth * markedPart * 0.5, video.videoHeight * 0.5]
          context?.drawImage(video, width * 0.5, height * 0.5, width, height, 0, 0, 1, 1)
          const isNow = (context?.getImageData(0, 0, 1, 1).data[0] ?? 0) > 127
          if (isLight !== null && isNow !== isLight) {
            // A missing answer counts as one second, the worst time.
            if (shownAt !== null) times.push(1000)
            shownAt = now
            if (++changes > filmed) return resolve(times)
          }
          isLight = isNow
          video.requestVideoFrameCallback(look)
        }
        video.requestVideoFrameCallback(look)
        new MutationObserver(() => {
          if (shownAt === null || screen?.hidden !== false) return
          const from = shownAt
          shownAt = null
          requestAnimationFrame(() => times.push(performance.now() - from))
        }).observe(screen as HTMLElement, { attributes: true, attributeFilter: ['data-kind'] })
      }),
    { filmed, markedPart },
  )
}
