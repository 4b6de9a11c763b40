import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { clockToleranceMs, mendDeadlines } from '../../data/instants.ts'
import { minuteMs } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'
import type { Env } from './env.ts'
import type { Readiness } from './readiness.ts'

type Needs = { db: Db; log: Logger; readiness: Pick<Readiness, 'isActive'> }

export type ClockMending = ReturnType<typeof createClockMending>

export function createClockMending({ db, log, readiness }: Needs): {
  job: Job
  beforeRequests: ReturnType<typeof createMiddleware<Env>>
} {
  let seenAt = Number.POSITIVE_INFINITY

  function mend(): void {
    const now = Date.now()
    seenAt = now
    if (!readiness.isActive()) return
    const rows = mendDeadlines(db, now)
    if (rows > 0) log.warn({ rows }, 'the clock was ahead: what it blocked, put off or let in is ended')
  }

  const beforeRequests = createMiddleware<Env>(async (_, next) => {
    const now = Date.now()
    if (now > seenAt) seenAt = now
    else if (now < seenAt - clockToleranceMs) {
      try {
        mend()
      } catch (error) {
        log.warn({ err: error }, 'what a wrong clock left stays for now')
      }
    }
    return next()
  })

  const job = createJob({
    work: mend,
    everyMs: minuteMs,
    onError: (error) => log.warn({ err: error }, 'what a wrong clock left stays for now'),
  })
  return { job, beforeRequests }
}
