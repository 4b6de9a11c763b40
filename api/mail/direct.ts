import type { Logger } from 'pino'
import { minute } from '../../data/time.ts'
import { createJob } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

/** How long a letter is tried: what it says is no longer good afterwards. */
const patience = 30 * minute
/** Beyond it letters are dropped: more are asked for in half an hour by nobody honest. */
const maxWaiting = 200

type Options = { connect: () => Promise<Connection>; log: Logger; now?: () => number }

/**
 * Sends letters that are in no database, for what they say must not be in one: links of one use. They are tried for half an hour and
 * are gone with the process; whoever waits for one asks again.
 */
export function createDirect({ connect, log, now = Date.now }: Options) {
  const waiting: { letter: Letter; since: number }[] = []

  async function work(): Promise<void> {
    let connection: Connection | null = null
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        if (now() - next.since < patience) {
          connection ??= await connect()
          await connection.send(next.letter).catch((error: unknown) => {
            if (!(error instanceof NotSent) || error.fault !== 'never') throw error
            log.warn('an account’s mail was refused')
          })
        } else log.warn('an account’s mail could not be sent in half an hour')
        waiting.shift()
      }
    } finally {
      connection?.quit()
    }
  }

  const job = createJob({
    work,
    every: minute,
    backoff: 1000,
    onError: (error) => log.warn({ err: error }, 'an account’s mail waits'),
  })

  return {
    start: job.start,
    stop: job.stop,
    /** Takes a letter, to be sent at once. */
    send(letter: Letter): void {
      if (waiting.length >= maxWaiting) log.warn('too many mails of accounts wait: one was dropped')
      else waiting.push({ letter, since: now() })
      job.wake()
    },
  }
}
