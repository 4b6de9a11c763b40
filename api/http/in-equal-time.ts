import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** More than such work takes on an idle machine. */
const minDurationMs = 5

/** The time reveals nothing about `work`. */
export async function inEqualTime<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + minDurationMs
  const result = await work()
  const remainingMs = until - performance.now()
  // Whole milliseconds would reveal when the timer was set.
  if (remainingMs > 1) await wait(remainingMs - 1)
  while (performance.now() < until) await nextTurn()
  return result
}
