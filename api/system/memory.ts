import { secondMs } from '../../data/time.ts'
import { createJob, type Job } from './job.ts'

const quietMs = 5 * secondMs

const minGrowthBytes = 16 * 1024 * 1024

type Options = {
  requestCount: () => number
  /** Undefined without the flag `--expose-gc`. */
  collect?: (() => void) | undefined
  usedBytes?: () => number
  onError: (error: unknown) => void
}

/** Collects garbage, which V8 would keep, when no request would wait for it. */
export function createMemoryJob({ requestCount, collect = globalThis.gc, usedBytes = usedByJavaScript, onError }: Options): Job {
  let lastCount = 0
  let bytesAfterLast = 0

  return createJob({
    everyMs: quietMs,
    firstRunAfterMs: quietMs,
    work() {
      const count = requestCount()
      const isQuiet = count === lastCount
      lastCount = count
      if (!collect || !isQuiet || usedBytes() < bytesAfterLast + minGrowthBytes) return
      collect()
      bytesAfterLast = usedBytes()
    },
    onError,
  })
}

function usedByJavaScript(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
