import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs `work` one at a time. Calls during a run share the next run. */
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
    // Between two runs `running` is null, but the next run is scheduled.
    if (!running && !next) return run()
    next ??= (running ?? Promise.resolve()).then(run, run)
    return next
  }
}

/** Waits for all promises, then throws the first error. */
export async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** How long work in pieces may block the event loop. */
const pieceMs = 10

/** Global, because several pieces in one turn of the event loop add up. */
let pieceStartedAtMs = 0
/** Captured at load, because tests replace the clock. */
const now = performance.now.bind(performance)
let turn: Promise<void> | null = null

/** Returns whether the current piece has used up its time. */
export const isPieceOver = () => now() - pieceStartedAtMs > pieceMs

/** Waits for the next turn of the event loop, which starts a new piece. All waiting callers share it and must check again. */
export function nextPiece(): Promise<void> {
  turn ??= nextTurn().then(() => {
    turn = null
    pieceStartedAtMs = now()
  })
  return turn
}

/** Waits for a turn of the event loop if the current piece is over. */
export async function othersFirst(): Promise<void> {
  while (isPieceOver()) await nextPiece()
}

/** Runs a generator with a turn of the event loop at each `yield`. Returns its result. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  let step = work.next()
  for (; !step.done; step = work.next()) await nextTurn()
  return step.value
}

/** Runs the work in order with turns of the event loop in between. Returns the results so far once `isOver`. */
export async function inPieces<T>(work: readonly (() => Promise<T>)[], isOver: () => boolean): Promise<T[]> {
  const done: T[] = []
  for (const step of work) {
    if (isOver()) break
    await othersFirst()
    done.push(await step())
  }
  return done
}
