import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { timelineNow } from '../programme/timeline.ts'
import { reservedSeats } from '../registrations/places-now.ts'
import type { DoorPlaces } from './schema.ts'

/** Returns null without a seat limit or a deadline to confirm, or while the event's date is the default. */
export function doorPlaces(db: Db, timeZone: string): DoorPlaces | null {
  const { capacity, confirmBy } = readKey(db, 'places').value
  const start = timelineNow(db, timeZone)().days[0]?.starts
  if (capacity === null || confirmBy === null || start === undefined) return null
  return { capacity: Math.max(0, capacity - reservedSeats(db)), start: new Date(start).toISOString() }
}
