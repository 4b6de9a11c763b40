import { setImmediate as nextTurn } from 'node:timers/promises'

/** All calls during a run share the next run. */
export function coalesced<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const run = () => {
    next = null
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running && !next) return run()
    next ??= (running ?? Promise.resolve()).then(run, run)
    return next
  }
}

/** Calls in one turn of the event loop share the first result. */
export function oncePerTurn<T>(work: () => T): () => T {
  let result: { value: T } | null = null
  return () => {
    if (!result) {
      result = { value: work() }
      setImmediate(() => {
        result = null
      })
    }
    return result.value
  }
}

export async function allSettledOrThrow(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

const pieceMs = 10

/** Shared by all callers, because their pieces of work add up. */
let pieceStartedAtMs = 0
const now = performance.now.bind(performance)
let turn: Promise<void> | null = null

export const isPieceOver = () => now() - pieceStartedAtMs > pieceMs

/** All callers resume in the same turn, so each caller must check `isPieceOver` again. */
export function nextPiece(): Promise<void> {
  turn ??= nextTurn().then(() => {
    turn = null
    pieceStartedAtMs = now()
  })
  return turn
}

export async function othersFirst(): Promise<void> {
  while (isPieceOver()) await nextPiece()
}

export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  let step = work.next()
  for (; !step.done; step = work.next()) await nextTurn()
  return step.value
}

export async function inPieces<T>(work: readonly (() => Promise<T>)[], isOver: () => boolean): Promise<T[]> {
  const done: T[] = []
  for (const step of work) {
    if (isOver()) break
    await othersFirst()
    done.push(await step())
  }
  return done
}
