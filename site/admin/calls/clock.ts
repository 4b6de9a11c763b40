import { atom, onMount } from 'nanostores'

/** The time now in milliseconds, updated every second while it is shown. */
export const $now = atom(Date.now())

onMount($now, () => {
  $now.set(Date.now())
  const timer = setInterval(() => $now.set(Date.now()), 1000)
  return () => clearInterval(timer)
})

/**
 * When something happened (ISO 8601), in milliseconds of this machine's clock, which may be minutes off: its age is taken
 * from the server's clock alone, by the `Date` header of the answer.
 */
export function onThisClock(instant: string, { headers }: Pick<Response, 'headers'>): number {
  const date = headers.get('Date')
  const serverNow = date ? Date.parse(date) : Date.now()
  return Date.now() - Math.max(0, serverNow - Date.parse(instant))
}
