import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** A little more than such work takes on an idle machine. */
const minDurationMs = 5

/**
 * Resolves with the result of `work`, but not before `minDurationMs`, so that the time does not reveal which path was
 * taken. Under load the queue takes longer than that. Rejects immediately.
 */
export async function inEqualTime<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + minDurationMs
  const result = await work()
  const remainingMs = until - performance.now()
  // Timers have whole milliseconds, which would reveal when they were set.
  if (remainingMs > 1) await wait(remainingMs - 1)
  while (performance.now() < until) await nextTurn()
  return result
}
