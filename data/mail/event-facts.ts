/** What people were told of the event, and what of it is not so any more. */
import { readKey, revisionAt } from '../content/revisions.ts'
import type { Content } from '../content/schema.ts'
import type { Db } from '../db/db.ts'

/** What a registered person has to know: when it begins (ISO 8601 in UTC), at what hour it ends (HH:mm, may be empty), where. */
export type EventFacts = { eventDate: string; endTime: string; location: string }

export type FactChange = { field: keyof EventFacts; before: string; after: string }

/** Of registrations: whom the event concerns and who can be written to: everybody with a place, and who waits for one. */
export const concerned = "status IN ('registered', 'waitlisted') AND email <> ''"

/**
 * What is different from what people were told: by the last announcement, or before the first one when the first of them
 * registered; or else by one that was stopped since, when some had it. Empty when there is nobody to tell.
 */
export function untoldChanges(db: Db): FactChange[] {
  const told = toldFacts(db)
  return told ? changesBetween(told, factsNow(db)) : []
}

/** What is different. */
export function changesBetween(before: EventFacts, after: EventFacts): FactChange[] {
  const fields = Object.keys(after) as (keyof EventFacts)[]
  return fields.flatMap((field) =>
    after[field] === before[field] ? [] : [{ field, before: before[field], after: after[field] }],
  )
}

/** What people were told last; of what was told in part, what is not so now. Null when nobody is registered. */
export function toldFacts(db: Db): EventFacts | null {
  const told = toldToAll(db)
  if (!told || changesBetween(told.facts, factsNow(db)).length > 0) return told?.facts ?? null
  return toldInPart(db, told.at) ?? told.facts
}

/** What those know who had the mail of an announcement that was stopped after the instant `since`; null where there was none. */
function toldInPart(db: Db, since: string): EventFacts | null {
  const facts = db
    .prepare<[string], string>(
      `SELECT facts FROM announcements WHERE stoppedAt IS NOT NULL AND at >= ? AND EXISTS (
         SELECT 1 FROM mails WHERE createdAt = announcements.at AND kind = 'changed' AND sentAt IS NOT NULL) ORDER BY rowid DESC LIMIT 1`,
    )
    .pluck()
    .get(since)
  return facts ? (JSON.parse(facts) as EventFacts) : null
}

function toldToAll(db: Db): { at: string; facts: EventFacts } | null {
  const first = db.prepare<[], string | null>(`SELECT min(registrationDate) FROM registrations WHERE ${concerned}`).pluck().get()
  if (!first) return null
  // One from before the first of them told nobody who is there: it may be of an edition that is over.
  const told = db
    .prepare<[string], { at: string; facts: string }>(
      'SELECT at, facts FROM announcements WHERE stoppedAt IS NULL AND at >= ? ORDER BY rowid DESC LIMIT 1',
    )
    .get(first)
  return told ? { at: told.at, facts: JSON.parse(told.facts) as EventFacts } : { at: first, facts: factsAsOf(db, first) }
}

/** The facts as they stand. */
export const factsNow = (db: Db): EventFacts => factsAsOf(db)

/** The facts as they were saved by an instant, or as they stand. */
function factsAsOf(db: Db, time?: string): EventFacts {
  const { eventDate, location } = asOf(db, 'hero', time)
  const { endTime } = asOf(db, 'event', time)
  return { eventDate, endTime, location }
}

/** What is not kept any more of then is taken from the oldest that is. */
function asOf<K extends 'hero' | 'event'>(db: Db, key: K, time?: string): Content[K] {
  return readKey(db, key, time === undefined ? undefined : revisionAt(db, key, time).revision).value
}
