import type { Logger } from 'pino'
import { minuteMs } from '../../data/time.ts'
import { createJob, type Run } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

/** The links in a letter expire afterwards. */
const patience = 30 * minuteMs
/** Doubles with each attempt. */
const afterRefusal = 5000
/** Further letters are dropped. */
const maxWaiting = 200

type Options = { connect: () => Promise<Connection>; log: Logger; now?: () => number }

/** For one-time links, which must not be in the database. Letters are lost on a restart. */
export function createDirect({ connect, log, now = () => performance.now() }: Options) {
  const waiting = new Set<{ letter: Letter; since: number; tries: number; nextAt: number }>()

  async function work({ runAgainIn }: Run): Promise<void> {
    let connection: Connection | null = null
    try {
      for (const one of waiting) {
        if (now() - one.since >= patience) {
          log.warn('an account’s mail could not be sent in half an hour')
          waiting.delete(one)
          continue
        }
        if (one.nextAt > now()) continue
        if (!connection?.isOpen()) connection = await connect()
        try {
          await connection.send(one.letter)
          waiting.delete(one)
        } catch (error) {
          if (!(error instanceof NotSent) || error.fault === 'server') throw error
          if (error.fault === 'again') one.nextAt = now() + afterRefusal * 2 ** one.tries++
          else waiting.delete(one)
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
    firstBackoffMs: 1000,
    onError: (error) => log.warn({ err: error }, 'an account’s mail waits'),
  })

  return {
    start: job.start,
    stop: job.stop,
    send(letter: Letter): void {
      if (waiting.size >= maxWaiting) log.warn('too many mails of accounts wait: one was dropped')
      else waiting.add({ letter, since: now(), tries: 0, nextAt: now() })
      job.wake()
    },
  }
}
