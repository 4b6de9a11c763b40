import { sectionDefaults } from '../content/defaults.ts'
import { lastSaved, readKey } from '../content/revisions.ts'
import type { ContentKey } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { deletionInstant } from './retention.ts'

/** When all who registered before are deleted (ISO 8601 in UTC), and how many they are by now. */
export type Deletion = { at: string; people: number }

/** The deletion after the event, done or to come; null where data is kept. `hasTakenPlace`: somebody said that it is over. */
export function plannedDeletion(db: Db, timeZone: string, { hasTakenPlace = false } = {}): Deletion | null {
  const { retentionDays } = readKey(db, 'privacy').value
  if (retentionDays === null) return null
  const { eventDate } = readKey(db, 'hero').value
  // The date of the beginning is nobody's: no event is over with it.
  if (eventDate === sectionDefaults.hero.eventDate && !hasTakenPlace) return null
  const events = readKey(db, 'events').value
  const knownSince = [
    sameSince(db, 'privacy', 'retentionDays', retentionDays),
    sameSince(db, 'hero', 'eventDate', eventDate),
    // The last day may be a session's.
    lastSaved(db, ['events']) ?? '',
  ]
  const at = deletionInstant({ retentionDays, eventDate, events, knownSince: knownSince.toSorted().at(-1) ?? '' }, timeZone)
  return at === null ? null : { at, people: countBefore(db, at) }
}

/** Since when (ISO 8601 in UTC) a field of a section holds what it holds; the earliest instant for one that was never saved. */
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

/**
 * The ids of those who registered before an instant (ISO 8601 in UTC), at most `limit`: of the trash too, and who waits
 * first, so that nobody gets a place that is left by somebody deleted.
 */
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
