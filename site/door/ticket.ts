/** A ticket's code is the address of the registration's page. Returns the secret at the end of the address. */
export function tokenIn(text: string): string | null {
  return /(?:^|\/registro\/)([\w-]{22})$/.exec(text.trim())?.[1] ?? null
}

/** A badge's code is the registration's id. The id does not open the registration's page. */
export function idIn(text: string): string | null {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.exec(text.trim())?.[0] ?? null
}

/** Hashes a ticket's secret. The attendee list has only these hashes, so nobody can make a ticket from the list. */
export async function ticketOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Scanners press keys as on an American keyboard, so a Spanish layout reads 'httpsÑ--…'. `press` returns the code as read in both
 * layouts.
 */
export function createTyped(): { press(key: string, code: string, isShifted: boolean, at?: number): string[] | null } {
  let [byLayout, byKeys] = ['', '']
  let last = 0
  return {
    press(key, code, isShifted, at = 0) {
      // Scanners type without pauses, so keys before a pause came from a person and do not count.
      if (at - last > pauseMs) byLayout = byKeys = ''
      last = at
      if (key === 'Enter' || key === 'Tab') {
        const typed = [...new Set([byLayout, byKeys])].filter((text) => text.length > 0)
        byLayout = byKeys = ''
        return typed
      }
      if (key.length !== 1) return null
      byLayout = (byLayout + key).slice(-maxCodeLength)
      byKeys = (byKeys + (american(code, isShifted) ?? key)).slice(-maxCodeLength)
      return null
    },
  }
}

const pauseMs = 1000

const maxCodeLength = 300

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
