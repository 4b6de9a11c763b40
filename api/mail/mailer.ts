import type { Logger } from 'pino'
import { certificateFor } from '../../data/certificates/certificates.ts'
import { readSection } from '../../data/content/content.ts'
import type { MailKind, SentKind } from '../../data/content/mail-texts.ts'
import { lastSaved } from '../../data/content/revisions.ts'
import type { Db } from '../../data/db/db.ts'
import { continueAnnouncement, lastTold, type Words, wasStopped } from '../../data/mail/announcements.ts'
import { budgetsOf, type Held } from '../../data/mail/budgets.ts'
import type { FactChange } from '../../data/mail/event-facts.ts'
import { continueGroupMail, groupWords } from '../../data/mail/group-mails.ts'
import { lastSent, mailQueue, type QueuedMail, type QueueMail } from '../../data/mail/outbox.ts'
import { queueReminders } from '../../data/mail/reminders.ts'
import { registrationWithToken } from '../../data/registrations/own-registration.ts'
import { statusesForMail } from '../../data/registrations/set-status.ts'
import { areOtherNames } from '../../data/registrations/similar.ts'
import type { AccountMailer } from '../accounts/account-mails.ts'
import { ownPage } from '../registrations/own-page.ts'
import type { Site } from '../serving/site.ts'
import { accountMessage } from './account-words.ts'
import { mailedCalendar } from './calendar.ts'
import { composeLetter } from './compose.ts'
import { type MailConfig, mailDomain } from './config.ts'
import { type Letter, NotSent, openConnection } from './connection.ts'
import { createDirect } from './direct.ts'
import { type Addressee, messageOf, notStoredWords, wayOutOf } from './mail-texts.ts'
import { mailedEvent, storedTexts, storedWords } from './mailed-content.ts'
import { createQueueing, reminderOf } from './mails-to-many.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** Time is ISO 8601 in UTC. Problems are in the server's words. */
export type MailStatus = {
  from: string
  lastSentAt: string | null
  problem: { message: string; isPassword: boolean } | null
  /** Mails that wait for their budget. */
  held: Held[]
}

export type Mailer = Pick<Outbox, 'wake' | 'start' | 'stop'> &
  AccountMailer & {
    /** Needs an open transaction. */
    queue: QueueMail
    queueRest(): void
    status(): MailStatus
    /** Skips the queue. Resolves with the server's reply. Throws NotSent. */
    test(kind: MailKind, to: { name: string; address: string }): Promise<string>
  }

type Options = {
  db: Db
  publisher: { site(): Site }
  config: { publicOrigin: string; timeZone: string; registrationLimit: number }
  mail: MailConfig
  log: Logger
  /** See `createOutbox`. */
  isActive?: () => boolean
}

/** Not started. */
export function createMailer({ db, publisher, config, mail, log, isActive }: Options): Mailer {
  const { publicOrigin, timeZone, registrationLimit } = config
  const domain = mailDomain(mail)
  const queue = mailQueue(db, domain)

  /** Null before the first publish. */
  function calendar(): Buffer | null {
    const published = publisher.site().files.get('/evento.ics')?.body
    const changedAt = lastSaved(db, ['hero', 'event', 'events']) ?? new Date(0).toISOString()
    return published ? mailedCalendar(published, changedAt, mail) : null
  }

  function letter(
    kind: SentKind,
    to: Addressee & { address: string },
    messageId: string,
    { changes, ...words }: Words & { changes?: FactChange[] },
  ): Promise<Letter> {
    const event = mailedEvent(db, timeZone)
    return composeLetter(
      {
        message: messageOf(kind, words, event, to, changes),
        to,
        eventName: event.name,
        replyTo: event.contactEmail,
        messageId,
        calendar: calendar(),
        unsubscribe: wayOutOf(kind, to.link),
      },
      mail,
    )
  }

  /** Reminders use the announced date, even if a talk is earlier. */
  const eventDate = () => readSection(db, 'hero').value.eventDate

  async function compose({
    kind,
    registrationId,
    email,
    name: typedName,
    messageId,
    groupId,
    createdAt,
  }: QueuedMail): Promise<Letter | null> {
    const registration = registrationWithToken(db, registrationId)
    if (!registration) return null
    if (kind === 'changed' && wasStopped(db, createdAt)) throw new NotSent('Este aviso se detuvo.', 'never')
    if (kind === 'reminder' && Date.now() >= Date.parse(eventDate())) throw new NotSent('El evento ya empezó.', 'never')
    const { name, status, token } = registration
    if (kind === 'already' && areOtherNames(name, typedName)) {
      const to = { name: typedName, status, address: email, link: `${publicOrigin}/#registro`, isNotStored: true }
      return letter(kind, to, messageId, notStoredWords)
    }
    const to = {
      name,
      status,
      address: email,
      link: ownPage(publicOrigin, token),
      certificate: certificateUrl(kind, registrationId, name),
    }
    return letter(kind, to, messageId, wordsOf(db, kind, groupId))
  }

  /** Creates the constancia if it does not exist. */
  function certificateUrl(kind: SentKind, registration: string, name: string): string | undefined {
    if (kind !== 'certificate') return undefined
    const owner = { role: 'attendee', registration, speaker: null, name } as const
    return `${publicOrigin}/constancia/${certificateFor(db, owner, new Date().toISOString()).code}`
  }

  const outbox = createOutbox({
    db,
    log,
    connect: () => openConnection(mail),
    compose,
    budgets: budgetsOf(registrationLimit),
    isActive,
  })
  let isToWake = false
  /** Runs in the next turn, after the transaction. */
  const queueAndSend: QueueMail = (...mail) => {
    if (!isToWake) setImmediate(send)
    isToWake = true
    return queue(...mail)
  }

  function send(): void {
    isToWake = false
    outbox.wake()
  }

  const direct = createDirect({ connect: () => openConnection(mail), log })

  function queueDueReminders(): number {
    const reminder = reminderOf(eventDate(), storedTexts(db).reminderDays)
    return reminder ? queueReminders(db, queue, reminder, new Date().toISOString()) : 0
  }

  const queueing = createQueueing({
    parts: [
      queueDueReminders,
      () => continueAnnouncement(db, queue),
      () => continueGroupMail(db, queue, new Date().toISOString()),
    ],
    log,
    wake: outbox.wake,
  })

  return {
    wake: outbox.wake,
    queueRest: queueing.wake,
    start() {
      outbox.start()
      queueing.start()
      direct.start()
    },
    async stop() {
      await Promise.all([queueing.stop(), outbox.stop(), direct.stop()])
    },
    queue: queueAndSend,
    status: () => ({
      from: mail.from.address,
      lastSentAt: lastSent(db),
      problem: outbox.problem(),
      held: outbox.held(),
    }),
    async tellAccount(news, to) {
      const { name: eventName, contactEmail: replyTo } = mailedEvent(db, timeZone)
      const messageId = `<${crypto.randomUUID()}@${domain}>`
      const message = accountMessage(news, to, { name: eventName, timeZone, origin: publicOrigin })
      direct.send(await composeLetter({ message, to, eventName, replyTo, messageId, calendar: null, unsubscribe: null }, mail))
    },
    async test(kind, { name, address }) {
      const to = { name, address, status: statusesForMail[kind][0], link: `${publicOrigin}/` }
      const made = await letter(kind, to, `<${crypto.randomUUID()}@${domain}>`, storedWords(db, kind))
      const connection = await openConnection(mail)
      try {
        return await connection.send(made)
      } finally {
        connection.quit()
      }
    },
  }
}

/** Earlier mails do not use the announcement's text. */
function wordsOf(db: Db, kind: SentKind, groupId: string | null): Words & { changes?: FactChange[] } {
  if (kind === 'changed') return lastTold(db) ?? storedWords(db, kind)
  if (kind !== 'group' && (kind !== 'certificate' || groupId === null)) return storedWords(db, kind)
  const words = groupWords(db, groupId ?? '')
  if (!words) throw new Error('the words of a mail to a group are gone')
  return words
}
