import { readSection } from '../../data/content/content.ts'
import type { MailKind, MailTexts } from '../../data/content/mail-texts.ts'
import { readKey } from '../../data/content/revisions.ts'
import { readForEdit } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'
import type { MailText } from '../../data/mail/announcements.ts'
import { eventDates } from '../../data/programme/spans.ts'
import { answerDeadline } from '../../data/registrations/unconfirmed.ts'
import type { MailedEvent } from './message.ts'

export function mailedEvent(db: Db, timeZone: string): MailedEvent {
  const hero = readSection(db, 'hero').value
  const { name, endTime, contactEmail, recordingsUrl } = readForEdit(db, 'event', timeZone).value
  const events = readKey(db, 'events').value.filter(({ isActive }) => isActive)
  const dates = eventDates({ hero, events }, timeZone)
  const { accent } = readSection(db, 'look').value
  return {
    name,
    accent,
    ...dates,
    end: endTime,
    location: hero.location,
    contactEmail,
    recordingsUrl,
    timeZone,
    deadline: answerDeadline(db),
  }
}

export function storedTexts(db: Db): MailTexts {
  return readSection(db, 'mailTexts').value
}

export function storedWords(db: Db, kind: MailKind): MailText {
  const texts = storedTexts(db)
  return { subject: texts[`${kind}Subject`], body: texts[`${kind}Body`] }
}
