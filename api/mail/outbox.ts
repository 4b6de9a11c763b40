import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type Budgets, mailBudget, type PostponedMails } from '../../data/mail/budgets.ts'
import { dueMails, nextDue, type QueuedMail, recordFailure, recordSent } from '../../data/mail/outbox.ts'
import { minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Job, type Run } from '../system/job.ts'
import { type Connection, NotSent } from './connection.ts'
import { createDelivery, type DeliveryNeeds, type MailRecord, type SentMail } from './delivery.ts'

/** A killed process can send at most this many mails twice. */
const maxConnections = 3

/** Mail servers close connections that send too many mails. */
const maxMailsPerConnection = 100

export type Sender = Pick<Job, 'start' | 'wake'> & {
  /** Resolves after at most eight seconds. */
  stop(): Promise<void>
  problem(): { message: string; isPassword: boolean } | null
}

export type Outbox = Sender & { held(): PostponedMails[] }

type SenderNeeds<Mail> = DeliveryNeeds<Mail> & { connect: () => Promise<Connection> }

/** Times are ISO 8601 in UTC. If `allows` returns false because of a limit, it has also postponed the mail. */
type MailQueue<Mail> = MailRecord<Mail> & {
  due(now: string, limit: number): Mail[]
  nextDue(now: string): string | null
  allows?(mail: Mail, nowMs: number, underWay: readonly Mail[]): boolean
}

export function createOutbox({ db, budgets, ...needs }: SenderNeeds<QueuedMail> & { db: Db; budgets: Budgets }): Outbox {
  const budget = mailBudget(db, budgets)
  const queue: MailQueue<QueuedMail> = {
    due: dueMails(db),
    nextDue: () => nextDue(db),
    allows: budget.allows,
    recordSent: (mail, response, at) => recordSent(db, mail, response, at),
    recordFailure: ({ id }, response, nextAt) => recordFailure(db, id, response, nextAt),
  }
  return { ...createSender(queue, needs, maxConnections), held: budget.held }
}

function problemOf(error: unknown): { message: string; isPassword: boolean } {
  const message = error instanceof Error ? error.message : String(error)
  return { message, isPassword: error instanceof NotSent && error.isPassword }
}

/** A connection takes the next mail only after its last mail is recorded as sent. So only a crash can send a mail twice. */
export function createSender<Mail extends SentMail>(
  queue: MailQueue<Mail>,
  needs: SenderNeeds<Mail>,
  connectionCount: number,
): Sender {
  const { log, connect, isActive = () => true, now = Date.now } = needs
  const deliver = createDelivery(queue, needs)
  const underWay = new Map<string, Mail>()
  let problem: { message: string; isPassword: boolean } | null = null

  const isoNow = () => new Date(now()).toISOString()

  function take(): Mail | 'over-budget' | null {
    if (!isActive()) return null
    const mail = queue.due(isoNow(), connectionCount + 1).find(({ id }) => !underWay.has(id))
    if (!mail) return null
    if (queue.allows && !queue.allows(mail, now(), [...underWay.values()])) return 'over-budget'
    underWay.set(mail.id, mail)
    return mail
  }

  async function work(run: Run): Promise<void> {
    let connection: Connection | null = null
    let sentCount = 0
    const progressed = () => {
      problem = null
      run.progressed()
    }
    try {
      while (!run.signal.aborted) {
        const mail = take()
        if (!mail) break
        if (mail === 'over-budget') {
          await nextTurn()
          continue
        }
        try {
          if (!connection?.isOpen() || sentCount >= maxMailsPerConnection) {
            connection?.quit()
            connection = await connect()
            sentCount = 0
          }
          sentCount += 1
          await deliver(connection, mail, { ...run, progressed })
        } finally {
          underWay.delete(mail.id)
        }
      }
    } finally {
      connection?.quit()
    }
    const next = queue.nextDue(isoNow())
    if (next !== null && !isActive()) run.runAgainIn(secondMs)
    else if (next !== null) run.runAgainIn(Math.max(Date.parse(next) - now(), underWay.size > 0 ? secondMs : 10))
  }

  function onError(error: unknown): void {
    problem = problemOf(error)
    if (error instanceof NotSent) log.warn({ reason: problem.message }, 'the mail server cannot be used: mail waits')
    else log.error({ err: error }, 'mail could not be sent: it waits')
  }

  const workers = Array.from({ length: connectionCount }, () =>
    createJob({ work, everyMs: minuteMs, firstBackoffMs: secondMs, onError }),
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
  }
}
