import type { Logger } from 'pino'
import { alertQueue } from '../../data/alerts/alerts.ts'
import type { SentKind } from '../../data/content/mail-texts.ts'
import { readKey } from '../../data/content/revisions.ts'
import type { Db } from '../../data/db/db.ts'
import { continueAnnouncement, type MailText } from '../../data/mail/announcements.ts'
import { budgetsOf, type PostponedMails } from '../../data/mail/budgets.ts'
import { continueGroupMail } from '../../data/mail/group-mails.ts'
import { lastSent, mailQueue, type QueueMail } from '../../data/mail/outbox.ts'
import { queueAsks, queueReminders } from '../../data/mail/reminders.ts'
import { returnPlaces } from '../../data/place-links/place-links.ts'
import { statusesForMail } from '../../data/registrations/set-status.ts'
import { answerDeadline, releaseUnconfirmed } from '../../data/registrations/unconfirmed.ts'
import type { AccountMailer } from '../accounts/account-mails.ts'
import type { Site } from '../serving/site.ts'
import { accountMessage } from './account-messages.ts'
import { composeLetter } from './compose.ts'
import { type MailConfig, mailDomain } from './config.ts'
import { openConnection } from './connection.ts'
import { createDirect } from './direct.ts'
import { mailedEvent, storedTexts } from './mailed-content.ts'
import { createQueueing, reminderOf } from './mails-to-many.ts'
import { sampleDetails } from './message.ts'
import { createOutbox, createSender, type Outbox } from './outbox.ts'
import { announcedDate, registrationLetters } from './registration-letters.ts'

/** `lastSentAt` is ISO 8601 in UTC. `problem` has the mail server's words. */
export type MailStatus = {
  from: string
  lastSentAt: string | null
  problem: { message: string; isPassword: boolean } | null
  held: PostponedMails[]
}

export type Mailer = Pick<Outbox, 'wake' | 'start' | 'stop'> &
  AccountMailer & {
    queue: QueueMail
    queueRest(): void
    wakeAlerts(): void
    status(): MailStatus
    /** Sends a test mail at once and returns the server's reply. Throws NotSent if the mail is not accepted. */
    test(kind: SentKind, to: { name: string; address: string }, words: MailText): Promise<string>
  }

type Options = {
  db: Db
  publisher: { site(): Site }
  config: { publicOrigin: string; timeZone: string; registrationLimit: number }
  mail: MailConfig
  log: Logger
  isActive?: () => boolean
}

export function createMailer({ db, publisher, config, mail, log, isActive }: Options): Mailer {
  const { publicOrigin, timeZone, registrationLimit } = config
  const newMessageId = () => `<${crypto.randomUUID()}@${mailDomain(mail)}>`
  const connect = () => openConnection(mail)
  const queue = mailQueue(db, mailDomain(mail))
  const letters = registrationLetters({ db, publisher, config, mail })
  const outbox = createOutbox({
    db,
    log,
    connect,
    compose: letters.queuedLetter,
    budgets: budgetsOf(registrationLimit),
    isActive,
  })
  const direct = createDirect({ connect, log })
  const alerts = createSender(
    alertQueue(db, timeZone, budgetsOf(registrationLimit).all),
    { log, connect, compose: letters.alertLetter, isActive },
    1,
  )

  let isToWake = false
  /** Wakes the outbox in the next turn of the event loop. Then the transaction of the caller has ended. */
  const queueAndSend: QueueMail = (...args) => {
    if (!isToWake)
      setImmediate(() => {
        isToWake = false
        outbox.wake()
      })
    isToWake = true
    return queue(...args)
  }

  const queueing = createQueueing({
    parts: queueingParts(db, queue, timeZone),
    log,
    wake: outbox.wake,
  })

  return {
    wake: outbox.wake,
    queueRest: queueing.wake,
    wakeAlerts: alerts.wake,
    start() {
      for (const job of [outbox, queueing, direct, alerts]) job.start()
    },
    async stop() {
      await Promise.all([queueing, outbox, direct, alerts].map((job) => job.stop()))
    },
    queue: queueAndSend,
    status: () => ({
      from: mail.from.address,
      lastSentAt: lastSent(db),
      problem: outbox.problem(),
      held: outbox.held(),
    }),
    async mailAccount(news, user) {
      const to = { name: user.name, address: user.email }
      const event = mailedEvent(db, timeZone)
      const message = accountMessage(news, user, { name: event.name, timeZone, origin: publicOrigin })
      const draft = {
        message,
        to,
        event,
        replyTo: event.contactEmail,
        messageId: newMessageId(),
        calendar: null,
        unsubscribe: null,
      }
      direct.send(await composeLetter(draft, mail))
    },
    async test(kind, { name, address }, words) {
      const to = { name, address, status: statusesForMail[kind][0], link: `${publicOrigin}/`, ...sampleDetails(kind) }
      const letter = await letters.letter(kind, to, newMessageId(), words)
      const connection = await connect()
      try {
        return await connection.send(letter)
      } finally {
        connection.quit()
      }
    },
  }
}

const changeNow = (queueMail: QueueMail, timeZone: string) => ({ at: new Date().toISOString(), timeZone, queueMail })

/** Each part queues some of the mails that are due and returns their number. Call all parts until all return 0. */
export const queueingParts = (db: Db, queue: QueueMail, timeZone: string): (() => number)[] => [
  () => queueDueAsks(db, queue),
  // Comes first, because a place that a link gives back is there for the person who waits.
  () => returnPlaces(db, changeNow(queue, timeZone)),
  () => releaseUnconfirmed(db, changeNow(queue, timeZone)),
  () => queueDueReminders(db, queue),
  () => continueAnnouncement(db, queue),
  () => continueGroupMail(db, queue, new Date().toISOString()),
]

function queueDueReminders(db: Db, queue: QueueMail): number {
  const reminder = reminderOf(announcedDate(db), storedTexts(db).reminderDays)
  return reminder ? queueReminders(db, queue, reminder, new Date().toISOString()) : 0
}

function queueDueAsks(db: Db, queue: QueueMail): number {
  const now = new Date().toISOString()
  const deadline = answerDeadline(db)
  const asks = readKey(db, 'places').value.askDays.toSorted((a, b) => a - b)
  return asks.reduce((count, days) => {
    const reminder = reminderOf(announcedDate(db), days)
    return reminder ? count + queueAsks(db, queue, { ...reminder, deadline }, now) : count
  }, 0)
}
