import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** Milliseconds: what such work takes where nothing else is to be done, and some. */
const usual = 5

/**
 * What `work` resolves with, not before `usual` has passed since it was called: an answer that must not tell by its time from which of
 * two kinds of work it comes, one of which takes a little longer. Where more is to be done than one thing at a time, the queue takes longer
 * than that, and nothing waits. Rejects as soon as it does.
 */
export async function inEqualTime<T>(work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + usual
  const result = await work()
  const left = until - performance.now()
  // A timer knows whole milliseconds alone: when it was set would show in when it ends.
  if (left > 1) await wait(left - 1)
  while (performance.now() < until) await nextTurn()
  return result
}
