import type { Availability } from '../content/places.ts'
import { readKey } from '../content/revisions.ts'
import type { AgendaEvent } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { countRows, prepared } from '../db/prepared.ts'
import type { SessionCounts, SessionPerson } from './schema.ts'
import { countSeats } from './seats.ts'
import { availabilityOf, hasPlaces } from './sessions.ts'

type Limited = Pick<AgendaEvent, 'id' | 'capacity' | 'waitlist'>

export function peopleOfSession(db: Db, event: string): (SessionPerson & { email: string })[] {
  return prepared<SessionPerson & { email: string }>(
    db,
    `SELECT registrations.id, name, email, sessionSeats.status, since, sessionSeats.arrivedAt
     FROM sessionSeats JOIN registrations ON registrations.id = registration
     WHERE event = ? AND sessionSeats.status <> 'none' AND lostAt IS NULL
     ORDER BY sessionSeats.status, sessionSeats.waitingNumber, since, registrations.id`,
  ).all(event)
}

/** Returns null if the session does not exist. `arrived` also counts people who came without a seat. */
export function countsOfSession(db: Db, event: string): SessionCounts | null {
  const session = readKey(db, 'events').value.find(({ id }) => id === event)
  if (!session) return null
  const seated = countSeats(db, event, 'seated')
  const arrived = 'SELECT count(*) FROM sessionSeats WHERE event = ? AND arrivedAt IS NOT NULL AND lostAt IS NULL'
  return {
    seated,
    waiting: countSeats(db, event, 'waiting'),
    arrived: countRows(db, arrived, event),
    free: session.capacity === null ? null : Math.max(0, session.capacity - seated),
  }
}

export function availabilities(db: Db, events: readonly Limited[] = readKey(db, 'events').value): Record<string, Availability> {
  return Object.fromEntries(
    events.filter(hasPlaces).map((session) => [session.id, availabilityOf(session, countSeats(db, session.id, 'seated'))]),
  )
}
