import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { dueMails, nextDue, noteFailed, noteSent, type QueuedMail } from '../../data/mail/outbox.ts'
import type { Connection, Letter } from './connection.ts'
import { NotSent } from './connection.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** One mail at a time on each. Also the most mails that are sent twice when the process is killed. */
const maxConnections = 3
/** Mails on one connection before a new one is made: servers end those that never stop. */
const mailsPerConnection = 100
const twoDays = 48 * hour

/** Milliseconds to wait after so many failed attempts: 1 minute, 2, 4 … 6 hours; null when it has been two days in all. */
export function retryDelay(attempts: number): number | null {
  const delay = (attempt: number) => Math.min(2 ** (attempt - 1) * minute, 6 * hour)
  const total = Array.from({ length: attempts }, (_, index) => delay(index + 1)).reduce((sum, ms) => sum + ms, 0)
  return total <= twoDays ? delay(attempts) : null
}

export type Outbox = {
  /** To be called after something was queued. */
  wake(): void
  /** Takes up what waits. */
  start(): void
  /** Takes up nothing more, and resolves when what was under way has ended and is noted; after eight seconds all the same. */
  stop(): Promise<void>
  /** Why nothing goes out; null when nothing is known to be wrong. */
  problem(): { message: string; isPassword: boolean } | null
}

type Options = {
  db: Db
  log: Logger
  connect: () => Promise<Connection>
  /** Makes the mail; null when there is nobody any more to send it to. */
  compose: (mail: QueuedMail) => Promise<Letter | null>
  now?: () => number
}

/**
 * Works off the queue. A mail is noted as sent before its connection takes the next one; where the disk does not take
 * the note, the connection waits for it, so that nothing is sent twice but what was under way when the process died.
 */
export function createOutbox({ db, log, connect, compose, now = Date.now }: Options): Outbox {
  const due = dueMails(db)
  const underWay = new Set<string>()
  const lanes = new Set<Promise<void>>()
  const stopping = Promise.withResolvers<void>()
  let isStopped = true
  let problem: { message: string; isPassword: boolean } | null = null
  /** Until when the server is left alone, and how often in a row it could not be reached. */
  let quietUntil = 0
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const iso = (ms: number) => new Date(ms).toISOString()

  function take(): QueuedMail | null {
    const found = due(iso(now()), maxConnections + 1).find(({ id }) => !underWay.has(id)) ?? null
    if (found) underWay.add(found.id)
    return found
  }

  /** Writes a note until the disk takes it, or the process is told to end. */
  async function note(write: () => void): Promise<void> {
    for (;;) {
      try {
        return write()
      } catch (error) {
        if (isStopped) throw error
        log.error({ err: error }, 'what became of a mail cannot be noted: waiting')
        await Promise.race([pause(second), stopping.promise])
      }
    }
  }

  async function attempt(connection: Connection, mail: QueuedMail): Promise<void> {
    try {
      const letter = await composed(mail)
      // Deleted since, with its mails.
      if (!letter) return
      const response = await connection.send(letter)
      problem = null
      failures = 0
      await note(() => noteSent(db, mail.id, response, iso(now())))
      log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
    } catch (error) {
      if (!(error instanceof NotSent) || error.fault === 'server') throw error
      const delay = error.fault === 'never' ? null : retryDelay(mail.attempts + 1)
      await note(() => noteFailed(db, mail.id, error.message, delay === null ? null : iso(now() + delay)))
      log.warn({ mail: mail.id, kind: mail.kind, isFinal: delay === null }, 'mail refused')
    }
  }

  /** One that cannot be made must not hold up the others. */
  async function composed(mail: QueuedMail): Promise<Letter | null> {
    try {
      return await compose(mail)
    } catch (error) {
      log.error({ err: error, mail: mail.id }, 'a mail could not be made')
      throw new NotSent('No se pudo preparar el correo.', 'again')
    }
  }

  /** Sends one mail after the other, until none is due. */
  async function work(): Promise<void> {
    let connection: Connection | null = null
    let onThis = 0
    try {
      while (!isStopped && now() >= quietUntil) {
        const mail = take()
        if (!mail) return
        try {
          if (!connection?.isOpen() || onThis >= mailsPerConnection) {
            connection?.quit()
            connection = await connect()
            onThis = 0
          }
          onThis += 1
          await attempt(connection, mail)
        } finally {
          underWay.delete(mail.id)
        }
      }
    } catch (error) {
      leaveAlone(error)
    } finally {
      connection?.quit()
    }
  }

  /** No attempt was made: the mail stays as it is, and the server is asked again after a second, two … a minute. */
  function leaveAlone(error: unknown): void {
    const isServer = error instanceof NotSent
    problem = { message: error instanceof Error ? error.message : String(error), isPassword: isServer && error.isPassword }
    quietUntil = now() + Math.min(2 ** Math.min(failures++, 6) * second, minute)
    if (isServer) log.warn({ reason: problem.message }, 'the mail server cannot be used: mail waits')
    else log.error({ err: error }, 'mail could not be sent: it waits')
  }

  function run(): void {
    clearTimeout(timer)
    if (isStopped) return
    try {
      startLanes()
      schedule()
    } catch (error) {
      log.error({ err: error }, 'the queue of mails cannot be read: waiting')
      timer = setTimeout(run, minute).unref()
    }
  }

  function startLanes(): void {
    const wanted = now() < quietUntil ? 0 : Math.min(maxConnections, due(iso(now()), maxConnections).length)
    while (lanes.size < wanted) {
      const lane = work().finally(() => {
        lanes.delete(lane)
        run()
      })
      lanes.add(lane)
    }
  }

  /** Looks again when the next mail is due, or the server may be asked again; every minute at least, should the clock change. */
  function schedule(): void {
    const next = nextDue(db)
    if (next === null) return
    const wait = Math.max(Date.parse(next), quietUntil) - now()
    // What is under way is due as well.
    timer = setTimeout(run, Math.min(Math.max(wait, lanes.size > 0 ? second : 10), minute)).unref()
  }

  const wake = () => {
    if (!isStopped && lanes.size < maxConnections) run()
  }

  return {
    wake,
    start() {
      isStopped = false
      run()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      stopping.resolve()
      await Promise.race([Promise.allSettled(lanes), pause(8 * second)])
    },
    problem: () => problem,
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
