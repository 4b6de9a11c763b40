import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { admin } from './product.ts'

/** A window that is too narrow for the panel's preview. */
export const withoutPreview = { viewport: { width: 1024, height: 800 } }

/** A page in a new context with its console messages, closed after the test. */
export async function newVisitor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
  const visitor = await openContext(browser, baseURL, options)
  onTestFinished(async () => {
    // Releases requests that the test still holds.
    if (!visitor.page.isClosed()) await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.context.close()
  })
  return visitor
}

/** Opens a page outside a test. The caller closes the browser. */
export async function openContext(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
  // No service worker, because it would hide requests from the test.
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    locale: 'es-GT',
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // A preview with an empty required field is refused, and the browser logs it.
    const isRefusedPreview = message.location().url.endsWith('/api/preview') && message.text().includes('422')
    if (message.type() === 'error' && !isRefusedPreview) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, context, complaints }
}

/** Lets calls continue that a test intercepted. `unroute` could leave a request waiting for ever. */
export const letThrough = (page: Page, url: string | RegExp = '**/*') => page.route(url, (route) => route.continue())

/** A new connection for each call, because the server may close an open one just as it is reused. */
export const ownConnection = { connection: 'close' }

/** Sends the call to the server and returns the response, which the page does not get yet. */
export const deliver = (route: Route) => route.fetch({ headers: { ...route.request().headers(), ...ownConnection } })

/** Fills in the sign-in form and sends it, without waiting for the result. */
export async function trySignIn(page: Page, { email, password }: typeof admin): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** Signs in and waits for the panel. */
export async function signIn(page: Page, who = admin): Promise<void> {
  await trySignIn(page, who)
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  await page.getByRole('tab', { name: 'Hero' }).waitFor()
}

export function toast(page: Page, title: string | RegExp) {
  return page.locator('.toast-area').getByText(title, { exact: true })
}

export async function seeToast(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await toast(page, text).waitFor()
}

/** Returns a function for `expect.poll`, because the focus moves a moment after an element disappears. */
export const hasFocus = (element: Locator) => () => element.evaluate((found) => found === document.activeElement)

/** Returns a function that is true if the middle of the element is on the screen and nothing covers it. */
export const isInSight = (element: Locator) => () =>
  element.evaluate((found) => {
    const { left, top, width, height } = found.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && found.contains(there)
  })

/** Waits for hydration. */
export async function islandsReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('astro-island') !== null && document.querySelector('astro-island[ssr]') === null,
  )
}

/** Waits for hydration, then opens the registration dialog. */
export async function openRegistration(page: Page, title: string | RegExp = 'Registro - Conferencia 2025') {
  await islandsReady(page)
  await page.getByRole('banner').getByRole('link', { name: 'Regístrate' }).click()
  return page.getByRole('dialog', { name: title })
}

/** Scrolls by script, because the browser does not count layout shifts just after real input. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  })
}

/** Returns the bytes of bodies on the wire by URL. Headers are left out, because browsers count them differently. */
export async function sentBytes(page: Page): Promise<Map<string, number>> {
  const sent = new Map<string, number>()
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url)
    sent.set(request.url, 0)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? ''
    sent.set(url, (sent.get(url) ?? 0) + encodedDataLength)
  })
  return sent
}

/** The control that opens a tab. Ajustes is a link in the header. */
export const opener = (page: Page, tab: string) =>
  tab === 'Ajustes'
    ? page.getByRole('banner').getByRole('link', { name: /^Ajustes/ })
    : page.getByRole('tab', { name: new RegExp(`^${tab}( \\([^)]+\\))*$`) })
