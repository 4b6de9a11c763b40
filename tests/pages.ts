import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { admin } from './product.ts'

/** A page of a fresh visitor, and everything that its console complains about. */
export async function newVisitor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'es-GT', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, context, complaints }
}

/** Signs in through the form and waits for the panel. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Contraseña').fill(admin.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  await page.getByRole('tab', { name: 'Hero' }).waitFor()
}

/** The text of the toast on the screen. */
export function toast(page: Page, title: string) {
  return page.locator('.toast-place').getByText(title, { exact: true })
}

/** Waits until the page's islands have taken over from their published HTML. */
export async function islandsReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('astro-island') !== null && document.querySelector('astro-island[ssr]') === null,
  )
}

/** Bytes on the wire by URL, as the browser counted them. */
export async function sentBytes(page: Page): Promise<Map<string, number>> {
  const sent = new Map<string, number>()
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sent.set(urls.get(requestId) ?? '', encodedDataLength),
  )
  return sent
}
