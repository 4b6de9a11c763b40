/**
 * Adds an apostrophe to text that a spreadsheet would run, see https://owasp.org/www-community/attacks/CSV_Injection. Also after
 * separators, because a spreadsheet may split there.
 */
export function escapeFormula(text: string): string {
  return text.replace(cellStart, "'")
}

/** A comma cannot split a quoted cell. */
const cellStart = /(?:^|(?<=[;\t\r\n|]))(?=(?:["\0]|[^\S\t\r\n])*[=+\-@|%＝＋－＠])|^(?=[\t\r\n\0])/g

const escaped = /(?:^|(?<=[;\t\r\n|]))'(?=(?:["\0]|[^\S\t\r\n])*[=+\-@|%＝＋－＠])|^'(?=[\t\r\n\0])/g

/** Removes the apostrophes of `escapeFormula`. */
export function withoutEscapes(text: string): string {
  return text.replace(escaped, '')
}

/** Returns true if a spreadsheet would calculate the text. A leading dash may be a list item. */
export function isFormula(text: string): boolean {
  return /^\s*(?:[=＝]|[+\-@＋－＠]\s*[\p{L}_.]+\d*\s*[(!|])/u.test(text)
}
