/** One run of a job, as its work sees it. */
export type Run = {
  /** Aborted when the job is to stop. */
  signal: AbortSignal
  /** To be called when something got through: should the run fail later, that is the first failure again. */
  progressed(): void
  /** Wants the next run in so many milliseconds, where that is sooner than `every`. */
  again(milliseconds: number): void
}

/** Work that is done again and again beside the requests, once at a time. Its timer does not keep the process alive. */
export type Job = {
  /** Begins with the first run, also after a `stop`. Until then nothing wakes it. */
  start(): void
  /** Runs it now, or once more after the run under way. While it fails its delay stands: whoever wakes it does not press it. */
  wake(): void
  /** As `wake`, without waiting for the delay. */
  retry(): void
  /** Begins no run any more. Resolves when the one under way has ended. */
  stop(): Promise<void>
}

type Options = {
  /** May throw, and may be async. */
  work: (run: Run) => unknown
  /** Milliseconds from the end of a run to the next one. */
  every: number
  /** Milliseconds from `start` to the first run. */
  firstAfter?: number
  /** Milliseconds from a failure to the next run, doubled with each in a row, up to `every`; left out, it is `every`. */
  backoff?: number
  /** Is told what the work threw, and how often in a row it did; nothing once the job is to stop. */
  onError: (error: unknown, failures: number) => void
}

/** A job that is not started. `server.ts` starts and stops all of them. */
export function createJob({ work, every, firstAfter = 0, backoff, onError }: Options): Job {
  /** Null while the job is not started, or was stopped. */
  let started: AbortController | null = null
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isRunning = false
  let isWoken = false
  let failures = 0

  function runIn(milliseconds: number): void {
    clearTimeout(timer)
    const signal = started?.signal
    if (!signal) return
    timer = setTimeout(() => {
      running = run(signal)
    }, milliseconds).unref()
  }

  async function run(signal: AbortSignal): Promise<void> {
    isRunning = true
    isWoken = false
    let next = every
    const progressed = () => {
      failures = 0
    }
    const again = (milliseconds: number) => {
      next = Math.min(next, milliseconds)
    }
    try {
      await work({ signal, progressed, again })
      failures = 0
      if (isWoken) next = 0
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      next = delay()
      onError(error, failures)
    } finally {
      isRunning = false
      // Stopped and started again meanwhile, it begins anew.
      runIn(signal.aborted ? firstAfter : next)
    }
  }

  function delay(): number {
    if (backoff === undefined) return every
    // Not all at the same moment, where several lost the same thing.
    return Math.min(every, backoff * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
  }

  function wake(isUrgent: boolean): void {
    isWoken = true
    if (!isRunning && (isUrgent || failures === 0)) runIn(0)
  }

  return {
    start() {
      if (started) return
      started = new AbortController()
      failures = 0
      if (!isRunning) runIn(firstAfter)
    },
    wake: () => wake(false),
    retry: () => wake(true),
    stop() {
      started?.abort()
      started = null
      clearTimeout(timer)
      return running
    },
  }
}
