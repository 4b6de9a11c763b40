import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs `work` once at a time; calls during a run share the next run. */
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
    // Between two runs none is running, but the next is already scheduled.
    if (!running && !next) return run()
    next ??= (running ?? Promise.resolve()).then(run, run)
    return next
  }
}

/** Waits for all of them, also when one fails, and then throws the first error. */
export async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** Milliseconds for which work in pieces holds the thread before it lets others be served. */
const piece = 10

/**
 * When the last piece began. One for all: what several do one after the other, in one turn of the event loop, counts together.
 */
let pieceBegan = 0
/** As it was when this was loaded: a test that makes the clock jump would move the piece of whatever else is still at work. */
const now = performance.now.bind(performance)
let turn: Promise<void> | null = null

/** Whether work in pieces has held the thread for a piece. */
export const isPieceOver = () => now() - pieceBegan > piece

/**
 * Waits for a turn of the event loop, in which the next piece begins: the same for all who wait, who then look again whether it
 * is over.
 */
export function nextPiece(): Promise<void> {
  turn ??= nextTurn().then(() => {
    turn = null
    pieceBegan = now()
  })
  return turn
}

/** Waits for a turn of the event loop where work in pieces has held the thread for a piece. */
export async function othersFirst(): Promise<void> {
  while (isPieceOver()) await nextPiece()
}

/** Runs it to its end, with a turn of the event loop at each `yield`, and returns what it returns. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  let step = work.next()
  for (; !step.done; step = work.next()) await nextTurn()
  return step.value
}

/** Does one thing after the other, with turns of the event loop between them; stops early, with what was done, when `isOver`. */
export async function inPieces<T>(work: readonly (() => Promise<T>)[], isOver: () => boolean): Promise<T[]> {
  const done: T[] = []
  for (const one of work) {
    if (isOver()) break
    await othersFirst()
    done.push(await one())
  }
  return done
}
