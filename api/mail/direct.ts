import type { Logger } from 'pino'
import { minuteMs } from '../../data/time.ts'
import { createJob, type Run } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

/** How long a letter is tried: what it says is no longer good afterwards. */
const patience = 30 * minuteMs
/** Until one that the server did not take for now is offered again; doubled each time. */
const afterRefusal = 5000
/** Beyond it letters are dropped: more are asked for in half an hour by nobody honest. */
const maxWaiting = 200

type Options = { connect: () => Promise<Connection>; log: Logger; now?: () => number }

/**
 * Sends letters that are in no database, for what they say must not be in one: links of one use. They are tried for half an hour and
 * are gone with the process; whoever waits for one asks again.
 */
export function createDirect({ connect, log, now = () => performance.now() }: Options) {
  const waiting = new Set<{ letter: Letter; since: number; tries: number; nextAt: number }>()

  async function work({ again }: Run): Promise<void> {
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
          // One that is not taken holds up none of the others.
          if (error.fault === 'again') one.nextAt = now() + afterRefusal * 2 ** one.tries++
          else waiting.delete(one)
          log.warn(`an account’s mail was refused${error.fault === 'again' ? ', and is tried again' : ''}`)
        }
      }
    } finally {
      connection?.quit()
      for (const { nextAt } of waiting) again(Math.max(0, nextAt - now()))
    }
  }

  const job = createJob({
    work,
    every: minuteMs,
    backoff: 1000,
    onError: (error) => log.warn({ err: error }, 'an account’s mail waits'),
  })

  return {
    start: job.start,
    stop: job.stop,
    /** Takes a letter, to be sent at once. */
    send(letter: Letter): void {
      if (waiting.size >= maxWaiting) log.warn('too many mails of accounts wait: one was dropped')
      else waiting.add({ letter, since: now(), tries: 0, nextAt: now() })
      job.wake()
    },
  }
}
