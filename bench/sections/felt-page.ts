/** Times that a visitor notices on a phone: first text, first typing, taps, keys, and the second visit. */
import type { Browser, Page } from 'playwright-core'
import { largest } from '../../demo/large/large.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { openContext } from '../../tests/support/pages.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { feltRow, firstText, slowDown, watchInteractions } from '../support/felt.ts'
import { amount, atMost, fact, median, type Row } from '../support/report.ts'

const [visits, taps] = [amount(5, 1), amount(12, 3)]
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, reducedMotion: null }

export async function measure(): Promise<Row[]> {
  const browser = await launchBrowser()
  const rows: Row[] = []
  try {
    for (const [name, sample] of [
      ['demo', undefined],
      ['page with 205 speakers', largest()],
    ] as const) {
      const { product } = await startDemo({}, sample)
      try {
        await untilSettled(product.origin)
        rows.push(...(await firstVisits(browser, product.origin, name)), ...(await secondVisits(browser, product.origin, name)))
        if (!sample) continue
        rows.push(...(await interactions(browser, product.origin, name)), await weight(product.origin, name))
      } finally {
        await product.discard()
      }
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function weight(origin: string, name: string): Promise<Row> {
  const head = await fetch(origin, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
  return atMost(`${name}: HTML with descriptions`, Number(head.headers.get('Content-Length')) / 1000, 55, 'KB')
}

async function firstVisits(browser: Browser, origin: string, name: string): Promise<Row[]> {
  const texts: number[] = []
  const forms: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const { page, context } = await openContext(browser, origin, phone)
    await slowDown(page, 4, true)
    await page.addInitScript(noteForm)
    await page.goto('/', { waitUntil: 'commit' })
    const input = page.locator('#registro [name=name]')
    await input.waitFor({ state: 'attached' })
    await input.pressSequentially('Ana')
    await page.waitForLoadState('load')
    if ((await input.inputValue()) !== 'Ana') throw new Error('the typed name was lost when the scripts came')
    texts.push(await firstText(page))
    forms.push(await page.evaluate(() => (globalThis as unknown as { formAt: number }).formAt))
    await context.close()
  }
  const what = `${name} on slow 4G, processor slowed 4 times`
  return [atMost(`${what}: text can be read`, median(texts), 1200), atMost(`${what}: a name can be typed`, median(forms), 1500)]
}

/** Stores the time at which the page has the form's input and its first paint. */
function noteForm(): void {
  const look = () => {
    if (document.querySelector('#registro [name=name]') && performance.getEntriesByName('first-contentful-paint').length > 0)
      Object.assign(globalThis, { formAt: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function secondVisits(browser: Browser, origin: string, name: string): Promise<Row[]> {
  const { page, context } = await openContext(browser, origin, { ...phone, serviceWorkers: 'allow' })
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker?.ready)
  await page.waitForLoadState('networkidle')
  const { cdp, bytes } = await slowDown(page, 4, true)
  const again = async () => {
    const times: number[] = []
    for (let visit = 0; visit < visits; visit++) {
      await page.goto('about:blank')
      await page.goto('/')
      times.push(await firstText(page))
    }
    return times
  }
  const before = bytes()
  const seconds = await again()
  const brought = (bytes() - before) / visits
  await cdp.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 })
  await context.setOffline(true)
  const offline = await again()
  await context.close()
  const what = `${name}, processor slowed 4 times`
  return [
    atMost(`${what}: the second visit on slow 4G`, median(seconds), 300),
    fact(`${what}: bytes of a second visit`, `${Math.round(brought)}`),
    atMost(`${what}: without a network`, median(offline), 300),
  ]
}

async function interactions(browser: Browser, origin: string, name: string): Promise<Row[]> {
  const { page, context } = await openContext(browser, origin, phone)
  await watchInteractions(page)
  const { cdp } = await slowDown(page, 6)
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  const what = `${name}, processor slowed 6 times`
  const row = (act: string, limitMs: number, act_: (index: number) => Promise<unknown>) =>
    feltRow(page, `${what}: ${act}`, limitMs, taps, act_)
  const rows = [
    await row('opening a talk', 100, (index) => openTalk(page, index)),
    await row('another day', 100, (index) =>
      page
        .locator('.day-tabs:visible a')
        .nth(index % 4)
        .tap(),
    ),
    await row('a star', 100, (index) => page.locator('.session-star:visible').nth(index).tap()),
    await row('a key of the search', 50, (index) => page.locator('[data-search]').press('kubernetes'[index % 10] ?? 'a')),
  ]
  await cdp.detach()
  await context.close()
  return rows
}

async function openTalk(page: Page, index: number): Promise<void> {
  await page.locator('.session:visible a[href^="/charlas/"]').nth(index).tap()
  // By CSS, because Playwright's search by role occupies the slowed processor before the sheet is painted.
  const sheet = page.locator('.sheet:popover-open')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
}
