import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { isFull } from './full.ts'

/** The preview is left out, because the public page is checked by itself. */
const preview = 'iframe[src="/api/preview"]'

/** Rules that are checked again in dark mode. A full run checks all rules. */
const byDark = isFull ? undefined : ['color-contrast', 'link-in-text-block']

/** Returns axe's violations, one line each. Without `rules`, checks all rules of axe. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const frames = await otherFrames(page)
  await Promise.all([page.mainFrame(), ...frames].map(prepare))
  return page.evaluate(
    async ({ preview, rules, hasFrames }) => {
      // axe describes only violations, because this is faster.
      const found = await window.axe.run(
        { exclude: [[preview]] },
        {
          resultTypes: ['violations'],
          // The heading of a mail in a frame begins a document of its own, but axe compares it with the headings around it.
          ...(rules ? { runOnly: rules } : { rules: { 'heading-order': { enabled: !hasFrames } } }),
        },
      )
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    { preview, rules, hasFrames: frames.length > 0 },
  )
}

/** Returns the violations in light and dark mode, one line each. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page, colorScheme === 'dark' ? byDark : undefined)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

/** Skips the preview by its element, because its address is unknown before it loads. */
async function otherFrames(page: Page): Promise<Frame[]> {
  const elements = await page.locator(`iframe:not(${preview})`).elementHandles()
  const frames = await Promise.all(elements.map((element) => element.contentFrame()))
  return frames.filter((frame) => frame !== null)
}

/** Loads axe, which must run in every frame. Ends colour transitions first, because they change contrast. */
async function prepare(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  await frame.evaluate(() => {
    const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // The end of a transition may start a transition of an inherited property.
    for (let found = transitions(); found.length > 0; found = transitions()) for (const transition of found) transition.finish()
  })
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
