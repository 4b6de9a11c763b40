import { z } from 'zod'
import type { Db } from '../db/db.ts'
import { countRows, insertRow, prepared, readValues } from '../db/prepared.ts'
import { yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import { dayMs, daysAfter, hourMs } from '../time.ts'
import { dropOf, type Transmission } from './arrivals.ts'
import { doorId, phoneTime } from './schema.ts'
import { earliestTime, plausibleTime } from './times.ts'

/** An older report does not count, because its session may have moved to a later day. */
const validMs = 12 * hourMs

const keptDays = 7

export const roomReportSchema = z.strictObject({ event: doorId, isFull: yesOrNo, device: doorId.optional(), ...phoneTime })

type RoomReport = z.infer<typeof roomReportSchema>

export type DoorRoom = { event: string; title: string; room: string; start: string; end: string; isFull: boolean }

/** Returns each session's newest report if it says that the room is full. */
export function reportedFull(db: Db, atMs: number): { event: string; at: string }[] {
  return prepared<{ event: string; at: string }>(
    db,
    `SELECT event, at FROM (
       SELECT event, at, isFull, row_number() OVER (PARTITION BY event ORDER BY at DESC, id DESC) AS number FROM roomReports
       WHERE dropId IS NULL AND at > ?)
     WHERE number = 1 AND isFull = 1 ORDER BY event`,
  ).all(new Date(atMs - validMs).toISOString())
}

/** Returns 0, or the seconds to wait if the account sent too many reports and nothing was stored. */
export function storeRoomReport(db: Db, report: RoomReport, { device, by, receivedAt }: Transmission): number {
  const { event, isFull, sentAt, offset } = report
  const sent = 'SELECT count(*) FROM roomReports WHERE receivedBy = ? AND receivedAt > ?'
  const bounds = { earliest: earliestTime(db, device, receivedAt), receivedAt, sentAt }
  const at = report.at === undefined ? receivedAt : plausibleTime({ at: report.at, offset }, bounds)
  const dropId = dropOf(db, device)
  const sameReports = 'SELECT count(*) FROM roomReports WHERE event = ? AND isFull = ? AND at = ? AND device = ?'
  if (report.at !== undefined && countRows(db, sameReports, event, Number(isFull), at, device) > 0) return 0
  if (countRows(db, sent, by, daysAfter(receivedAt, -1)) >= limits.door.roomReports) return secondsToNext(db, by, receivedAt)
  insertRow(db, 'roomReports', { event, isFull: Number(isFull), at, device, receivedAt, receivedBy: by, dropId })
  prepared(db, 'DELETE FROM roomReports WHERE receivedAt < ?').run(daysAfter(receivedAt, -keptDays))
  return 0
}

function secondsToNext(db: Db, by: string, receivedAt: string): number {
  const nth = `SELECT receivedAt FROM roomReports WHERE receivedBy = ? ORDER BY receivedAt DESC LIMIT 1 OFFSET ${limits.door.roomReports - 1}`
  const [oldest = receivedAt] = readValues<string>(db, nth, by)
  return Math.max(1, Math.ceil((Date.parse(oldest) + dayMs - Date.parse(receivedAt)) / 1000))
}
