const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' },
  ...{ ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ɓ: 'b', ɗ: 'd', ƙ: 'k' },
}
const special = /[ßæœøłđðþħŧŋıɓɗƙ]/g

const apostrophes = /[’‘‛ʼʻʹʽʾʿ`´′＇ꞌ]/g

/** Turns "Ærø" into "aero" and "K’atun" into "k'atun". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(apostrophes, "'")
}

/** XML cannot hold these characters, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are meant
const notXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

export function xmlText(text: string): string {
  return text.toWellFormed().replace(notXml, '\ufffd')
}
