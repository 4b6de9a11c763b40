import { readSection } from '../../data/content/content.ts'
import type { MailKind, MailTexts } from '../../data/content/mail-texts.ts'
import { lastDayOf } from '../../data/content/programme.ts'
import { readKey } from '../../data/content/revisions.ts'
import { readForEdit } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'
import type { Words } from '../../data/mail/announcements.ts'
import { dayOf } from '../../data/zone.ts'
import type { MailedEvent } from './words.ts'

/** The event as mails name it now, saved or not yet published. */
export function mailedEvent(db: Db, timeZone: string): MailedEvent {
  const { eventDate, location } = readSection(db, 'hero').value
  const { name, endTime, contactEmail, recordingsUrl } = readForEdit(db, 'event', timeZone).value
  const visible = readKey(db, 'events').value.filter(({ isActive }) => isActive)
  const eventDay = dayOf(timeZone, eventDate)
  const last = lastDayOf(visible, eventDay)
  const lastDay = last > eventDay ? last : ''
  return { name, start: eventDate, lastDay, end: endTime, location, contactEmail, recordingsUrl, timeZone }
}

/** The organisers' words. */
export function storedTexts(db: Db): MailTexts {
  return readSection(db, 'mailTexts').value
}

/** The organisers' words in mails of this kind. */
export function storedWords(db: Db, kind: MailKind): Words {
  const texts = storedTexts(db)
  return { subject: texts[`${kind}Subject`], body: texts[`${kind}Body`] }
}
