import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { type Budgets, type Held, mailBudget } from '../../data/mail/budgets.ts'
import { dueMails, nextDue, noteFailed, noteSent, type QueuedMail } from '../../data/mail/outbox.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Job, type Run } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

/** One mail at a time on each. Also the most mails that are sent twice when the process is killed. */
const maxConnections = 3
/** Mails on one connection before a new one is made: servers end those that never stop. */
const mailsPerConnection = 100
const twoDays = 2 * dayMs

/** Milliseconds to wait after so many failed attempts: 1 minute, 2, 4 … 6 hours; null when it has been two days in all. */
export function retryDelay(attempts: number): number | null {
  const delay = (attempt: number) => Math.min(2 ** (attempt - 1) * minuteMs, 6 * hourMs)
  const total = Array.from({ length: attempts }, (_, index) => delay(index + 1)).reduce((sum, ms) => sum + ms, 0)
  return total <= twoDays ? delay(attempts) : null
}

export type Outbox = Pick<Job, 'start' | 'wake'> & {
  /** Takes up nothing more, and resolves when what was under way has ended and is noted; after eight seconds all the same. */
  stop(): Promise<void>
  /** Why nothing goes out; null when nothing is known to be wrong. */
  problem(): { message: string; isPassword: boolean } | null
  /** What waits because enough went out. */
  held(): Held[]
}

type Options = {
  db: Db
  log: Logger
  connect: () => Promise<Connection>
  /** Makes the mail; null when there is nobody any more to send it to. Throws NotSent where it is of no use any more. */
  compose: (mail: QueuedMail) => Promise<Letter | null>
  /** How many mails may go out. */
  budgets: Budgets
  /** Whether this machine may send: another may have taken over, and sends the same. */
  maySend?: () => boolean
  now?: () => number
}

/**
 * Works off the queue. A mail is noted as sent before its connection takes the next one; where the disk does not take
 * the note, the connection waits for it, so that nothing is sent twice but what was under way when the process died.
 */
export function createOutbox({ db, log, connect, compose, budgets, maySend = () => true, now = Date.now }: Options): Outbox {
  const due = dueMails(db)
  const budget = mailBudget(db, budgets)
  const underWay = new Map<string, QueuedMail>()
  let problem: { message: string; isPassword: boolean } | null = null

  const iso = (ms: number) => new Date(ms).toISOString()

  /** The next mail; null when none is due, 'held' when it has to wait, and others after it may not. */
  function take(): QueuedMail | 'held' | null {
    if (!maySend()) return null
    const found = due(iso(now()), maxConnections + 1).find(({ id }) => !underWay.has(id)) ?? null
    if (!found) return null
    if (!budget.allows(found, now(), [...underWay.values()])) return 'held'
    underWay.set(found.id, found)
    return found
  }

  /** Writes a note until the disk takes it, or the process is told to end. */
  async function note(write: () => void, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return write()
      } catch (error) {
        if (signal.aborted) throw error
        log.error({ err: error }, 'what became of a mail cannot be noted: waiting')
        await wait(secondMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async function attempt(connection: Connection, mail: QueuedMail, { signal, progressed }: Run): Promise<void> {
    try {
      const letter = await composed(mail)
      // Deleted since, with its mails; or it stays for whoever may send it.
      if (!letter || !maySend()) return
      const response = await connection.send(letter)
      problem = null
      progressed()
      await note(() => noteSent(db, mail, response, iso(now())), signal)
      log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
    } catch (error) {
      if (!(error instanceof NotSent) || error.fault === 'server') throw error
      const delay = error.fault === 'never' ? null : retryDelay(mail.attempts + 1)
      await note(() => noteFailed(db, mail.id, error.message, delay === null ? null : iso(now() + delay)), signal)
      log.warn({ mail: mail.id, kind: mail.kind, isFinal: delay === null }, 'mail refused')
    }
  }

  /** One that cannot be made must not hold up the others. */
  async function composed(mail: QueuedMail): Promise<Letter | null> {
    try {
      return await compose(mail)
    } catch (error) {
      if (error instanceof NotSent) throw error
      log.error({ err: error, mail: mail.id }, 'a mail could not be made')
      throw new NotSent('No se pudo preparar el correo.', 'again')
    }
  }

  /** Sends one mail after the other until none is due, and then wants to run again when the next one is. */
  async function work(run: Run): Promise<void> {
    let connection: Connection | null = null
    let onThis = 0
    try {
      while (!run.signal.aborted) {
        const mail = take()
        if (!mail) break
        if (mail === 'held') {
          await nextTurn()
          continue
        }
        try {
          if (!connection?.isOpen() || onThis >= mailsPerConnection) {
            connection?.quit()
            connection = await connect()
            onThis = 0
          }
          onThis += 1
          await attempt(connection, mail, run)
        } finally {
          underWay.delete(mail.id)
        }
      }
    } finally {
      connection?.quit()
    }
    const next = nextDue(db)
    // What another worker has under way is due as well.
    if (next !== null && !maySend()) run.again(secondMs)
    else if (next !== null) run.again(Math.max(Date.parse(next) - now(), underWay.size > 0 ? secondMs : 10))
  }

  /** No attempt was made: the mail stays as it is. */
  function noteProblem(error: unknown): void {
    const isServer = error instanceof NotSent
    problem = { message: error instanceof Error ? error.message : String(error), isPassword: isServer && error.isPassword }
    if (isServer) log.warn({ reason: problem.message }, 'the mail server cannot be used: mail waits')
    else log.error({ err: error }, 'mail could not be sent: it waits')
  }

  // Each asks a server that fails again after a second, two … a minute, and looks every minute at least, should the clock change.
  const workers = Array.from({ length: maxConnections }, () =>
    createJob({ work, every: minuteMs, backoff: secondMs, onError: noteProblem }),
  )

  return {
    start() {
      for (const worker of workers) worker.start()
    },
    wake() {
      for (const worker of workers) worker.wake()
    },
    async stop() {
      const stopped = Promise.all(workers.map((worker) => worker.stop()))
      await Promise.race([stopped, wait(8 * secondMs, undefined, { ref: false })])
    },
    problem: () => problem,
    held: budget.held,
  }
}
