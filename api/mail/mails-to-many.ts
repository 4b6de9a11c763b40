import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Reminder } from '../../data/mail/reminders.ts'
import { dayMs, minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'

export function reminderOf(start: string, days: number): Reminder | null {
  if (days === 0) return null
  const begin = new Date(start)
  return { due: new Date(+begin - days * dayMs).toISOString(), start: begin.toISOString() }
}

type Options = {
  parts: readonly (() => number)[]
  log: Logger
  wake: () => void
}

export function createQueueing({ parts, log, wake }: Options): Job {
  return createJob({
    everyMs: minuteMs,
    firstBackoffMs: secondMs,
    async work({ signal }) {
      while (!signal.aborted && parts.map((queuePart) => queuePart()).some((count) => count > 0)) {
        wake()
        await nextTurn()
      }
    },
    onError: (error) => log.error({ err: error }, 'mails to many could not be queued: trying again'),
  })
}
