/** What the page's own rules ask for, before they were told what the reader prefers. */
const asWritten = new WeakMap<CSSMediaRule, string>()

const asks = /\(prefers-color-scheme: ?(light|dark)\)/g

/** Shows a document as to somebody who prefers this scheme: a frame cannot be told otherwise in every browser. */
export function preferScheme(document: Document, scheme: 'light' | 'dark'): void {
  for (const sheet of document.styleSheets) tell(sheet.cssRules, scheme)
}

function tell(rules: CSSRuleList, scheme: 'light' | 'dark'): void {
  for (const rule of rules) {
    // Of another window: its rules are no instances of this one's classes.
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
