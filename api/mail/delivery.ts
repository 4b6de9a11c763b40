import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dayMs, hourMs, minuteMs, secondMs } from '../../data/time.ts'
import type { Run } from '../system/job.ts'
import { type Connection, type Letter, NotSent } from './connection.ts'

const maxRetryTimeMs = 2 * dayMs

/** Returns 1 minute after the first attempt, then 2, 4 and so on up to 6 hours, in milliseconds. Returns null after two days. */
export function retryDelay(attempts: number): number | null {
  const delay = (attempt: number) => Math.min(2 ** (attempt - 1) * minuteMs, 6 * hourMs)
  const total = Array.from({ length: attempts }, (_, index) => delay(index + 1)).reduce((sum, ms) => sum + ms, 0)
  return total <= maxRetryTimeMs ? delay(attempts) : null
}

export type SentMail = { id: string; kind: string; attempts: number }

/** `nextAt` is null if the mail is not sent again. */
export type MailRecord<Mail> = {
  recordSent(mail: Mail, response: string, at: string): void
  recordFailure(mail: Mail, response: string, nextAt: string | null): void
}

export type DeliveryNeeds<Mail> = {
  log: Logger
  /** Returns null if the recipient was deleted. Throws NotSent if the mail is no longer correct. */
  compose: (mail: Mail) => Promise<Letter | null>
  isActive?: () => boolean
  now?: () => number
}

/** The returned function throws if the mail server cannot be used. */
export function createDelivery<Mail extends SentMail>(
  { recordSent, recordFailure }: MailRecord<Mail>,
  { log, compose, isActive = () => true, now = Date.now }: DeliveryNeeds<Mail>,
) {
  const isoIn = (delayMs: number) => new Date(now() + delayMs).toISOString()

  async function build(mail: Mail): Promise<Letter | null> {
    try {
      return await compose(mail)
    } catch (error) {
      if (error instanceof NotSent) throw error
      log.error({ err: error, mail: mail.id }, 'a mail could not be made')
      throw new NotSent('No se pudo preparar el correo.', 'again')
    }
  }

  async function record(write: () => void, signal: AbortSignal): Promise<void> {
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

  return async (connection: Connection, mail: Mail, { signal, progressed }: Run): Promise<void> => {
    try {
      const letter = await build(mail)
      if (!letter || !isActive()) return
      const response = await connection.send(letter)
      progressed()
      await record(() => recordSent(mail, response, isoIn(0)), signal)
      log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
    } catch (error) {
      if (!(error instanceof NotSent) || error.fault === 'server') throw error
      const delayMs = error.fault === 'never' ? null : retryDelay(mail.attempts + 1)
      await record(() => recordFailure(mail, error.message, delayMs === null ? null : isoIn(delayMs)), signal)
      log.warn({ mail: mail.id, kind: mail.kind, isFinal: delayMs === null }, 'mail refused')
    }
  }
}
