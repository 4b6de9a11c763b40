import { sectionDefaults } from '../content/defaults.ts'
import { lastSaved, readKey } from '../content/revisions.ts'
import type { Content, ContentKey } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { countRows, readValue, readValues } from '../db/prepared.ts'
import { daysOf } from '../programme/days.ts'
import { dayMs } from '../time.ts'
import { dayAfter, dayOf, instantOfDay } from '../zone.ts'

export type Deletion = { at: string; people: number }

/** `hasTakenPlace` is true if an organiser has finished the edition. */
export function plannedDeletion(db: Db, timeZone: string, { hasTakenPlace = false } = {}): Deletion | null {
  const { retentionDays } = readKey(db, 'privacy').value
  if (retentionDays === null) return null
  const { eventDate } = readKey(db, 'hero').value
  // While the date is still the default, no event is planned.
  if (eventDate === sectionDefaults.hero.eventDate && !hasTakenPlace) return null
  const events = readKey(db, 'events').value
  const knownSince = latest(unchangedSince(db, 'privacy', 'retentionDays', retentionDays), daysKnownSince(db, eventDate))
  const at = deletionInstant({ retentionDays, eventDate, events, knownSince }, timeZone)
  return at === null ? null : { at, people: countBefore(db, at) }
}

export const latest = (...instants: string[]) => instants.toSorted().at(-1) ?? ''

/** Returns the time of the last save that could change the event's days, as ISO 8601 in UTC. */
export const daysKnownSince = (db: Db, eventDate: string): string =>
  latest(unchangedSince(db, 'hero', 'eventDate', eventDate), lastSaved(db, ['events']) ?? '')

function unchangedSince(db: Db, section: ContentKey, field: string, value: string | number): string {
  const since = `SELECT min(savedAt) FROM revisions WHERE section = @section AND id > coalesce(
    (SELECT max(id) FROM revisions WHERE section = @section AND value ->> @field IS NOT @value), 0)`
  return readValue<string | null>(db, since, { section, field, value }) ?? new Date(0).toISOString()
}

function countBefore(db: Db, at: string): number {
  const inList = countRows(db, 'SELECT count(*) FROM registrations WHERE registrationDate < ?', at)
  return inList + countRows(db, "SELECT count(*) FROM trash WHERE row ->> 'registrationDate' < ?", at)
}

/** Waiting people come first, because they would otherwise get the seats that the deletion frees. */
export function idsBefore(db: Db, at: string, limit: number): string[] {
  return readValues(
    db,
    `SELECT id FROM (
       SELECT id, status = 'waitlisted' AS isWaiting FROM registrations WHERE registrationDate < @at
       UNION ALL SELECT id, 0 FROM trash WHERE row ->> 'registrationDate' < @at)
     ORDER BY isWaiting DESC LIMIT @limit`,
    { at, limit },
  )
}

const warningMs = 7 * dayMs

type RetentionFacts = Pick<Content, 'events'> & {
  retentionDays: number | null
  eventDate: string
  knownSince: string
}

/** Returns a time at least seven days after the last change, so that somebody can notice a mistyped date. */
export function deletionInstant(
  { retentionDays, eventDate, events, knownSince }: RetentionFacts,
  timeZone: string,
): string | null {
  if (retentionDays === null) return null
  const first = dayOf(timeZone, eventDate)
  const last = [first, ...daysOf(events, first).map(({ day }) => day)].toSorted().at(-1) ?? first
  const end = Date.parse(instantOfDay(timeZone, dayAfter(last, retentionDays + 1), '00:00'))
  return new Date(Math.max(end, Date.parse(knownSince) + warningMs)).toISOString()
}
