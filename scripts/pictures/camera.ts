import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openContext, opener } from '../../tests/support/pages.ts'
import { openSession, pageStateOf } from '../../tests/support/session.ts'

const margin = 16

export type Camera = {
  /** Opens a tab of the panel, signed in. */
  open(tab: string, options: BrowserContextOptions): Promise<Page>
  take(name: string, what: Page | Locator): Promise<void>
  /** Takes a picture with a margin, for parts without a frame. */
  takeAround(name: string, part: Locator): Promise<void>
}

/** `write` receives the PNGs. */
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
