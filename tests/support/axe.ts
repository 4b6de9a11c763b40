import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with the page as it is now, in a line each: the rule, and the element. By all rules, or by these. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // The other mode opens a window each time, for frames of other origins: there are none.
  // The panel's preview is the public page in a document of its own, which is looked at as that page.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('iframe[src="/api/preview"]')
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** The rules that ask about colours: in nothing else does the page by dark differ from that by light. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The same by light and then, as far as colours go, by dark; each line with the one that it was found in. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'dark' ? colourRules : undefined
    found.push(...(await violations(page, rules)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}
