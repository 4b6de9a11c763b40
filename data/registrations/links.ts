import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { usedOfLinkSql } from './places-now.ts'

/** Times are ISO 8601 in UTC. */
export type PlaceLink = {
  id: string
  token: string
  label: string
  places: number
  until: string
  returnedAt: string | null
  used: number
}

export type PlaceLinkState = 'open' | 'used-up' | 'over'

const selected = `SELECT id, token, label, places, until, returnedAt, ${usedOfLinkSql} AS used FROM placeLinks`

export const listPlaceLinks = (db: Db): PlaceLink[] => prepared<PlaceLink>(db, `${selected} ORDER BY createdAt, id`).all()

export const findPlaceLink = (db: Db, id: string): PlaceLink | undefined =>
  prepared<PlaceLink>(db, `${selected} WHERE id = ?`).get(id)

export const unusedOf = ({ places, used, returnedAt }: PlaceLink): number =>
  returnedAt === null ? Math.max(0, places - used) : 0

export function stageOf({ until, returnedAt }: Pick<PlaceLink, 'until' | 'returnedAt'>, at: string): 'open' | 'ended' | 'past' {
  if (returnedAt === null) return until <= at ? 'past' : 'open'
  return returnedAt < until ? 'ended' : 'past'
}

export function linkWithPlace(db: Db, id: string): string | null {
  const link = findPlaceLink(db, id)
  return link && unusedOf(link) > 0 ? id : null
}

export function placeLinkByToken(db: Db, token: string, at: string): (PlaceLink & { state: PlaceLinkState }) | null {
  const link = prepared<PlaceLink>(db, `${selected} WHERE token = ?`).get(token)
  if (!link) return null
  const stage = stageOf(link, at)
  if (stage === 'ended') return null
  return { ...link, state: stage === 'past' ? 'over' : link.used >= link.places ? 'used-up' : 'open' }
}
