/** The secret in a ticket's code: it holds the address of the registration's own page, which ends in it. */
export function tokenIn(text: string): string | null {
  return /(?:^|\/registro\/)([\w-]{22})$/.exec(text.trim())?.[1] ?? null
}

/** The registration that a badge names: it opens nothing, and is for who is known already. */
export function idIn(text: string): string | null {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.exec(text.trim())?.[0] ?? null
}

/** What the list has in place of a secret: a code is checked with it, and cannot be made of it. */
export async function ticketOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * What a scanner that types has sent, as it may be meant: as the keyboard's layout reads it, and as its keys stand on an American
 * one, for which most scanners are made. On a phone with Spanish keys the first is 'httpsÑ--…'.
 */
export function createTyped(): { press(key: string, code: string, isShifted: boolean, at?: number): string[] | null } {
  let [byLayout, byKeys] = ['', '']
  let last = 0
  return {
    /** Takes a key, and when it was pressed in milliseconds. Returns what was typed when the key is Enter or Tab, which scanners end with. */
    press(key, code, isShifted, at = 0) {
      // A scanner types without a pause: what somebody typed before is no part of its code.
      if (at - last > pause) byLayout = byKeys = ''
      last = at
      if (key === 'Enter' || key === 'Tab') {
        const typed = [...new Set([byLayout, byKeys])].filter((text) => text.length > 0)
        byLayout = byKeys = ''
        return typed
      }
      if (key.length !== 1) return null
      byLayout = (byLayout + key).slice(-longest)
      byKeys = (byKeys + (american(code, isShifted) ?? key)).slice(-longest)
      return null
    },
  }
}

/** Milliseconds. */
const pause = 1000

/** More than any address of ours has. */
const longest = 300

/** The characters of an address on an American keyboard, without and with shift. */
const americanKeys: Record<string, [string, string]> = {
  Minus: ['-', '_'],
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Semicolon: [';', ':'],
}

function american(code: string, isShifted: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return isShifted ? letter : letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit && !isShifted) return digit
  return americanKeys[code]?.[isShifted ? 1 : 0] ?? null
}
