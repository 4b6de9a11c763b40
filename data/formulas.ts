/** Texts in files that spreadsheets open. */

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe, and so does what stands behind a separator in it: who
 * opens the file with other separators than commas gets a cell there. The first characters are those of
 * https://owasp.org/www-community/attacks/CSV_Injection with NUL, | and %, and their full-width twins; blanks and quotes in front
 * do not hide them.
 */
export function escapeFormula(text: string): string {
  return text.replace(cellStart, "'")
}

/** Where a cell begins, however a text is split, that would be run. A comma needs none: the cell is quoted. */
const cellStart = /(?:^|(?<=[;\t\r\n|]))(?=(?:["\0]|[^\S\t\r\n])*[=+\-@|%＝＋－＠])|^(?=[\t\r\n\0])/g

const escaped = /(?:^|(?<=[;\t\r\n|]))'(?=(?:["\0]|[^\S\t\r\n])*[=+\-@|%＝＋－＠])|^'(?=[\t\r\n\0])/g

/** A text of a file without the apostrophes that `escapeFormula` put into it. */
export function withoutEscapes(text: string): string {
  return text.replace(escaped, '')
}

/** Whether a spreadsheet would work a cell out instead of showing it. A line that begins with a dash is a point of a list. */
export function isFormula(text: string): boolean {
  return /^\s*(?:[=＝]|[+\-@＋－＠]\s*[\p{L}_.]+\d*\s*[(!|])/u.test(text)
}
