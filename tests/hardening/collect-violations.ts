import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { newVisitor } from '../support/pages.ts'
import type { Product } from '../support/product.ts'

/** Returns dialogs, errors and violations of the page's policy that happened during `visit`. */
export async function collectViolations(
  browser: Browser,
  { origin }: Product,
  visit: (page: Page) => Promise<unknown>,
  options: BrowserContextOptions = {},
): Promise<string[]> {
  const { page } = await newVisitor(browser, origin, options)
  const seen: string[] = []
  page.on('dialog', async (dialog) => {
    seen.push(`ran: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => seen.push(message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) seen.push(message.text())
  })
  await page.exposeFunction('violated', (what: string) => seen.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { violated(what: string): void }).violated(`${violatedDirective} ${blockedURI}`),
    )
  })
  // Blocks requests to other machines.
  await page.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  )
  await visit(page)
  await page.waitForTimeout(500)
  return seen
}
