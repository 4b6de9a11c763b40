import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../data/db.ts'
import type { QueueMail } from '../../data/queries/outbox.ts'
import { queueReminders, type Reminder } from '../../data/queries/reminders.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** When the reminder of an event that begins at `start` (ISO 8601) is due; null where none is wanted. */
export function reminderOf(start: string, days: number): Reminder | null {
  if (days === 0) return null
  const begin = new Date(start)
  return { due: new Date(+begin - days * day).toISOString(), start: begin.toISOString() }
}

type Options = { db: Db; queue: QueueMail; log: Logger; reminder: () => Reminder | null; wake: () => void; now?: () => number }

/** Looks every minute whether reminders are due, and queues them a part at a time: other requests have their turn. */
export function createReminding({ db, queue, log, reminder, wake, now = Date.now }: Options) {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  async function look(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      for (;;) {
        const due = reminder()
        if (!timer || !due || queueReminders(db, queue, due, new Date(now()).toISOString()) === 0) return
        wake()
        await nextTurn()
      }
    } catch (error) {
      log.error({ err: error }, 'reminders could not be queued: trying again')
    } finally {
      isRunning = false
    }
  }

  return {
    start(): void {
      timer = setInterval(look, minute).unref()
      look()
    },
    stop(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}
