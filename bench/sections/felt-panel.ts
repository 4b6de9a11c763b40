/** Times that an organiser notices with 20,000 people: the panel's first view on slow 4G, interactions, and the preview. */
import type { Page } from 'playwright-core'
import { loadDemo } from '../../demo/load.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { openContext } from '../../tests/support/pages.ts'
import { admin } from '../../tests/support/product.ts'
import { openSession, pageStateOf } from '../../tests/support/session.ts'
import { feltRow, slowDown, watchInteractions } from '../support/felt.ts'
import { amount, atMost, median, type Row } from '../support/report.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [visits, times, people] = [amount(5, 1), amount(12, 3), amount(20_000, 1_000)]

export async function measure(): Promise<Row[]> {
  const product = await startWithRegistrations(sampleRegistrations(people))
  const browser = await launchBrowser()
  try {
    await loadDemo(product.origin, admin)
    const storageState = pageStateOf(await openSession(product))
    const open = () => openContext(browser, product.origin, { storageState, viewport: { width: 1366, height: 768 } })
    const views: number[] = []
    for (let visit = 0; visit < visits; visit++) {
      const { page, context } = await open()
      await slowDown(page, 4, true)
      const began = performance.now()
      await page.goto('/admin', { waitUntil: 'commit' })
      await page.getByLabel(/^Subtítulo/).waitFor()
      views.push(performance.now() - began)
      await context.close()
    }
    const { page } = await open()
    const slow = 'panel with 20,000 people, processor slowed 4 times'
    return [
      atMost('panel on slow 4G, processor slowed 4 times: first form', median(views), 2500),
      atMost('preview, key → page, p50', median(await previewTimes(page)), 80),
      ...(await interactions(page, slow)),
    ]
  } finally {
    await browser.close()
    await product.discard()
  }
}

/** Milliseconds from a typed text until the preview shows it. */
async function previewTimes(page: Page): Promise<number[]> {
  await page.goto('/admin')
  const frame = page.locator('iframe[title="Vista previa de la página"]')
  await frame.contentFrame().getByRole('heading', { level: 1 }).waitFor()
  const measured: number[] = []
  for (let index = 0; index < times * 3; index++) {
    measured.push(
      await page.getByLabel(/^Ubicación/).evaluate((input: HTMLInputElement, text) => {
        const preview = document.querySelector<HTMLIFrameElement>('iframe[title="Vista previa de la página"]')
        const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        const began = performance.now()
        setValue?.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        return new Promise<number>((resolve) => {
          const look = () => {
            if (preview?.contentDocument?.body?.textContent?.includes(text)) resolve(performance.now() - began)
            else requestAnimationFrame(look)
          }
          look()
        })
      }, `Salón ${index} del Palacio`),
    )
    // People pause before the next word too.
    await page.waitForTimeout(200)
  }
  return measured.slice(times)
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
