import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { admin } from './product.ts'

/** A window too narrow for the preview beside a form: it loads the page and all lists later, and asks again whoever is signed out. */
export const withoutPreview = { viewport: { width: 1024, height: 800 } }

/** A page of a fresh visitor, and everything that its console complains about; gone when the test is over. */
export async function newVisitor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
  const visitor = await openContext(browser, baseURL, options)
  onTestFinished(async () => {
    // What a test still holds back is of no interest any more.
    if (!visitor.page.isClosed()) await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.context.close()
  })
  return visitor
}

/** The same outside of a test: whoever opens it closes the browser. */
export async function openContext(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
  // Without what is kept for offline: what a test holds back or answers itself is asked for by the page.
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
    // While a field is empty that must not be, the preview is refused: the browser notes each refused call.
    const isRefusedPreview = message.location().url.endsWith('/api/preview') && message.text().includes('422')
    if (message.type() === 'error' && !isRefusedPreview) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, context, complaints }
}

/**
 * From here on these calls go where they would, whatever the test did with them before. Not `unroute`: a request that comes
 * while the browser is told to hold up none any more may be held for ever.
 */
export const letThrough = (page: Page, url: string | RegExp = '**/*') => page.route(url, (route) => route.continue())

/** For a call that goes past the browser: a connection that was kept may be closed by the server just as it is used again. */
export const ownConnection = { connection: 'close' }

/** Lets the server have a call, and the browser not yet have the answer. */
export const deliver = (route: Route) => route.fetch({ headers: { ...route.request().headers(), ...ownConnection } })

/** Sends the sign-in form, whatever comes of it. */
export async function trySignIn(page: Page, { email, password }: typeof admin): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** Signs in through the form and waits for the panel. */
export async function signIn(page: Page, who = admin): Promise<void> {
  await trySignIn(page, who)
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  await page.getByRole('tab', { name: 'Hero' }).waitFor()
}

/** A text of the toast on the screen. */
export function toast(page: Page, title: string | RegExp) {
  return page.locator('.toast-area').getByText(title, { exact: true })
}

/** Waits until these texts are in the toast on the screen. */
export async function seeToast(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await toast(page, text).waitFor()
}

/** Whether this has the focus, for `expect.poll`: what goes away gives the focus on a moment later. */
export const hasFocus = (element: Locator) => () => element.evaluate((found) => found === document.activeElement)

/** Whether somebody sees this: its middle is on the screen, and nothing is over it. */
export const isInSight = (element: Locator) => () =>
  element.evaluate((found) => {
    const { left, top, width, height } = found.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && found.contains(there)
  })

/** Waits until the page's islands have taken over from their published HTML. */
export async function islandsReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('astro-island') !== null && document.querySelector('astro-island[ssr]') === null,
  )
}

/** Opens the dialog to register, once the page's islands are there to open it. */
export async function openRegistration(page: Page, title: string | RegExp = 'Registro - Conferencia 2025') {
  await islandsReady(page)
  await page.getByRole('banner').getByRole('link', { name: 'Regístrate' }).click()
  return page.getByRole('dialog', { name: title })
}

/** Scrolls half a screen at a time, as a script does: after a visitor's own input the browser would excuse what moves. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  })
}

/**
 * The bytes of each answer's body as they came over the wire, by URL. Without the headers: those are not what makes a page
 * heavy, and browsers count them differently.
 */
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

/** What opens a tab: Ajustes is a link in the head. */
export const opener = (page: Page, tab: string) =>
  tab === 'Ajustes'
    ? page.getByRole('banner').getByRole('link', { name: /^Ajustes/ })
    : page.getByRole('tab', { name: new RegExp(`^${tab}( \\(cambios sin guardar\\))?$`) })
