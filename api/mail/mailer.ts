import type { Logger } from 'pino'
import type { MailKind, MailTexts } from '../../data/content/mail-texts.ts'
import { lastSaved } from '../../data/content/revisions.ts'
import type { Db } from '../../data/db/db.ts'
import { continueAnnouncement, lastWords } from '../../data/mail/announcements.ts'
import { lastSent, mailQueue, type QueuedMail, type QueueMail } from '../../data/mail/outbox.ts'
import { queueReminders } from '../../data/mail/reminders.ts'
import { registrationWithToken } from '../../data/registrations/own-registration.ts'
import { trueFor } from '../../data/registrations/set-status.ts'
import type { Config } from '../config.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { ownPage } from '../registrations/own-page.ts'
import { mailedCalendar } from './calendar.ts'
import { composeLetter } from './compose.ts'
import { type MailConfig, mailDomain } from './config.ts'
import { type Letter, openConnection } from './connection.ts'
import { mailedEvent, storedTexts } from './mailed-content.ts'
import { createQueueing, reminderOf } from './mails-to-many.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { type Addressee, messageOf } from './words.ts'

/** What is known of the mail server: when it took a mail last (ISO 8601 in UTC), and what is wrong now, in its own words. */
export type MailStatus = { from: string; lastSentAt: string | null; problem: { message: string; isPassword: boolean } | null }

export type Mailer = Pick<Outbox, 'wake' | 'start' | 'stop'> & {
  queue: QueueMail
  /** To be called when an announcement was begun: queues its other mails between other requests. */
  queueRest(): void
  status(): MailStatus
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

  /** The published calendar entry, which replaces the one that somebody has; null before the first publish. */
  function calendar(): Buffer | null {
    const published = publisher.site().files.get('/evento.ics')?.body
    const changedAt = lastSaved(db, ['hero', 'event', 'events']) ?? new Date(0).toISOString()
    return published ? mailedCalendar(published, changedAt, mail) : null
  }

  function letter(
    kind: MailKind,
    to: Addressee & { address: string },
    messageId: string,
    words: Partial<MailTexts> = {},
  ): Promise<Letter> {
    const event = mailedEvent(db, timeZone)
    return composeLetter(
      {
        message: messageOf(kind, { ...storedTexts(db), ...words }, event, to),
        to,
        eventName: event.name,
        replyTo: event.contactEmail,
        messageId,
        calendar: calendar(),
        unsubscribe: kind === 'reminder' ? `${to.link}/recordatorios` : null,
      },
      mail,
    )
  }

  async function compose({ kind, registrationId, email, messageId }: QueuedMail): Promise<Letter | null> {
    const registration = registrationWithToken(db, registrationId)
    if (!registration) return null
    const { name, status, token } = registration
    const to = { name, status, address: email, link: ownPage(publicOrigin, token) }
    return letter(kind, to, messageId, kind === 'changed' ? announcedWords(db) : {})
  }

  const outbox = createOutbox({ db, log, connect: () => openConnection(mail), compose })

  function queueDueReminders(): number {
    const reminder = reminderOf(mailedEvent(db, timeZone).start, storedTexts(db).reminderDays)
    return reminder ? queueReminders(db, queue, reminder, new Date().toISOString()) : 0
  }

  const queueing = createQueueing({
    parts: [queueDueReminders, () => continueAnnouncement(db, queue)],
    log,
    wake: outbox.wake,
  })

  return {
    wake: outbox.wake,
    queueRest: queueing.wake,
    start() {
      outbox.start()
      queueing.start()
    },
    async stop() {
      await Promise.all([queueing.stop(), outbox.stop()])
    },
    queue,
    status: () => ({ from: mail.from.address, lastSentAt: lastSent(db), problem: outbox.problem() }),
    async test(kind, { name, address }) {
      const to = { name, address, status: trueFor[kind][0], link: `${publicOrigin}/` }
      const made = await letter(kind, to, `<${crypto.randomUUID()}@${domain}>`)
      const connection = await openConnection(mail)
      try {
        return await connection.send(made)
      } finally {
        connection.quit()
      }
    },
  }
}

/** The words of the newest announcement, of which one that was queued earlier takes nothing. */
function announcedWords(db: Db): Partial<MailTexts> {
  const words = lastWords(db)
  return words ? { changedSubject: words.subject, changedBody: words.body } : {}
}
