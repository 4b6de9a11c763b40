/**
 * How the Registros tab feels with 100,000 registrations, in a real browser against the real
 * server, and what a mistyped search alone takes there. Measured from the click or the key to the next frame that shows the answer.
 */
import type { Page } from 'playwright-core'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { openContext, signIn } from '../../tests/support/pages.ts'
import type { Product } from '../../tests/support/product.ts'
import { openSession } from '../../tests/support/session.ts'
import { atMost, fact, percentile, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

declare global {
  interface Window {
    measured: Promise<number>
  }
}

const people = amount(100_000, 2_000)
const rounds = amount(15, 2)

export async function measureRegistros(): Promise<Row[]> {
  const product = await startWithRegistrations(sampleRegistrations(people))
  const browser = await launchBrowser()
  try {
    const search = await measureSearch(product, 'garsia')
    const { page } = await openContext(browser, product.origin)
    await signIn(page)
    return [
      ...rows('a search for garsia, the call alone', 50, search),
      ...rows('click → the first page', 1000, await measureOpening(page)),
      ...rows('key in the search → its answer', 150, await measureTyping(page, 'perez jose quetzanube')),
      ...rows('key without matches → its answer', 150, await measureTyping(page, 'zzz no hay nadie')),
      ...rows('another state → its answer', 300, await measureStatus(page)),
    ]
  } finally {
    await browser.close()
    await product.discard()
  }
}

function rows(what: string, limit: number, times: number[]): Row[] {
  const whole = `Registros with ${people.toLocaleString('en')}: ${what}`
  return [
    fact(`${whole}, p50`, `${percentile(times, 0.5).toFixed(1)} ms`),
    atMost(`${whole}, p95`, percentile(times, 0.95), limit),
  ]
}

/** The call for the first page of a search, without a browser. */
async function measureSearch(product: Product, search: string): Promise<number[]> {
  const headers = await openSession(product)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const answer = await fetch(`${product.origin}/api/registrations?search=${search}&limit=50`, { headers })
    const found: unknown[] = await answer.json()
    times.push(performance.now() - start)
    if (found.length === 0) throw new Error(`nobody was found as ${search}`)
  }
  return times
}

/** Each time in a fresh page: its script for the tab is loaded as well. */
async function measureOpening(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('/admin')
    await page.getByRole('tab', { name: 'Registros' }).waitFor()
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const start = performance.now()
            document.getElementById('tab-registros')?.click()
            new MutationObserver((_, observer) => {
              if (!document.querySelector('table tbody tr')) return
              observer.disconnect()
              requestAnimationFrame(() => resolve(performance.now() - start))
            }).observe(document.body, { childList: true, subtree: true })
          }),
      ),
    )
  }
  return times
}

/** One key after the other, each answered before the next. */
async function measureTyping(page: Page, text: string): Promise<number[]> {
  const search = page.getByPlaceholder('Buscar por nombre, email o empresa')
  await search.fill('')
  await search.focus()
  const times: number[] = []
  for (const key of text) times.push(await untilAnswered(page, () => page.keyboard.press(key)))
  return times
}

async function measureStatus(page: Page): Promise<number[]> {
  await page.getByPlaceholder('Buscar por nombre, email o empresa').fill('')
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const status = round % 2 === 0 ? 'pending' : 'confirmed'
    times.push(await untilAnswered(page, () => page.getByRole('combobox').selectOption(status)))
  }
  return times
}

/** Milliseconds from the input event to the second frame after its answer was read: by then it is on the screen. */
async function untilAnswered(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const original = window.fetch
    window.measured = new Promise((resolve) => {
      let start = 0
      document.addEventListener('input', () => (start = performance.now()), { once: true, capture: true })
      window.fetch = async (...request) => {
        const response = await original(...request)
        const text = await response.clone().text()
        window.fetch = original
        if (text) requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)))
        return response
      }
    })
  })
  await act()
  return page.evaluate(() => window.measured)
}
