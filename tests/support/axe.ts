import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { isFull } from './full.ts'

/** The panel's preview is the public page in a document of its own, which is looked at as that page. */
const preview = 'iframe[src="/api/preview"]'

/** What is asked again by dark: the rules about colours, or all of them in a full run. */
const byDark = isFull ? undefined : ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with the page as it is now, by all its rules or by these, in a line each: the rule, and the element. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await Promise.all([page.mainFrame(), ...(await otherFrames(page))].map(prepare))
  return page.evaluate(
    async ({ preview, rules }) => {
      // Every rule is tried all the same; elements that are right are not described.
      const found = await window.axe.run(
        { exclude: [[preview]] },
        { resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
      )
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    { preview, rules },
  )
}

/** The same by light and by dark, each line with the one that it was found in. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page, colorScheme === 'dark' ? byDark : undefined)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

/** All frames but the preview, by their elements: before it is loaded its own address is not yet known, and it may be gone by then. */
async function otherFrames(page: Page): Promise<Frame[]> {
  const elements = await page.locator(`iframe:not(${preview})`).elementHandles()
  const frames = await Promise.all(elements.map((element) => element.contentFrame()))
  return frames.filter((frame) => frame !== null)
}

/** axe asks in each frame, and needs its half a megabyte there; what is on its way to another colour comes to its end. */
async function prepare(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  await frame.evaluate(() => {
    const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // The end of one may begin another, of what inherits from it.
    for (let found = transitions(); found.length > 0; found = transitions()) for (const transition of found) transition.finish()
  })
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
