import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Reminder } from '../../data/mail/reminders.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** When the reminder of an event that begins at `start` (ISO 8601) is due; null where none is wanted. */
export function reminderOf(start: string, days: number): Reminder | null {
  if (days === 0) return null
  const begin = new Date(start)
  return { due: new Date(+begin - days * day).toISOString(), start: begin.toISOString() }
}

type Options = {
  /** Each queues a part of what goes to many at once, and returns how many mails: 0 when there is nothing to queue. */
  parts: readonly (() => number)[]
  log: Logger
  /** Called after each part. */
  wake: () => void
}

/** Queues what goes to many at once a part at a time, so that other requests have their turn in between. */
export function createQueueing({ parts, log, wake }: Options) {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  async function look(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (timer && parts.map((queuePart) => queuePart()).some((count) => count > 0)) {
        wake()
        await nextTurn()
      }
    } catch (error) {
      log.error({ err: error }, 'mails to many could not be queued: trying again')
    } finally {
      isRunning = false
    }
  }

  return {
    /** Takes up what was left in the middle, and looks every minute whether something is due. */
    start(): void {
      timer = setInterval(look, minute).unref()
      void look()
    },
    /** To be called when there may be something to queue. */
    wake: () => void look(),
    stop(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}
