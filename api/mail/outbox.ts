import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { type Budgets, mailBudget, type PostponedMails } from '../../data/mail/budgets.ts'
import { dueMails, nextDue, type QueuedMail } from '../../data/mail/outbox.ts'
import { minuteMs, secondMs } from '../../data/time.ts'
import { createJob, type Job, type Run } from '../system/job.ts'
import { type Connection, NotSent } from './connection.ts'
import { createDelivery, type DeliveryNeeds } from './delivery.ts'

/** A killed process can send at most this many mails twice. */
const maxConnections = 3

/** Mail servers close connections that send too many mails. */
const maxMailsPerConnection = 100

export type Outbox = Pick<Job, 'start' | 'wake'> & {
  /** Resolves after at most eight seconds. */
  stop(): Promise<void>
  problem(): { message: string; isPassword: boolean } | null
  held(): PostponedMails[]
}

type Needs = DeliveryNeeds & { connect: () => Promise<Connection>; budgets: Budgets }

/** A connection takes the next mail only after its last mail is recorded as sent, so only a crash can send a mail twice. */
export function createOutbox(needs: Needs): Outbox {
  const { db, log, connect, budgets, isActive = () => true, now = Date.now } = needs
  const deliver = createDelivery(needs)
  const due = dueMails(db)
  const budget = mailBudget(db, budgets)
  const underWay = new Map<string, QueuedMail>()
  let problem: { message: string; isPassword: boolean } | null = null

  function take(): QueuedMail | 'over-budget' | null {
    if (!isActive()) return null
    const mail = due(new Date(now()).toISOString(), maxConnections + 1).find(({ id }) => !underWay.has(id))
    if (!mail) return null
    if (!budget.allows(mail, now(), [...underWay.values()])) return 'over-budget'
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
    const next = nextDue(db)
    if (next !== null && !isActive()) run.runAgainIn(secondMs)
    else if (next !== null) run.runAgainIn(Math.max(Date.parse(next) - now(), underWay.size > 0 ? secondMs : 10))
  }

  function onError(error: unknown): void {
    const isServer = error instanceof NotSent
    problem = { message: error instanceof Error ? error.message : String(error), isPassword: isServer && error.isPassword }
    if (isServer) log.warn({ reason: problem.message }, 'the mail server cannot be used: mail waits')
    else log.error({ err: error }, 'mail could not be sent: it waits')
  }

  const workers = Array.from({ length: maxConnections }, () =>
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
    held: budget.held,
  }
}
