import type { Logger } from 'pino'
import { minuteMs } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'

export type Reason = 'tooMany' | 'tooSlow' | 'unread'

export function countClosedConnections(log: Logger): Job & { count(why: Reason): void; report(): void } {
  let counts: Partial<Record<Reason, number>> = {}
  function report(): void {
    if (Object.keys(counts).length === 0) return
    log.warn({ refused: counts }, 'connections were refused during the last minute')
    counts = {}
  }
  const job = createJob({
    work: report,
    everyMs: minuteMs,
    firstRunAfterMs: minuteMs,
    onError: (error) => log.error({ err: error }, 'refused connections are not counted'),
  })
  return {
    ...job,
    report,
    count(why) {
      counts[why] = (counts[why] ?? 0) + 1
    },
    async stop() {
      report()
      await job.stop()
    },
  }
}
