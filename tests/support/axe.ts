import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with the page as it is now, in a line each: the rule, and the element. */
export async function violations(page: Page): Promise<string[]> {
  // The other mode opens a window each time, for frames of other origins: there are none.
  // The panel's preview is the public page in a document of its own, which is looked at as that page.
  const found = await new AxeBuilder({ page }).setLegacyMode().exclude('iframe[src="/api/preview"]').analyze()
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** The same by light and by dark, each line with the one that it was found in. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}
