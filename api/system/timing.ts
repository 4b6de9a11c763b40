import pLimit from 'p-limit'

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

/** A debounce: runs `work` `milliseconds` after the last `schedule()`. Its timer does not keep the process alive. */
export function delayed(work: () => Promise<void>, milliseconds: number): { schedule(): void; now(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  const oneAtATime = pLimit(1)
  const run = () => {
    clearTimeout(timer)
    return oneAtATime(work)
  }
  return {
    schedule: () => {
      clearTimeout(timer)
      timer = setTimeout(run, milliseconds).unref()
    },
    /** Runs it now, after a run that is under way. */
    now: run,
  }
}

/** Waits for all of them, also when one fails, and then throws the first error. */
export async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
