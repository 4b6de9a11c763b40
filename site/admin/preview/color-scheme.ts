const originalQueries = new WeakMap<CSSMediaRule, string>()

const schemeQuery = /\(prefers-color-scheme: ?(light|dark)\)/g

/** Rewrites media queries, because not every browser can set a frame's colour scheme. */
export function preferScheme(document: Document | null, scheme: 'light' | 'dark'): void {
  if (!document) return
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) replaceQueries(sheet.cssRules, scheme)
}

function replaceQueries(rules: CSSRuleList, scheme: 'light' | 'dark'): void {
  for (const rule of rules) {
    // Not `instanceof`, because the frame's window has its own classes.
    if ('media' in rule && 'conditionText' in rule) {
      const media = rule as CSSMediaRule
      const original = originalQueries.get(media) ?? media.media.mediaText
      originalQueries.set(media, original)
      const query = original.replace(schemeQuery, (_, name) => (name === scheme ? '(min-width: 0)' : '(max-width: 0)'))
      if (query !== media.media.mediaText) media.media.mediaText = query
    }
    if ('cssRules' in rule) replaceQueries(rule.cssRules as CSSRuleList, scheme)
  }
}
