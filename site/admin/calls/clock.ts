import { atom, onMount } from 'nanostores'

export const $now = atom(Date.now())

onMount($now, () => {
  $now.set(Date.now())
  const timer = setInterval(() => $now.set(Date.now()), 1000)
  return () => clearInterval(timer)
})

function serverTime({ headers }: Pick<Response, 'headers'>): number | null {
  const date = headers.get('Date')
  return date ? Date.parse(date) : null
}

/** Returns the milliseconds by which this computer's clock is behind the server's. A difference below two seconds counts as 0. */
export function clockBehind(answer: Pick<Response, 'headers'>): number {
  const difference = (serverTime(answer) ?? Date.now()) - Date.now()
  return Math.abs(difference) >= 2_000 ? difference : 0
}

/** Converts an instant of the server to milliseconds of this computer's clock, which may be minutes off. A future instant becomes now. */
export function onThisClock(instant: string, answer: Pick<Response, 'headers'>): number {
  const serverNow = serverTime(answer) ?? Date.now()
  return Date.now() - Math.max(0, serverNow - Date.parse(instant))
}
