/** `text` without accents and in lower case, so that a search finds "José" as "jose" and "Ñandú" as "nandu". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** What XML cannot hold, not even escaped: most control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
const notXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** `text` with a mark in place of what XML cannot hold: halves of characters, and control characters. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '\ufffd')
}
