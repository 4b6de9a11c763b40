/** Returns the text in lower case without accents, for searching. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Control characters that XML cannot hold, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
const notXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Replaces characters that XML cannot hold. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '\ufffd')
}
