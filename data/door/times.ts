import type { Db } from '../db/db.ts'
import { readValue } from '../db/prepared.ts'
import { daysAfter, secondMs } from '../time.ts'
import type { Arrival } from './schema.ts'

type Reported = { at: string; offset?: number | undefined }

/** Times are ISO 8601 in UTC, `sentAt` by the phone's clock. */
type Bounds = { earliest: string; receivedAt: string; sentAt?: string | undefined }

const toleranceMs = 2 * secondMs

const unknownPhoneDays = 1

export function earliestTime(db: Db, device: string, receivedAt: string): string {
  const sinceAt = readValue<string>(db, 'SELECT sinceAt FROM doorDevices WHERE id = ?', device)
  const earliest = sinceAt ?? daysAfter(receivedAt, -unknownPhoneDays)
  return earliest < receivedAt ? earliest : receivedAt
}

/**
 * `following` is the number of later events in the request. A future time becomes `receivedAt` minus `following` ms, so that
 * events keep their order.
 */
export function plausibleTime({ at, offset = 0 }: Reported, { earliest, receivedAt, sentAt }: Bounds, following = 0): string {
  const [first, last] = [Date.parse(earliest), Date.parse(receivedAt)]
  const isPlausible = (time: number) => time >= first - toleranceMs && time <= last + toleranceMs
  const corrected = Date.parse(at) + offset
  const byAge = sentAt === undefined ? corrected : Date.parse(at) + last - Date.parse(sentAt)
  const time = !isPlausible(corrected) && isPlausible(byAge) ? byAge : corrected
  return new Date(Math.max(first, time > last ? last - following : time)).toISOString()
}

export type TimedArrival = Omit<Arrival, 'offset'>

export function withServerTimes(arrivals: readonly Arrival[], bounds: Bounds): TimedArrival[] {
  return arrivals.map(({ offset, at, ...arrival }, index) => ({
    ...arrival,
    at: plausibleTime({ at, offset }, bounds, arrivals.length - 1 - index),
  }))
}
