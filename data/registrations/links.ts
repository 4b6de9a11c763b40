import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { usedOfLinkSql } from './places-now.ts'

/** A link that keeps places. `until` is ISO 8601 in UTC. */
export type PlaceLink = { id: string; token: string; label: string; places: number; until: string; used: number }

type Row = PlaceLink & { returnedAt: string | null }

export type PlaceLinkState = 'open' | 'used-up' | 'over'

const selected = `SELECT id, token, label, places, until, returnedAt, ${usedOfLinkSql} AS used FROM placeLinks`

export const linkOf = ({ returnedAt: _, ...link }: Row): PlaceLink => link

export const listPlaceLinks = (db: Db): PlaceLink[] => prepared<Row>(db, `${selected} ORDER BY createdAt, id`).all().map(linkOf)

export const rowOfLink = (db: Db, id: string): Row | undefined => prepared<Row>(db, `${selected} WHERE id = ?`).get(id)

export const unusedOf = ({ places, used, returnedAt }: Row): number => (returnedAt === null ? Math.max(0, places - used) : 0)

export function linkWithPlace(db: Db, id: string): string | null {
  const row = rowOfLink(db, id)
  return row && unusedOf(row) > 0 ? id : null
}

export function placeLinkByToken(db: Db, token: string, at: string): (PlaceLink & { state: PlaceLinkState }) | null {
  const row = prepared<Row>(db, `${selected} WHERE token = ?`).get(token)
  if (!row) return null
  const isOver = row.returnedAt !== null || row.until <= at
  return { ...linkOf(row), state: isOver ? 'over' : row.used >= row.places ? 'used-up' : 'open' }
}
