/** Times that an organiser notices with 20,000 people: the panel's first view on slow 4G, interactions, and the preview. */
import type { Browser, Page } from 'playwright-core'
import { loadDemo } from '../../demo/load.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { openContext } from '../../tests/support/pages.ts'
import { admin } from '../../tests/support/product.ts'
import { openSession, pageStateOf, type Session } from '../../tests/support/session.ts'
import { feltRow, slowDown, watchInteractions } from '../support/felt.ts'
import { startPayload } from '../support/payload.ts'
import { amount, atMost, compared, median, type Row } from '../support/report.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [visits, times, people] = [amount(5, 1), amount(12, 3), amount(20_000, 1_000)]
const preview = 'preview, key → page, p50'

/** The first view is complete when `field` (a selector) is visible. The preview shows the text of the field with the label `typed`. */
type Panel = { origin: string; session: Session; path: string; field: string; typed: RegExp; preview: string }

export async function measure(): Promise<Row[]> {
  const product = await startWithRegistrations(sampleRegistrations(people))
  const payload = await startPayload()
  const browser = await launchBrowser()
  try {
    await loadDemo(product.origin, admin)
    const session = await openSession(product)
    const ours: Panel = {
      ...{ origin: product.origin, session, path: '/admin', field: '[name=subtitle]', typed: /^Ubicación/ },
      preview: 'iframe[title="Vista previa de la página"]',
    }
    const theirs: Panel | null = payload && {
      ...{ origin: payload.origin, session: payload.session, path: '/admin/globals/page' },
      ...{ field: '[name="hero.subtitle"]', typed: /^Location/, preview: '#live-preview-iframe' },
    }
    const views: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
    for (let visit = 0; visit < visits; visit++) {
      views.ours.push(await firstView(browser, ours))
      if (theirs) views.theirs.push(await firstView(browser, theirs))
    }
    const previews = { ours: await previewTimes(browser, ours), theirs: theirs ? await previewTimes(browser, theirs) : [] }
    const view = 'panel on slow 4G, processor slowed 4 times: first form'
    const { page } = await openPanel(browser, ours)
    return [
      atMost(view, median(views.ours), 2500),
      compared(view, median(views.ours), 'Payload', median(views.theirs), 2),
      atMost(preview, median(previews.ours), 80),
      compared(preview, median(previews.ours), "Payload's live preview", median(previews.theirs), 2),
      ...(await interactions(page, 'panel with 20,000 people, processor slowed 4 times')),
    ]
  } finally {
    await browser.close()
    await payload?.stop()
    await product.discard()
  }
}

const openPanel = (browser: Browser, { origin, session }: Panel) =>
  openContext(browser, origin, { storageState: pageStateOf(session), viewport: { width: 1366, height: 768 } })

/** Milliseconds until an empty browser shows the first form. */
async function firstView(browser: Browser, panel: Panel): Promise<number> {
  const { page, context } = await openPanel(browser, panel)
  await slowDown(page, 4, true)
  const began = performance.now()
  await page.goto(panel.path, { waitUntil: 'commit' })
  await page.locator(panel.field).waitFor()
  const took = performance.now() - began
  await context.close()
  return took
}

/** Milliseconds from a typed text until the preview shows it. */
async function previewTimes(browser: Browser, panel: Panel): Promise<number[]> {
  const { page, context } = await openPanel(browser, panel)
  await page.goto(panel.path)
  await page.locator(panel.field).waitFor()
  // Payload shows its preview after a click.
  const toggle = page.locator('#live-preview-toggler')
  if (await toggle.isVisible()) await toggle.click()
  await page.locator(panel.preview).contentFrame().getByRole('heading', { level: 1 }).waitFor()
  const measured: number[] = []
  for (let index = 0; index < times * 3; index++) {
    measured.push(
      await page.getByLabel(panel.typed).evaluate(typeAndWait, [panel.preview, `Salón ${index} del Palacio`] as const),
    )
    // People pause before the next word too.
    await page.waitForTimeout(200)
  }
  await context.close()
  return measured.slice(times)
}

/** Runs in the page. */
function typeAndWait(input: Element, [frame, text]: readonly [string, string]): Promise<number> {
  const preview = document.querySelector<HTMLIFrameElement>(frame)
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const began = performance.now()
  setValue?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise((resolve, reject) => {
    const look = () => {
      const took = performance.now() - began
      if (preview?.contentDocument?.body?.textContent?.includes(text)) resolve(took)
      else if (took > 10_000) reject(new Error(`the preview never showed ${text}`))
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function interactions(page: Page, what: string): Promise<Row[]> {
  await watchInteractions(page)
  await slowDown(page, 4)
  await page.goto('/admin')
  const subtitle = page.getByLabel(/^Subtítulo/)
  await subtitle.waitFor()
  const row = (name: string, act: (index: number) => Promise<unknown>) => feltRow(page, `${what}: ${name}`, 100, times, act)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const typing = await row('a key beside the preview', (index) => subtitle.press('abcdefghijkl'[index] ?? 'a'))
  await page.reload()
  const tabs = await row('another tab', (index) => tab(index % 2 ? 'Hero' : 'Speakers').click())
  await tab('Speakers').click()
  const dialogs = await row('opening a dialog', async () => {
    await page.getByRole('button', { name: 'Agregar Speaker' }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await tab('Registros').click()
  const search = page.getByRole('searchbox').first()
  await search.waitFor()
  return [typing, tabs, dialogs, await row('a key of the search', (index) => search.press('maria lopez'[index % 11] ?? 'a'))]
}
