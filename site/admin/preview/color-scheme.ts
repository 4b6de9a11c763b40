const asWritten = new WeakMap<CSSMediaRule, string>()

const asks = /\(prefers-color-scheme: ?(light|dark)\)/g

/** Not every browser can set a scheme for a frame. */
export function preferScheme(document: Document, scheme: 'light' | 'dark'): void {
  for (const sheet of document.styleSheets) tell(sheet.cssRules, scheme)
}

function tell(rules: CSSRuleList, scheme: 'light' | 'dark'): void {
  for (const rule of rules) {
    // Not `instanceof`, because the frame has its own classes.
    if ('media' in rule && 'conditionText' in rule) {
      const media = rule as CSSMediaRule
      const written = asWritten.get(media) ?? media.media.mediaText
      asWritten.set(media, written)
      const told = written.replace(asks, (_, asked: string) => (asked === scheme ? '(min-width: 0)' : '(max-width: 0)'))
      if (told !== media.media.mediaText) media.media.mediaText = told
    }
    if ('cssRules' in rule) tell(rule.cssRules as CSSRuleList, scheme)
  }
}
