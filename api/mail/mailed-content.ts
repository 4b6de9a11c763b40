import type { Db } from '../../data/db.ts'
import type { MailTexts } from '../../data/mail-texts.ts'
import { readSection } from '../../data/queries/content.ts'
import { readForEdit } from '../../data/queries/sections.ts'
import type { MailedEvent } from './words.ts'

/** The event as mails name it now, saved or not yet published. */
export function mailedEvent(db: Db, timeZone: string): MailedEvent {
  const { eventDate, location } = readSection(db, 'hero').value
  const { name, endTime, contactEmail } = readForEdit(db, 'event', timeZone).value
  return { name, start: eventDate, end: endTime, place: location, contactEmail, timeZone }
}

/** The organisers' words. */
export function storedTexts(db: Db): MailTexts {
  return readSection(db, 'mailTexts').value
}
