import pLimit from 'p-limit'

/** `work` with one run at a time; calls that arrive during a run share the next one. */
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
    // Between the end of a run and the start of the next one there is none running, but one is on its way.
    if (!running && !next) return run()
    next ??= (running ?? Promise.resolve()).then(run, run)
    return next
  }
}

/** `work` that waits for `milliseconds` after the last time it was scheduled, and does not keep the process alive. */
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
    /** Does it at once, after what is running already. */
    now: run,
  }
}
