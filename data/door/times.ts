/** When something happened at the door: a phone's clock within the bounds of the server's. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { daysAfter, second } from '../time.ts'
import type { Arrival } from './schema.ts'

/** An instant by a phone's clock, and the milliseconds by which the phone believes that this clock was behind the server's. */
type Reported = { at: string; offset?: number | undefined }

/** ISO 8601 in UTC, but `sentAt`: the phone's clock when it sent this. */
type Bounds = { earliest: string; receivedAt: string; sentAt?: string | undefined }

/** Milliseconds by which two readings of a clock may differ without it being wrong. */
const toleranceMs = 2 * second

/** Days for which a phone without a note may have been offline. */
const unknownPhoneDays = 1

/** The earliest time that an event of this phone can have: its first list, or the day before for a phone without a note. */
export function earliestOf(db: Db, device: string, receivedAt: string): string {
  const row = prepared<{ sinceAt: string }>(db, 'SELECT sinceAt FROM doorDevices WHERE id = ?').get(device)
  const earliest = row?.sinceAt ?? daysAfter(receivedAt, -unknownPhoneDays)
  return earliest < receivedAt ? earliest : receivedAt
}

/**
 * The time of an event, in ISO 8601 in UTC, between the phone's first list and now. If the phone's own correction leads outside, its
 * clock is compared with the server's at the time of sending. `following` events were sent after it: if all are in the future,
 * they keep their order.
 */
export function plausibleTime({ at, offset = 0 }: Reported, { earliest, receivedAt, sentAt }: Bounds, following = 0): string {
  const [first, last] = [Date.parse(earliest), Date.parse(receivedAt)]
  const isPlausible = (time: number) => time >= first - toleranceMs && time <= last + toleranceMs
  const corrected = Date.parse(at) + offset
  const byAge = sentAt === undefined ? corrected : Date.parse(at) + last - Date.parse(sentAt)
  const time = !isPlausible(corrected) && isPlausible(byAge) ? byAge : corrected
  return new Date(Math.max(first, time > last ? last - following : time)).toISOString()
}

/** An event whose time the server has decided. */
export type TimedArrival = Omit<Arrival, 'offset'>

/** Events of one call, in the order of the phone's log, with the times that the server takes them for. */
export function timed(arrivals: readonly Arrival[], bounds: Bounds): TimedArrival[] {
  return arrivals.map(({ offset, at, ...arrival }, index) => ({
    ...arrival,
    at: plausibleTime({ at, offset }, bounds, arrivals.length - 1 - index),
  }))
}
