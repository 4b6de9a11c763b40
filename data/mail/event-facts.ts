import { readKey, revisionAt } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'

/** `eventDate` is ISO 8601 in UTC. `endTime` is HH:mm or empty. */
export type EventFacts = { eventDate: string; endTime: string; location: string }

export type FactChange = { field: keyof EventFacts; before: string; after: string }

export const attendeeCondition = "status IN ('registered', 'waitlisted') AND email <> ''"

/** Compares the event with the last announcement, or with the event at the first registration if there is no announcement. */
export function unannouncedChanges(db: Db): FactChange[] {
  const lastFacts = announcedFacts(db)
  return lastFacts ? changesBetween(lastFacts, factsNow(db)) : []
}

export function changesBetween(before: EventFacts, after: EventFacts): FactChange[] {
  const fields = Object.keys(after) as (keyof EventFacts)[]
  return fields.flatMap((field) =>
    after[field] === before[field] ? [] : [{ field, before: before[field], after: after[field] }],
  )
}

export function announcedFacts(db: Db): EventFacts | null {
  const lastFacts = announcedToAll(db)
  if (!lastFacts || changesBetween(lastFacts.facts, factsNow(db)).length > 0) return lastFacts?.facts ?? null
  return announcedInPart(db, lastFacts.at) ?? lastFacts.facts
}

/** Returns the facts of the last announcement that was stopped after some people got it. */
function announcedInPart(db: Db, since: string): EventFacts | null {
  const facts = readValue<string>(
    db,
    `SELECT facts FROM announcements WHERE stoppedAt IS NOT NULL AND at >= ? AND EXISTS (
       SELECT 1 FROM mails WHERE createdAt = announcements.at AND kind = 'changed' AND sentAt IS NOT NULL) ORDER BY rowid DESC LIMIT 1`,
    since,
  )
  return facts ? (JSON.parse(facts) as EventFacts) : null
}

function announcedToAll(db: Db): { at: string; facts: EventFacts } | null {
  const first = readValue<string | null>(db, `SELECT min(registrationDate) FROM registrations WHERE ${attendeeCondition}`)
  if (!first) return null
  // Announcements before the first registration belong to a past edition.
  const lastFacts = prepared<{ at: string; facts: string }>(
    db,
    'SELECT at, facts FROM announcements WHERE stoppedAt IS NULL AND at >= ? ORDER BY rowid DESC LIMIT 1',
  ).get(first)
  return lastFacts
    ? { at: lastFacts.at, facts: JSON.parse(lastFacts.facts) as EventFacts }
    : { at: first, facts: factsAsOf(db, first) }
}

export const factsNow = (db: Db): EventFacts => factsAsOf(db)

function factsAsOf(db: Db, time?: string): EventFacts {
  const asOf = <K extends 'hero' | 'event'>(key: K) =>
    readKey(db, key, time === undefined ? undefined : revisionAt(db, key, time).revision).value
  const { eventDate, location } = asOf('hero')
  return { eventDate, endTime: asOf('event').endTime, location }
}
