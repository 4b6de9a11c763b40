import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { type Budgets, type Held, mailBudget } from '../../data/mail/budgets.ts'
import { dueMails, nextDue, noteFailed, noteSent, type QueuedMail } from '../../data/mail/outbox.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Job, type Run } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

/** Also the most mails sent twice if the process is killed. */
const maxConnections = 3
/** Servers close connections that send too many. */
const mailsPerConnection = 100
const twoDays = 2 * dayMs

/** Milliseconds: 1 minute, 2, 4 … 6 hours. Null after two days. */
export function retryDelay(attempts: number): number | null {
  const delay = (attempt: number) => Math.min(2 ** (attempt - 1) * minuteMs, 6 * hourMs)
  const total = Array.from({ length: attempts }, (_, index) => delay(index + 1)).reduce((sum, ms) => sum + ms, 0)
  return total <= twoDays ? delay(attempts) : null
}

export type Outbox = Pick<Job, 'start' | 'wake'> & {
  /** Resolves after at most eight seconds. */
  stop(): Promise<void>
  /** Null if no problem is known. */
  problem(): { message: string; isPassword: boolean } | null
  /** Mails that wait for their budget. */
  held(): Held[]
}

type Options = {
  db: Db
  log: Logger
  connect: () => Promise<Connection>
  /** Null if the recipient was deleted. Throws NotSent if the mail is outdated. */
  compose: (mail: QueuedMail) => Promise<Letter | null>
  budgets: Budgets
  /** False after another machine took over. */
  isActive?: () => boolean
  now?: () => number
}

/** A connection takes the next mail only after the last is recorded, so only a crash sends twice. */
export function createOutbox({ db, log, connect, compose, budgets, isActive = () => true, now = Date.now }: Options): Outbox {
  const due = dueMails(db)
  const budget = mailBudget(db, budgets)
  const underWay = new Map<string, QueuedMail>()
  let problem: { message: string; isPassword: boolean } | null = null

  const iso = (ms: number) => new Date(ms).toISOString()

  /** 'held' while over budget. */
  function take(): QueuedMail | 'held' | null {
    if (!isActive()) return null
    const found = due(iso(now()), maxConnections + 1).find(({ id }) => !underWay.has(id)) ?? null
    if (!found) return null
    if (!budget.allows(found, now(), [...underWay.values()])) return 'held'
    underWay.set(found.id, found)
    return found
  }

  /** Retries until the disk accepts it or the process stops. */
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
      // The recipient was deleted, or another machine sends it.
      if (!letter || !isActive()) return
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

  /** A mail that cannot be built must not block the others. */
  async function composed(mail: QueuedMail): Promise<Letter | null> {
    try {
      return await compose(mail)
    } catch (error) {
      if (error instanceof NotSent) throw error
      log.error({ err: error, mail: mail.id }, 'a mail could not be made')
      throw new NotSent('No se pudo preparar el correo.', 'again')
    }
  }

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
    if (next !== null && !maySend()) run.runAgainIn(secondMs)
    else if (next !== null) run.runAgainIn(Math.max(Date.parse(next) - now(), underWay.size > 0 ? secondMs : 10))
  }

  function noteProblem(error: unknown): void {
    const isServer = error instanceof NotSent
    problem = { message: error instanceof Error ? error.message : String(error), isPassword: isServer && error.isPassword }
    if (isServer) log.warn({ reason: problem.message }, 'the mail server cannot be used: mail waits')
    else log.error({ err: error }, 'mail could not be sent: it waits')
  }

  // Runs every minute in case the clock changes.
  const workers = Array.from({ length: maxConnections }, () =>
    createJob({ work, everyMs: minuteMs, firstBackoffMs: secondMs, onError: noteProblem }),
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
