import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

export const minDurationMs = 10

/** Takes at least `minDurationMs`, so that the response time does not reveal who is registered. */
export async function inEqualTime<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + minDurationMs
  const result = await work()
  const remainingMs = until - performance.now()
  // Waits the last millisecond without a timer, because timers round to milliseconds and would reveal when the work began.
  if (remainingMs > 1) await wait(remainingMs - 1)
  while (performance.now() < until) await nextTurn()
  return result
}
