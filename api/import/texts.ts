/** Texts of other programs' files. */

const tag =
  /<\/?(?:p|br|div|span|ul|ol|li|strong|b|em|i|u|a|h[1-6]|code|pre|blockquote|hr|table|tbody|tr|td|th|img|font)(?:\s[^<>]*)?\/?>/i
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')

/** A text without the tags of HTML, its line breaks and points kept. What has none of its tags stays as it is. */
export function plainFromHtml(text: string): string {
  if (!tag.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s*<br\s*\/?>\s*/gi, '\n')
    .replace(/\s*<li(?:\s[^<>]*)?>\s*/gi, '\n- ')
    .replace(/\s*<\/?(?:p|div|ul|ol|h[1-6]|blockquote|pre|table|tr|hr)(?:\s[^<>]*)?\/?>\s*/gi, '\n\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal) return character(Number(decimal))
      return hex ? character(Number.parseInt(hex, 16)) : (named[(name ?? '').toLowerCase()] ?? whole)
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The first language of a text that is said in several (`{"es": …}`); Spanish where there is some. */
export function inOneLanguage(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const texts = value as Record<string, unknown>
  const text = texts.es ?? texts.en ?? Object.values(texts)[0]
  return typeof text === 'string' ? text : ''
}

/** Two texts one below the other; one where they are the same, or one begins as the other goes on. */
export function joined(abstract: string, description: string): string {
  if (description === '' || abstract.includes(description)) return abstract
  return abstract === '' || description.startsWith(abstract) ? description : `${abstract}\n\n${description}`
}
