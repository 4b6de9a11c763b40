/**
 * How long the preview takes from a key to the page with it, in a real browser with the demo's content, and how long a page
 * of the history takes when every section and list has as many revisions as are always kept.
 */
import type { Page } from 'playwright-core'
import type { Client } from '../../demo/client.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { signIn } from '../../tests/support/pages.ts'
import { startDemo } from '../support/demo.ts'
import { atMost, fact, percentile, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

declare global {
  interface Window {
    drawn: Promise<number>
  }
}

const frame = 'iframe[title="Vista previa de la página"]'
/**
 * Typed one after the other, each drawn before the next; the first ones are not counted. Without spaces: one at the end of a
 * field changes nothing on the page.
 */
const text = '.UnLugarQueSeEscribeLetraPorLetra,HastaQueSeVeEnLaPágina'
const warm = 8
const revisions = amount(200, 3)
const pages = amount(60, 3)

export async function measurePreview(): Promise<Row[]> {
  const { product, panel } = await startDemo()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await signIn(page)
    const ofSection = await typeInto(page, 'Ubicación')
    await page.getByRole('tab', { name: 'Speakers' }).click()
    await page
      .getByRole('button', { name: /^Editar/ })
      .first()
      .click()
    const ofItem = await typeInto(page, 'Nombre')
    await context.close()
    await saveEverything(panel)
    const ofHistory = await readHistory(panel)
    return [
      ...rows('preview, key → the page with it, in a form', ofSection, 50, 120),
      ...rows('preview, key → the page with it, in a dialog', ofItem, 50, 120),
      ...rows(`a page of the history, at ${revisions} revisions of each section`, ofHistory, 30, null),
    ]
  } finally {
    await browser.close()
    await product.discard()
  }
}

function rows(what: string, times: number[], median: number, worst: number | null): Row[] {
  const row = (name: string, share: number, goal: number | null): Row => {
    const time = percentile(times, share)
    return goal === null ? fact(`${what}, ${name}`, `${time.toFixed(1)} ms`) : atMost(`${what}, ${name}`, time, goal)
  }
  return [row('p50', 0.5, median), row('p95', 0.95, worst)]
}

async function typeInto(page: Page, label: string): Promise<number[]> {
  await page.frameLocator(frame).getByRole('heading', { level: 1 }).waitFor()
  const field = page.getByLabel(label).first()
  await field.focus()
  await field.press('End')
  const times: number[] = []
  for (const key of text) times.push(await untilDrawn(page, () => page.keyboard.type(key)))
  return times.slice(warm)
}

/** Milliseconds from the input event to the second frame after the page holds what the field does: by then it is to be seen. */
async function untilDrawn(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate((selector) => {
    const shown = document.querySelector<HTMLIFrameElement>(selector)?.contentDocument?.body
    window.drawn = new Promise((resolve) => {
      document.addEventListener(
        'input',
        ({ target }) => {
          const start = performance.now()
          const words = (target as HTMLInputElement).value.trim()
          const look = (observer?: MutationObserver) => {
            if (!shown?.textContent.includes(words)) return
            observer?.disconnect()
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)))
          }
          if (shown)
            new MutationObserver((_, observer) => look(observer)).observe(shown, {
              childList: true,
              subtree: true,
              characterData: true,
            })
        },
        { once: true, capture: true },
      )
    })
  }, frame)
  await act()
  return page.evaluate(() => window.drawn)
}

/** Saves each section and list so often that all that is always kept of it is there. */
async function saveEverything(panel: Client): Promise<void> {
  const first = async (path: string) => `${path}/${((await (await panel(`GET ${path}`)).json()) as { id: string }[])[0]?.id}`
  const speaker = await first('/api/speakers')
  const [scenario, event, partner] = await Promise.all(
    ['/api/agenda/scenarios', '/api/agenda/events', '/api/partners'].map(first),
  )
  const saves: [path: string, change: (index: number) => object][] = [
    ['/api/hero', (index) => ({ subtitle: `Tecnología contada ${index} veces` })],
    ['/api/about', (index) => ({ description1: `Una tarde, ${index} historias.` })],
    ['/api/benefits', (index) => ({ benefit1Title: `Razón ${index}` })],
    ['/api/segments', (index) => ({ segment1Title: `Segmento ${index}` })],
    ['/api/registration-form', (index) => ({ successTitle: `¡Listo, ${index}!` })],
    ['/api/event', (index) => ({ organiser: `Comunidad ${index}` })],
    ['/api/mail-texts', (index) => ({ reminderSubject: `Faltan ${index} días` })],
    ['/api/places', (index) => ({ capacity: 1000 + index })],
    [speaker, (index) => ({ bio: `Presentó ${index} charlas` })],
    [scenario ?? '', (index) => ({ description: `Caben ${index}` })],
    [event ?? '', (index) => ({ description: `Edición ${index}` })],
    [partner ?? '', (index) => ({ website: `https://ejemplo.gt/${index}` })],
  ]
  for (let index = 0; index < revisions; index++) {
    await Promise.all(saves.map(([path, change]) => panel(`PUT ${path}`, change(index))))
  }
}

/** As the panel opens it: the newest of all, then a page further back, and that of one list. */
async function readHistory(panel: Client): Promise<number[]> {
  const queries = ['limit=50&offset=0', 'limit=50&offset=1000', 'section=speakers&limit=50&offset=100']
  const times: number[] = []
  for (let index = 0; index < pages; index++) {
    const start = performance.now()
    await (await panel(`GET /api/history?${queries[index % queries.length]}`)).text()
    times.push(performance.now() - start)
  }
  return times
}
