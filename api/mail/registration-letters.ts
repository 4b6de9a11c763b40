import { certificateFor } from '../../data/certificates/certificates.ts'
import { readSection } from '../../data/content/content.ts'
import type { SentKind } from '../../data/content/mail-texts.ts'
import { lastSaved } from '../../data/content/revisions.ts'
import type { Db } from '../../data/db/db.ts'
import { lastAnnouncedChange, type MailText, wasStopped } from '../../data/mail/announcements.ts'
import type { FactChange } from '../../data/mail/event-facts.ts'
import { groupMailText } from '../../data/mail/group-mails.ts'
import type { QueuedMail } from '../../data/mail/outbox.ts'
import type { MailGroup } from '../../data/mail/schema.ts'
import { registrationWithToken } from '../../data/registrations/own-registration.ts'
import { areOtherNames } from '../../data/similar/similar.ts'
import { ownPage } from '../registrations/own/own-page.ts'
import type { Site } from '../serving/site.ts'
import { mailedCalendar } from './calendar.ts'
import { composeLetter } from './compose.ts'
import type { MailConfig } from './config.ts'
import { type Letter, NotSent } from './connection.ts'
import { mailedEvent, storedWords } from './mailed-content.ts'
import { type Addressee, messageOf, notStoredWords, optOutOf } from './message.ts'

type Needs = {
  db: Db
  publisher: { site(): Site }
  config: { publicOrigin: string; timeZone: string }
  mail: MailConfig
}

export function registrationLetters({ db, publisher, config, mail }: Needs) {
  const { publicOrigin, timeZone } = config

  function calendar(): Buffer | null {
    const published = publisher.site().files.get('/evento.ics')?.body
    const changedAt = lastSaved(db, ['hero', 'event', 'events']) ?? new Date(0).toISOString()
    return published ? mailedCalendar(published, changedAt, mail) : null
  }

  function letter(
    kind: SentKind,
    to: Addressee & { address: string },
    messageId: string,
    { changes, ...words }: MailText & { changes?: FactChange[] },
  ): Promise<Letter> {
    const event = mailedEvent(db, timeZone)
    const message = messageOf(kind, words, event, to, changes)
    const unsubscribe = optOutOf(kind, to.link)
    return composeLetter({ message, to, event, replyTo: event.contactEmail, messageId, calendar: calendar(), unsubscribe }, mail)
  }

  async function queuedLetter(queued: QueuedMail): Promise<Letter | null> {
    const { kind, registrationId, email, name: typedName, messageId, groupId, createdAt } = queued
    const registration = registrationWithToken(db, registrationId)
    if (!registration) return null
    if (kind === 'changed' && wasStopped(db, createdAt)) throw new NotSent('Este aviso se detuvo.', 'never')
    if (kind === 'reminder' && Date.now() >= Date.parse(announcedDate(db))) throw new NotSent('El evento ya empezó.', 'never')
    const { name, status, token } = registration
    if (kind === 'already' && areOtherNames(name, typedName)) {
      const to = { name: typedName, status, address: email, link: `${publicOrigin}/#registro`, isNotStored: true }
      return letter(kind, to, messageId, notStoredWords)
    }
    const certificate = kind === 'certificate' ? certificateUrl(registrationId, name) : undefined
    const words = wordsOf(db, kind, groupId)
    const isAsked = words.recipients === 'unanswered'
    const to = { name, status, address: email, link: ownPage(publicOrigin, token), certificate, isAsked }
    return letter(kind, to, messageId, words)
  }

  function certificateUrl(registration: string, name: string): string {
    const owner = { role: 'attendee', registration, speaker: null, name } as const
    return `${publicOrigin}/constancia/${certificateFor(db, owner, new Date().toISOString()).code}`
  }

  return { letter, queuedLetter }
}

/** The announced start of the event (ISO 8601). A talk may begin earlier. */
export const announcedDate = (db: Db): string => readSection(db, 'hero').value.eventDate

function wordsOf(db: Db, kind: SentKind, groupId: string | null): MailText & { changes?: FactChange[]; recipients?: MailGroup } {
  if (kind === 'changed') return lastAnnouncedChange(db) ?? storedWords(db, kind)
  if (kind !== 'group' && (kind !== 'certificate' || groupId === null)) return storedWords(db, kind)
  const words = groupMailText(db, groupId ?? '')
  if (!words) throw new Error('the words of a mail to a group are gone')
  return words
}
