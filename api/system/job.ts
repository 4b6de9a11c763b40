export type Run = {
  signal: AbortSignal
  progressed(): void
  runAgainIn(delayMs: number): void
}

export type Job = {
  start(): void
  /** Runs now, or after the current run or backoff. */
  wake(): void
  /** Runs now, even during the backoff. */
  retry(): void
  stop(): Promise<void>
}

type Options = {
  work: (run: Run) => unknown
  everyMs: number
  firstRunAfterMs?: number
  /** Doubles with each failure, up to `everyMs`. */
  firstBackoffMs?: number
  onError: (error: unknown, consecutiveFailures: number) => void
}

export function createJob({ work, everyMs, firstRunAfterMs = 0, firstBackoffMs, onError }: Options): Job {
  let started: AbortController | null = null
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isRunning = false
  let isWoken = false
  let failures = 0

  function runIn(delayMs: number): void {
    clearTimeout(timer)
    const signal = started?.signal
    if (!signal) return
    timer = setTimeout(() => {
      running = run(signal)
    }, delayMs).unref()
  }

  async function run(signal: AbortSignal): Promise<void> {
    isRunning = true
    isWoken = false
    let nextDelayMs = everyMs
    const progressed = () => {
      failures = 0
    }
    const runAgainIn = (delayMs: number) => {
      nextDelayMs = Math.min(nextDelayMs, delayMs)
    }
    try {
      await work({ signal, progressed, runAgainIn })
      failures = 0
      if (isWoken) nextDelayMs = 0
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      nextDelayMs = backoffMs()
      onError(error, failures)
    } finally {
      isRunning = false
      runIn(signal.aborted ? firstRunAfterMs : nextDelayMs)
    }
  }

  function backoffMs(): number {
    if (firstBackoffMs === undefined) return everyMs
    // Varies the delay by 25 %, so that several jobs do not retry at the same moment.
    return Math.min(everyMs, firstBackoffMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
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
      if (!isRunning) runIn(firstRunAfterMs)
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
