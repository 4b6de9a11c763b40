import type { Logger } from 'pino'
import { minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Run } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

/** Letters that wait longer are dropped, because a link for a new password expires after 30 minutes. */
const maxAgeMs = 30 * minuteMs
const firstRetryDelayMs = 5 * secondMs
const maxWaitingCount = 200

type Options = { connect: () => Promise<Connection>; log: Logger; now?: () => number }

/** Sends mails with secret links. They are not stored in the database, so a restart loses mails that wait. */
export function createDirect({ connect, log, now = () => performance.now() }: Options) {
  const waiting = new Set<{ letter: Letter; since: number; tries: number; nextAt: number }>()

  async function work({ runAgainIn }: Run): Promise<void> {
    let connection: Connection | null = null
    try {
      for (const item of waiting) {
        if (now() - item.since >= maxAgeMs) {
          log.warn('an account’s mail could not be sent in half an hour')
          waiting.delete(item)
          continue
        }
        if (item.nextAt > now()) continue
        if (!connection?.isOpen()) connection = await connect()
        try {
          await connection.send(item.letter)
          waiting.delete(item)
        } catch (error) {
          if (!(error instanceof NotSent) || error.fault === 'server') throw error
          if (error.fault === 'again') item.nextAt = now() + firstRetryDelayMs * 2 ** item.tries++
          else waiting.delete(item)
          log.warn(`an account’s mail was refused${error.fault === 'again' ? ', and is tried again' : ''}`)
        }
      }
    } finally {
      connection?.quit()
      for (const { nextAt } of waiting) runAgainIn(Math.max(0, nextAt - now()))
    }
  }

  const job = createJob({
    work,
    everyMs: minuteMs,
    firstBackoffMs: secondMs,
    onError: (error) => log.warn({ err: error }, 'an account’s mail waits'),
  })

  return {
    start: job.start,
    stop: job.stop,
    send(letter: Letter): void {
      if (waiting.size >= maxWaitingCount) log.warn('too many mails of accounts wait: one was dropped')
      else waiting.add({ letter, since: now(), tries: 0, nextAt: now() })
      job.wake()
    },
  }
}
