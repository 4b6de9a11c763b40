import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds: what such work takes where nothing else is to be done, and some. */
const usual = 5

/**
 * What `work` resolves with, not before `usual` has passed since it was called: an answer that must not tell by its time from which of
 * two kinds of work it comes, one of which takes a little longer. Rejects as soon as it does.
 */
export async function inEqualTime<T>(work: () => T | Promise<T>): Promise<T> {
  const atLeast = wait(usual)
  const [result] = await Promise.all([work(), atLeast])
  return result
}
