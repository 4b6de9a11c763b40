/** `text` without accents and in lower case, so that a search finds "José" as "jose" and "Ñandú" as "nandu". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
