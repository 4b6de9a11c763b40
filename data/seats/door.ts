import { readContent } from '../content/content.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { publicContent } from '../programme/public-content.ts'
import type { DoorSeat, DoorSession } from './schema.ts'
import { readSessions } from './sessions.ts'

export function doorSessions(db: Db, timeZone: string): DoorSession[] {
  const { events, scenarios } = publicContent(readContent(db).content, timeZone)
  const sessions = readSessions(db, timeZone)
  return events.flatMap(({ id, title, scenarioId, capacity, releaseAfter }) => {
    const span = sessions.get(id)?.span
    if (capacity === null || !span) return []
    const room = scenarios.find((scenario) => scenario.id === scenarioId)?.name ?? ''
    return [{ id, title, room, start: span.start, end: span.end, capacity, releaseAfter }]
  })
}

/** SQL that reads the seats of a row of `registrations` as JSON, or null. */
export const doorSeatsSql = `(SELECT json_group_array(json_object('id', event, 'status', status, 'arrivedAt', arrivedAt))
    FROM sessionSeats WHERE registration = registrations.id AND lostAt IS NULL HAVING count(*) > 0)`

export const doorSeatsOf = (db: Db, registration: string): DoorSeat[] =>
  prepared<DoorSeat>(
    db,
    'SELECT event AS id, status, arrivedAt FROM sessionSeats WHERE registration = ? AND lostAt IS NULL ORDER BY event',
  ).all(registration)
