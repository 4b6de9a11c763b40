export type Run = {
  signal: AbortSignal
  progressed(): void
  /** In milliseconds, if earlier than `every`. */
  again(milliseconds: number): void
}

/** The timer does not keep the process alive. */
export type Job = {
  start(): void
  /** Waits out the delay after a failure. */
  wake(): void
  /** Like `wake`, without that delay. */
  retry(): void
  stop(): Promise<void>
}

type Options = {
  work: (run: Run) => unknown
  /** Milliseconds between runs. */
  every: number
  /** Milliseconds. */
  firstAfter?: number
  /** Milliseconds, doubled with each failure up to `every`. */
  backoff?: number
  /** `failures` counts those in a row. */
  onError: (error: unknown, failures: number) => void
}

export function createJob({ work, every, firstAfter = 0, backoff, onError }: Options): Job {
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
      runIn(signal.aborted ? firstAfter : next)
    }
  }

  function delay(): number {
    if (backoff === undefined) return every
    // Not all at once.
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
