import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openContext, opener } from '../../tests/support/pages.ts'
import { openSession, pageStateOf } from '../../tests/support/session.ts'

/** Pixels on each side. */
const margin = 16

export type Camera = {
  /** The panel, signed in, with this tab open. */
  open(tab: string, options: BrowserContextOptions): Promise<Page>
  /** A picture of what a page shows, or of a part of it. */
  take(name: string, what: Page | Locator): Promise<void>
  /** The same of a part that has no frame of its own: with some of what is around it. */
  takeAround(name: string, part: Locator): Promise<void>
}

/** Opens the panel of the product in `origin` and hands its pictures, as PNG, to `write`. */
export async function openCamera(
  browser: Browser,
  origin: string,
  write: (name: string, picture: Buffer) => Promise<void>,
): Promise<Camera> {
  const storageState = pageStateOf(await openSession({ origin }))
  return {
    async open(tab, options) {
      const { page } = await openContext(browser, origin, { storageState, ...options })
      await page.goto('/admin')
      await opener(page, tab).click()
      return page
    },
    async take(name, what) {
      await write(`${name}.png`, await what.screenshot({ animations: 'disabled' }))
    },
    async takeAround(name, part) {
      const box = await part.boundingBox()
      if (!box) throw new Error(`${name} is not shown`)
      const clip = { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin }
      await write(`${name}.png`, await part.page().screenshot({ clip, animations: 'disabled' }))
    },
  }
}
