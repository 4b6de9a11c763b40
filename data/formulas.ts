/** Prevents CSV injection (OWASP). Also escapes text after a separator, where another program may begin a new cell. */
export function escapeFormula(text: string): string {
  return text.replace(cellStart, "'")
}

const cellStart = /(?:^|(?<=[;\t\r\n|]))(?=(?:["\0]|[^\S\t\r\n])*[=+\-@|%＝＋－＠])|^(?=[\t\r\n\0])/g

const escaped = /(?:^|(?<=[;\t\r\n|]))'(?=(?:["\0]|[^\S\t\r\n])*[=+\-@|%＝＋－＠])|^'(?=[\t\r\n\0])/g

export function unescapeFormulas(text: string): string {
  return text.replace(escaped, '')
}

export function isFormula(text: string): boolean {
  return /^\s*(?:[=＝]|[+\-@＋－＠]\s*[\p{L}_.]+\d*\s*[(!|])/u.test(text)
}
