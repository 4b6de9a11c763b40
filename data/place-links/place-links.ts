/**
 * A place link keeps some of the conference's places, for example for a partner. A person who registers through the link takes one
 * of them.
 */
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { countRows, insertRow, inTransaction, prepared, readValue } from '../db/prepared.ts'
import { findPlaceLink, type PlaceLink, stageOf, unusedOf } from '../registrations/links.ts'
import { freeSeats } from '../registrations/places-now.ts'
import { fillSeats, type StatusChange } from '../registrations/set-status.ts'
import { newToken } from '../registrations/tokens.ts'
import type { PlaceLinkChange, PlaceLinkFields } from './schema.ts'

/** Must not be large, because each registration counts the places of all links. */
export const maxPlaceLinks = 50

/** 'full': `most` is the largest number of places that fits. 'past': `until` is not in the future. */
export type PlaceLinkOutcome =
  | { outcome: 'stored'; link: PlaceLink }
  | { outcome: 'full'; most: number }
  | { outcome: 'past' | 'too-many' | 'missing' }

export function createPlaceLink(db: Db, fields: PlaceLinkFields, at: string): PlaceLinkOutcome {
  return inTransaction(db, () => {
    if (fields.until <= at) return { outcome: 'past' }
    if (countRows(db, 'SELECT count(*) FROM placeLinks') >= maxPlaceLinks) return { outcome: 'too-many' }
    const free = freeSeats(db)
    if (free !== null && fields.places > free) return { outcome: 'full', most: free }
    const link = { id: randomUUID(), token: newToken(), ...fields }
    insertRow(db, 'placeLinks', { ...link, createdAt: at })
    return { outcome: 'stored', link: { ...link, returnedAt: null, used: 0 } }
  })
}

/** A later `until` also opens an ended or past link again. */
export function changePlaceLink(db: Db, id: string, edit: PlaceLinkChange, change: StatusChange): PlaceLinkOutcome {
  return inTransaction(db, () => {
    const before = findPlaceLink(db, id)
    if (!before) return { outcome: 'missing' }
    const { at } = change
    // If the link was ended early, or by a clock that was ahead, saving the same end opens it again.
    const endedEarly = before.returnedAt !== null && before.until > at
    const hasNewEnd = edit.until !== undefined && (edit.until !== before.until || endedEarly)
    const next = { ...before, ...edit, returnedAt: hasNewEnd ? null : before.returnedAt }
    if (hasNewEnd && next.until <= at) return { outcome: 'past' }
    const free = freeSeats(db)
    const availableCount = free === null ? null : free + unusedOf(before)
    // A link may keep its unused places, even if the capacity was lowered in the meantime.
    if (availableCount !== null && unusedOf(next) > Math.max(availableCount, unusedOf(before)))
      return { outcome: 'full', most: before.used + availableCount }
    const { label, places, until, returnedAt } = next
    prepared(
      db,
      'UPDATE placeLinks SET label = @label, places = @places, until = @until, returnedAt = @returnedAt WHERE id = @id',
    ).run({ id, label, places, until, returnedAt })
    fillSeats(db, change)
    return { outcome: 'stored', link: findPlaceLink(db, id) ?? next }
  })
}

/** Gives the link a new token. The former token no longer works. */
export function renewPlaceLink(db: Db, id: string): PlaceLink | null {
  return inTransaction(db, () => {
    prepared(db, 'UPDATE placeLinks SET token = ? WHERE id = ?').run(newToken(), id)
    return findPlaceLink(db, id) ?? null
  })
}

/** Ends an open link, and removes any other. People who came through it keep their places. Unused places go to the waiting list. */
export function endPlaceLink(db: Db, id: string, change: StatusChange): 'ended' | 'removed' | null {
  return inTransaction(db, () => {
    const link = findPlaceLink(db, id)
    if (!link) return null
    const isOpen = stageOf(link, change.at) === 'open'
    if (isOpen) prepared(db, 'UPDATE placeLinks SET returnedAt = ? WHERE id = ?').run(change.at, id)
    else {
      prepared(db, 'DELETE FROM placeLinks WHERE id = ?').run(id)
      prepared(db, 'UPDATE registrations SET placeLink = NULL WHERE placeLink = ?').run(id)
    }
    fillSeats(db, change)
    return isOpen ? 'ended' : 'removed'
  })
}

/** Returns the removed links as JSON. */
export function removePlaceLinks(db: Db): string {
  const rows = prepared(db, 'SELECT * FROM placeLinks').all()
  prepared(db, 'DELETE FROM placeLinks').run()
  return JSON.stringify(rows)
}

/** Call before the people of the links are restored. */
export function putBackPlaceLinks(db: Db, removedLinks: string): void {
  for (const row of JSON.parse(removedLinks)) insertRow(db, 'placeLinks', row)
}

/** Gives unused places of ended links to the waiting list. Returns the number of these links. */
export function returnPlaces(db: Db, change: StatusChange): number {
  const due = 'FROM placeLinks WHERE returnedAt IS NULL AND until <= ?'
  if (readValue(db, `SELECT 1 ${due}`, change.at) === undefined) return 0
  return inTransaction(db, () => {
    const { changes } = prepared(db, `UPDATE placeLinks SET returnedAt = ? WHERE id IN (SELECT id ${due})`).run(
      change.at,
      change.at,
    )
    fillSeats(db, change)
    return changes
  })
}
