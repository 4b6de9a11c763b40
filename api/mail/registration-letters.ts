import type { AlertMail } from '../../data/alerts/alerts.ts'
import { certificateFor } from '../../data/certificates/certificates.ts'
import { readSection } from '../../data/content/content.ts'
import type { SentKind } from '../../data/content/mail-texts.ts'
import { lastSaved } from '../../data/content/revisions.ts'
import type { Db } from '../../data/db/db.ts'
import { lastAnnouncedChange, type MailText, wasStopped } from '../../data/mail/announcements.ts'
import type { FactChange } from '../../data/mail/event-facts.ts'
import { groupMailText } from '../../data/mail/group-mails.ts'
import type { MailedSession, QueuedMail } from '../../data/mail/outbox.ts'
import type { MailGroup } from '../../data/mail/schema.ts'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import { answerDeadline } from '../../data/registrations/unconfirmed.ts'
import { seatsOf } from '../../data/seats/seats.ts'
import { readSessions, type Session } from '../../data/seats/sessions.ts'
import { areOtherNames } from '../../data/similar/similar.ts'
import { receiverOf, transferTo } from '../../data/transfers/transfers.ts'
import { alertPath, ownPage, transferPath } from '../registrations/own/own-page.ts'
import type { Site } from '../serving/site.ts'
import { mailedCalendar } from './calendar.ts'
import { composeLetter } from './compose.ts'
import { type MailConfig, mailDomain } from './config.ts'
import { type Letter, NotSent } from './connection.ts'
import { mailedEvent, storedWords } from './mailed-content.ts'
import { type Addressee, messageOf, notStoredWords, optOutOf, sessionTime } from './message.ts'

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
    const { kind, registrationId, email, name: typedName, messageId, groupId, createdAt, sessions: mailed } = queued
    const registration = registrationWithToken(db, registrationId)
    if (!registration) return null
    if (kind === 'changed' && wasStopped(db, createdAt)) throw new NotSent('Este aviso se detuvo.', 'never')
    if ((kind === 'reminder' || kind === 'ask') && Date.now() >= Date.parse(announcedDate(db)))
      throw new NotSent('El evento ya empezó.', 'never')
    if (kind === 'ask') checkQuestion(db, registration)
    const { name, status, token } = registration
    const sessions = mailed === null ? undefined : currentSessions(kind, registrationId, JSON.parse(mailed))
    if (sessions?.length === 0) throw new NotSent('Ya no es así: la lista de la sesión cambió.', 'never')
    if (kind === 'already' && areOtherNames(name, typedName)) {
      const to = { name: typedName, status, address: email, link: `${publicOrigin}/#registro`, isNotStored: true }
      return letter(kind, to, messageId, notStoredWords)
    }
    if (kind === 'transfer') return offerLetter(queued, registration)
    const certificate = kind === 'certificate' ? certificateUrl(registrationId, name) : undefined
    const words = wordsOf(db, kind, groupId)
    const isAsked = words.recipients === 'unanswered'
    const to = {
      name,
      status,
      address: email,
      link: ownPage(publicOrigin, token),
      certificate,
      isAsked,
      ...(sessions && { sessions }),
      ...(kind === 'passed' && { other: { name: receiverOf(db, registrationId) } }),
    }
    return letter(kind, to, messageId, words)
  }

  function offerLetter({ registrationId, email, messageId }: QueuedMail, giver: { name: string }): Promise<Letter> {
    const offer = transferTo(db, registrationId, email, new Date().toISOString())
    if (!offer) throw new NotSent('La oferta del lugar ya terminó.', 'never')
    const { name, until, token } = offer
    const other = { name: giver.name, until }
    const to = { name, status: 'registered', address: email, link: publicOrigin + transferPath(token), other } as const
    return letter('transfer', to, messageId, storedWords(db, 'transfer'))
  }

  function alertLetter({ id, kind, token, email }: AlertMail): Promise<Letter> {
    const link = publicOrigin + (kind === 'alertConfirm' ? alertPath(token) : '/#registro')
    const to = { name: '', status: 'registered', address: email, link } as const
    return letter(kind, to, `<${kind}.${id}@${mailDomain(mail)}>`, storedWords(db, kind))
  }

  /** Leaves out sessions for which the mail is no longer correct. */
  function currentSessions(kind: SentKind, registrationId: string, mailed: MailedSession[]): Addressee['sessions'] {
    const sessions = readSessions(db, timeZone)
    const statuses = new Map(seatsOf(db, registrationId).map(({ event, status }) => [event, status]))
    const correctStatuses = { 'session-waiting': ['waiting'], 'session-lost': [undefined, 'none'] }[kind as string] ?? ['seated']
    return mailed
      .filter(({ id }) => correctStatuses.includes(statuses.get(id)))
      .map(({ id, title }) => ({ title: sessions.get(id)?.title ?? title, when: whenOf(sessions.get(id)) }))
  }

  function whenOf(session: Session | undefined): string {
    if (!session) return 'Ya no está en el programa'
    const room = readSection(db, 'scenarios').value.find(({ id }) => id === session.scenarioId)?.name
    return [sessionTime(session.span?.start, timeZone), room].filter(Boolean).join(', ') || 'Hora por definir'
  }

  function certificateUrl(registration: string, name: string): string {
    const owner = { role: 'attendee', registration, speaker: null, name } as const
    return `${publicOrigin}/constancia/${certificateFor(db, owner, new Date().toISOString()).code}`
  }

  return { letter, queuedLetter, alertLetter }
}

/** The mail may have waited for the mail server. */
function checkQuestion(db: Db, { isConfirmed }: { isConfirmed: boolean }): void {
  if (isConfirmed) throw new NotSent('Ya contestó que viene.', 'never')
  const deadline = answerDeadline(db)
  if (deadline !== null && new Date().toISOString() >= deadline) throw new NotSent('El plazo para contestar ya pasó.', 'never')
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
