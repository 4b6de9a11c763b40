/** Upper half of code page 850, which Windows consoles use and `TextDecoder` does not support. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const fromCp850 = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : cp850[byte - 128])).join('')

const strange = 'No se reconocen las letras del archivo: guárdalo como «CSV UTF-8» e impórtalo de nuevo.'

/** Decodes UTF-16 or UTF-8, or otherwise the encoding whose text looks most like Spanish. Throws an Error with a Spanish message. */
export function decoded(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const texts = [new TextDecoder('windows-1252').decode(bytes), new TextDecoder('macintosh').decode(bytes), fromCp850(bytes)]
    const [best] = texts.map((text) => ({ text, score: score(text) })).toSorted((a, b) => b.score - a.score)
    if (!best || best.score < 0) throw new Error(strange)
    return best.text
  }
}

/** Recognises UTF-16 by its byte order mark, or by a zero byte in most pairs of bytes. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const emptyCount = (offset: number) => start.filter((byte, at) => byte === 0 && at % 2 === offset).length
  if (emptyCount(1) * 3 > start.length) return 'utf-16le'
  return emptyCount(0) * 3 > start.length ? 'utf-16be' : null
}

function score(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const spanishCount = count(/[áéíóúüñÁÉÍÓÚÜÑ¿¡]/g)
  const oddCount = count(/[^\0-\x7fáéíóúüñÁÉÍÓÚÜÑ¿¡\p{L}«»“”‘’–—…°ºª€·•®©\u00a0]|[\x80-\x9f]/gu)
  return spanishCount - oddCount - 2 * count(/\p{Ll}(?=\p{Lu})(?![A-Z])|[^\0-\x7f](?<=\p{Ll})(?=[A-Z])/gu)
}
