import { setTimeout as wait } from 'node:timers/promises'
import { isAnswer } from './problem.ts'

/** Tries three times, for a connection that breaks is no store that fails; an answer that says no is not asked for again. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || isAnswer(error)) throw error
      await wait(100)
    }
  }
}
