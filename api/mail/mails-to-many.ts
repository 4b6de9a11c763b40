import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Reminder } from '../../data/mail/reminders.ts'
import { dayMs, minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'

/** When the reminder of an event that begins at `start` (ISO 8601) is due; null where none is wanted. */
export function reminderOf(start: string, days: number): Reminder | null {
  if (days === 0) return null
  const begin = new Date(start)
  return { due: new Date(+begin - days * dayMs).toISOString(), start: begin.toISOString() }
}

type Options = {
  /** Each queues a part of what goes to many at once, and returns how many mails: 0 when there is nothing to queue. */
  parts: readonly (() => number)[]
  log: Logger
  /** Called after each part. */
  wake: () => void
}

/**
 * Queues what goes to many at once a part at a time, so that other requests have their turn in between. Takes up what was left in
 * the middle, and looks every minute whether something is due.
 */
export function createQueueing({ parts, log, wake }: Options): Job {
  return createJob({
    every: minuteMs,
    backoff: secondMs,
    async work({ signal }) {
      while (!signal.aborted && parts.map((queuePart) => queuePart()).some((count) => count > 0)) {
        wake()
        await nextTurn()
      }
    },
    onError: (error) => log.error({ err: error }, 'mails to many could not be queued: trying again'),
  })
}
