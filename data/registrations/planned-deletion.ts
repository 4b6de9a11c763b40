import { sectionDefaults } from '../content/defaults.ts'
import { lastSaved, readKey } from '../content/revisions.ts'
import type { Content, ContentKey } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { daysOf } from '../programme/days.ts'
import { dayMs } from '../time.ts'
import { dayAfter, dayOf, instantOfDay } from '../zone.ts'

/** `at` is ISO 8601 in UTC. `people` counts those affected now. */
export type Deletion = { at: string; people: number }

/**
 * Returns the deletion after the event, past or future, or null if data is kept. `hasTakenPlace`: an organiser ended the edition.
 */
export function plannedDeletion(db: Db, timeZone: string, { hasTakenPlace = false } = {}): Deletion | null {
  const { retentionDays } = readKey(db, 'privacy').value
  if (retentionDays === null) return null
  const { eventDate } = readKey(db, 'hero').value
  // While the date is still the default, no event can be over.
  if (eventDate === sectionDefaults.hero.eventDate && !hasTakenPlace) return null
  const events = readKey(db, 'events').value
  const knownSince = [
    sameSince(db, 'privacy', 'retentionDays', retentionDays),
    sameSince(db, 'hero', 'eventDate', eventDate),
    // A session may be on the last day.
    lastSaved(db, ['events']) ?? '',
  ]
  const at = deletionInstant({ retentionDays, eventDate, events, knownSince: knownSince.toSorted().at(-1) ?? '' }, timeZone)
  return at === null ? null : { at, people: countBefore(db, at) }
}

/** Returns since when (ISO 8601 in UTC) a field has its value; 1970 if it was never saved. */
function sameSince(db: Db, section: ContentKey, field: string, value: string | number): string {
  const since = db
    .prepare<{ section: string; field: string; value: string | number }, string | null>(
      `SELECT min(savedAt) FROM revisions WHERE section = @section AND id > coalesce(
         (SELECT max(id) FROM revisions WHERE section = @section AND value ->> @field IS NOT @value), 0)`,
    )
    .pluck()
    .get({ section, field, value })
  return since ?? new Date(0).toISOString()
}

function countBefore(db: Db, at: string): number {
  const inList = db.prepare<[string], number>('SELECT count(*) FROM registrations WHERE registrationDate < ?').pluck()
  const inTrash = db.prepare<[string], number>("SELECT count(*) FROM trash WHERE row ->> 'registrationDate' < ?").pluck()
  return (inList.get(at) ?? 0) + (inTrash.get(at) ?? 0)
}

/** Returns ids registered before `at` (ISO 8601 in UTC), waiting people first, so that none gets a seat. */
export function idsBefore(db: Db, at: string, limit: number): string[] {
  return db
    .prepare<[string, string, number], string>(
      `SELECT id FROM (
         SELECT id, status = 'waitlisted' AS isWaiting FROM registrations WHERE registrationDate < ?
         UNION ALL SELECT id, 0 FROM trash WHERE row ->> 'registrationDate' < ?)
       ORDER BY isWaiting DESC LIMIT ?`,
    )
    .pluck()
    .all(at, at, limit)
}

const warningMs = 7 * dayMs

/** `knownSince` (ISO 8601 in UTC) is the last change of these settings. */
type RetentionFacts = Pick<Content, 'events'> & {
  retentionDays: number | null
  eventDate: string
  knownSince: string
}

/**
 * Returns when data is deleted (ISO 8601 in UTC), null if never. Seven days of warning, so that a mistyped date deletes nothing.
 */
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
