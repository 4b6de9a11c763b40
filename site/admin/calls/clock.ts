import { atom, onMount } from 'nanostores'

/** The time now in milliseconds, updated every second while it is shown. */
export const $now = atom(Date.now())

onMount($now, () => {
  $now.set(Date.now())
  const timer = setInterval(() => $now.set(Date.now()), 1000)
  return () => clearInterval(timer)
})

/** The server's time when it answered, in milliseconds, by the `Date` header, which counts in seconds; null where there is none. */
function serverTime({ headers }: Pick<Response, 'headers'>): number | null {
  const date = headers.get('Date')
  return date ? Date.parse(date) : null
}

/** Milliseconds by which this machine's clock is behind the server's. One that is less than two seconds off is taken to be right. */
export function clockBehind(answer: Pick<Response, 'headers'>): number {
  const difference = (serverTime(answer) ?? Date.now()) - Date.now()
  return Math.abs(difference) >= 2_000 ? difference : 0
}

/**
 * When something happened (ISO 8601), in milliseconds of this machine's clock, which may be minutes off: its age is taken
 * from the server's clock alone, by the `Date` header of the answer.
 */
export function onThisClock(instant: string, answer: Pick<Response, 'headers'>): number {
  const serverNow = serverTime(answer) ?? Date.now()
  return Date.now() - Math.max(0, serverNow - Date.parse(instant))
}
