import { randomBytes } from 'node:crypto'
import { readItems } from '../content/content.ts'
import { sectionDefaults } from '../content/defaults.ts'
import { readKey } from '../content/revisions.ts'
import type { Item } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { insertRow, inTransaction, prepared, readValue } from '../db/prepared.ts'
import { hashOf } from '../hash-of.ts'
import { latestAt } from '../instants.ts'
import { lastDayOf } from '../programme/days.ts'
import { daysAfter } from '../time.ts'
import { dayAfter, dayOf, instantOfDay } from '../zone.ts'

const tables = ['speakerLinks', 'speakerStates', 'speakerProposals']

/** A speaker may have several valid links, because each mail contains a new link. */
const maxLinks = 10

const daysAfterEvent = 60

/** Links end after this time, even without a conference date. */
const maxDays = 400

/** Returns the token, of which only a hash is stored. */
export function createSpeakerLink(db: Db, speaker: string, at: string): string {
  const token = randomBytes(32).toString('base64url')
  inTransaction(db, () => {
    insertRow(db, 'speakerLinks', { hash: hashOf(token), speaker, createdAt: at })
    prepared(
      db,
      `DELETE FROM speakerLinks WHERE speaker = @speaker AND hash NOT IN
         (SELECT hash FROM speakerLinks WHERE speaker = @speaker ORDER BY createdAt DESC LIMIT ${maxLinks})`,
    ).run({ speaker })
  })
  return token
}

export const endSpeakerLinks = (db: Db, speaker: string): boolean =>
  prepared(db, 'DELETE FROM speakerLinks WHERE speaker = ?').run(speaker).changes > 0

/** Returns ISO 8601 in UTC, or null while the event's date is the default. */
function linksEndAt(db: Db, timeZone: string): string | null {
  const { eventDate } = readKey(db, 'hero').value
  if (eventDate === sectionDefaults.hero.eventDate) return null
  const last = lastDayOf(readItems(db, 'events'), dayOf(timeZone, eventDate))
  return instantOfDay(timeZone, dayAfter(last, daysAfterEvent + 1), '00:00')
}

/** Returns null for a token that is unknown or has ended. */
export function speakerOfLink(db: Db, token: string, at: string, timeZone: string): Item<'speakers'> | null {
  const owner = 'SELECT speaker FROM speakerLinks WHERE hash = ? AND createdAt > ? AND createdAt <= ?'
  const id = readValue<string>(db, owner, hashOf(token), daysAfter(at, -maxDays), latestAt(at))
  const end = linksEndAt(db, timeZone)
  if (!id || (end !== null && at >= end)) return null
  return readItems(db, 'speakers').find((speaker) => speaker.id === id) ?? null
}

export function setConfirmed(db: Db, speaker: string, confirmedAt: string | null): void {
  prepared(
    db,
    `INSERT INTO speakerStates (speaker, confirmedAt) VALUES (@speaker, @confirmedAt)
     ON CONFLICT (speaker) DO UPDATE SET confirmedAt = excluded.confirmedAt`,
  ).run({ speaker, confirmedAt })
}

/** Keeps confirmations from before `since`. */
export function withdrawConfirmation(db: Db, speaker: string, since: string): void {
  prepared(db, 'UPDATE speakerStates SET confirmedAt = NULL WHERE speaker = ? AND confirmedAt >= ?').run(speaker, since)
}

export function noteAsked(db: Db, speaker: string, askedAt: string): void {
  prepared(
    db,
    `INSERT INTO speakerStates (speaker, askedAt) VALUES (@speaker, @askedAt)
     ON CONFLICT (speaker) DO UPDATE SET askedAt = excluded.askedAt`,
  ).run({ speaker, askedAt })
}

/** Deletes old links, data of deleted speakers, and e-mails that were removed at least 30 days ago. */
export function forgetSpeakers(db: Db, now: string, timeZone: string): void {
  const end = linksEndAt(db, timeZone)
  const ids = JSON.stringify(readItems(db, 'speakers').map(({ id }) => id))
  const monthAgo = daysAfter(now, -30)
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM speakerLinks WHERE createdAt <= ?').run(end !== null && now >= end ? now : daysAfter(now, -maxDays))
    for (const table of tables)
      prepared(db, `DELETE FROM ${table} WHERE speaker NOT IN (SELECT value FROM json_each(?))`).run(ids)
    prepared(
      db,
      `UPDATE itemVersions SET value = json_set(value, '$.email', '') WHERE section = 'speakers' AND value ->> 'email' <> ''
         AND gone <= (SELECT max(id) FROM revisions WHERE section = 'speakers' AND savedAt < ?)`,
    ).run(monthAgo)
  })
}

export function endAllSpeakerLinks(db: Db): void {
  for (const table of tables) db.prepare(`DELETE FROM ${table}`).run()
}
