/** A change of date, hours or place that everybody who is registered is told of. */
import type { Db } from '../db.ts'
import type { Content } from '../schema.ts'
import type { QueueMail, Recipient } from './outbox.ts'
import { readKey } from './revisions.ts'

/** What a registered person has to know: when it begins (ISO 8601 in UTC), at what hour it ends (HH:mm, may be empty), where. */
export type EventFacts = { eventDate: string; endTime: string; location: string }

export type FactChange = { field: keyof EventFacts; before: string; after: string }

export type Words = { subject: string; body: string }

/** An announcement and how far it got; `at` is ISO 8601 in UTC, and `stopped` says that somebody ended it. */
export type Announcement = Words & { at: string; stopped: boolean; queued: number; sent: number; failed: number }

/** Everybody with a place, and who waits for one. */
const recipients = "status IN ('registered', 'waitlisted')"

/** Read and queued at a time: none of it is ever in memory as a whole. */
const partSize = 500

/** How many would be told. */
export function countRecipients(db: Db): number {
  return db.prepare<[], number>(`SELECT count(*) FROM registrations WHERE ${recipients}`).pluck().get() ?? 0
}

/**
 * What is different from what people were told: by the last announcement, or before the first one when the first of them
 * registered. Empty when there is nobody to tell.
 */
export function untoldChanges(db: Db): FactChange[] {
  const told = toldFacts(db)
  if (!told) return []
  const now = factsAsOf(db)
  const fields = Object.keys(now) as (keyof EventFacts)[]
  return fields.flatMap((field) => (now[field] === told[field] ? [] : [{ field, before: told[field], after: now[field] }]))
}

/** The newest announcement, stopped or not; null before the first. */
export function lastAnnouncement(db: Db): Announcement | null {
  const last = db
    .prepare<[], Words & { at: string; stopped: number }>(
      'SELECT at, subject, body, stoppedAt IS NOT NULL AS stopped FROM announcements ORDER BY at DESC LIMIT 1',
    )
    .get()
  if (!last) return null
  const count = db
    .prepare<[string, string], number>("SELECT count(*) FROM mails WHERE createdAt = ? AND kind = 'changed' AND status = ?")
    .pluck()
  const of = (status: string) => count.get(last.at, status) ?? 0
  return { ...last, stopped: last.stopped === 1, queued: of('queued'), sent: of('sent'), failed: of('failed') }
}

/**
 * Queues a mail for everybody in one transaction, and takes back what still waits of an earlier announcement. `words` may
 * hold placeholders; `at` is ISO 8601 in UTC. 'same': these words about this change were queued already, 'unchanged':
 * there is nothing that people do not know; then nothing is done.
 */
export function queueAnnouncement(
  db: Db,
  queue: QueueMail,
  { subject, body }: Words,
  { by, at }: { by: string; at: string },
): 'queued' | 'same' | 'unchanged' {
  return db
    .transaction(() => {
      if (untoldChanges(db).length === 0) {
        const last = lastAnnouncement(db)
        return last && !last.stopped && last.subject === subject && last.body === body ? 'same' : 'unchanged'
      }
      takeBackQueued(db)
      db.prepare('INSERT INTO announcements (at, by, subject, body, facts) VALUES (?, ?, ?, ?, ?)').run(
        at,
        by,
        subject,
        body,
        JSON.stringify(factsAsOf(db)),
      )
      const part = db.prepare<[string], Recipient>(
        `SELECT id, email, name FROM registrations WHERE id > ? AND ${recipients} ORDER BY id LIMIT ${partSize}`,
      )
      for (let people = part.all(''); people.length > 0; people = part.all(people.at(-1)?.id ?? '')) {
        for (const person of people) queue('changed', person, at)
      }
      return 'queued' as const
    })
    .immediate()
}

/** Takes back what still waits of the last announcement. Returns how many mails that were; with 0 it stands as it is. */
export function stopAnnouncement(db: Db, at: string): number {
  return db
    .transaction(() => {
      const count = takeBackQueued(db)
      if (count > 0) {
        db.prepare('UPDATE announcements SET stoppedAt = ? WHERE at = (SELECT max(at) FROM announcements)').run(at)
      }
      return count
    })
    .immediate()
}

function takeBackQueued(db: Db): number {
  return db.prepare("DELETE FROM mails WHERE kind = 'changed' AND status = 'queued'").run().changes
}

/** What people were told last; null when nobody is registered. */
function toldFacts(db: Db): EventFacts | null {
  const first = db.prepare<[], string | null>(`SELECT min(registrationDate) FROM registrations WHERE ${recipients}`).pluck().get()
  if (!first) return null
  const told = db
    .prepare<[], string>('SELECT facts FROM announcements WHERE stoppedAt IS NULL ORDER BY at DESC LIMIT 1')
    .pluck()
    .get()
  return told ? (JSON.parse(told) as EventFacts) : factsAsOf(db, first)
}

/** The facts as they were saved by an instant, or as they stand. */
function factsAsOf(db: Db, time?: string): EventFacts {
  const { eventDate, location } = asOf(db, 'hero', time)
  const { endTime } = asOf(db, 'event', time)
  return { eventDate, endTime, location }
}

function asOf<K extends 'hero' | 'event'>(db: Db, key: K, time?: string): Content[K] {
  return readKey(db, key, time === undefined ? undefined : revisionAt(db, key, time)).value
}

/** The revision of a section at an instant: 0 before the first, the oldest that is kept where older ones are gone. */
function revisionAt(db: Db, section: string, time: string): number {
  const newest = db.prepare<[string, string], number>(
    'SELECT id FROM revisions WHERE section = ? AND savedAt <= ? ORDER BY savedAt DESC, id DESC LIMIT 1',
  )
  const oldest = db.prepare<[string], { id: number; previous: number | null }>(
    'SELECT id, previous FROM revisions WHERE section = ? ORDER BY id LIMIT 1',
  )
  const found = newest.pluck().get(section, time)
  if (found !== undefined) return found
  const first = oldest.get(section)
  return first && first.previous !== 0 ? first.id : 0
}
