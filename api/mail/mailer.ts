import type { Logger } from 'pino'
import type { Db } from '../../data/db.ts'
import { type MailKind, type MailTexts, mailTextDefaults } from '../../data/mail-texts.ts'
import { readSection } from '../../data/queries/content.ts'
import { lastSent, mailQueue, type QueuedMail, type QueueMail } from '../../data/queries/outbox.ts'
import { registrationWithToken } from '../../data/queries/own-registration.ts'
import type { Config } from '../config.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { composeLetter } from './compose.ts'
import { type MailConfig, mailDomain } from './config.ts'
import { type Letter, openConnection } from './connection.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { ownPage } from './own-page.ts'
import { type Addressee, type MailedEvent, type Message, messageOf } from './words.ts'

/** What is known of the mail server: when it took a mail last (ISO 8601 in UTC), and what is wrong now, in its own words. */
export type MailStatus = { from: string; lastSentAt: string | null; problem: { message: string; isPassword: boolean } | null }

export type Mailer = Pick<Outbox, 'wake' | 'start' | 'stop'> & {
  queue: QueueMail
  status(): MailStatus
  /** A mail in words, to whom it says and with these texts instead of the stored ones. */
  message(kind: MailKind, to: Addressee, texts?: Partial<MailTexts>): Message
  /** Sends one mail of this kind past the queue. Resolves with what the server said; throws NotSent. */
  test(kind: MailKind, to: { name: string; address: string }): Promise<string>
}

type Options = {
  db: Db
  publisher: Pick<Publisher, 'site'>
  config: Pick<Config, 'publicOrigin' | 'timeZone'>
  mail: MailConfig
  log: Logger
}

/** Everything that sends mail. Not started. */
export function createMailer({ db, publisher, config, mail, log }: Options): Mailer {
  const { publicOrigin, timeZone } = config
  const domain = mailDomain(mail)
  const queue = mailQueue(db, domain)

  const event = (): MailedEvent => {
    const { title, eventDate, location } = readSection(db, 'hero').value
    return { name: title, start: eventDate, place: location, timeZone }
  }
  const texts = (): MailTexts => mailTextDefaults
  const message = (kind: MailKind, to: Addressee, changes: Partial<MailTexts> = {}) =>
    messageOf(kind, { ...texts(), ...changes }, event(), to)

  const letter = (kind: MailKind, to: Addressee & { address: string }, messageId: string) =>
    composeLetter(
      {
        message: message(kind, to),
        to,
        eventName: event().name,
        messageId,
        calendar: publisher.site().files.get('/evento.ics')?.body ?? null,
        unsubscribe: kind === 'reminder' ? `${to.link}/recordatorios` : null,
      },
      mail,
    )

  async function compose({ kind, registrationId, email, messageId }: QueuedMail): Promise<Letter | null> {
    const registration = registrationWithToken(db, registrationId)
    if (!registration) return null
    const { name, status, token } = registration
    return letter(kind, { name, status, address: email, link: ownPage(publicOrigin, token) }, messageId)
  }

  const outbox = createOutbox({ db, log, connect: () => openConnection(mail), compose })

  return {
    wake: outbox.wake,
    start: outbox.start,
    stop: outbox.stop,
    queue,
    message,
    status: () => ({ from: mail.from.address, lastSentAt: lastSent(db), problem: outbox.problem() }),
    async test(kind, { name, address }) {
      const status = kind === 'waitlisted' || kind === 'cancelled' ? kind : 'registered'
      const made = await letter(kind, { name, address, status, link: `${publicOrigin}/` }, `<${crypto.randomUUID()}@${domain}>`)
      const connection = await openConnection(mail)
      try {
        return await connection.send(made)
      } finally {
        connection.quit()
      }
    },
  }
}
