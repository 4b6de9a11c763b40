/** Letters that are no base letter with an accent, as people write them whose keyboard lacks them. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' },
  ...{ ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ɓ: 'b', ɗ: 'd', ƙ: 'k' },
}
const special = /[ßæœøłđðþħŧŋıɓɗƙ]/g

/** Apostrophes of keyboards and languages. The last one is the saltillo of Mayan languages. */
const apostrophes = /[’‘‛ʼʻʹʽʾʿ`´′＇ꞌ]/g

/** Returns `text` in lower case, without accents, with plain letters and apostrophes: "Ærø" is "aero", "K’atun" is "k'atun". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(apostrophes, "'")
}

/** Control characters that XML cannot hold, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
const notXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Replaces characters that XML cannot hold. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '\ufffd')
}
