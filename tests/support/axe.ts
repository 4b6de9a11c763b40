import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with the page as it is now, in a line each: the rule, and the element. */
export async function violations(page: Page): Promise<string[]> {
  // The other mode opens a window each time, for frames of other origins: there are none.
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
