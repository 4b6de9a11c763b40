import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** Longer than the work takes on an idle machine. */
const minDurationMs = 5

/** Takes the same time for each result, to reveal none. */
export async function inEqualTime<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + minDurationMs
  const result = await work()
  const remainingMs = until - performance.now()
  // A timer rounds to milliseconds, which reveals its start.
  if (remainingMs > 1) await wait(remainingMs - 1)
  while (performance.now() < until) await nextTurn()
  return result
}
