import type { Db } from '../db/db.ts'
import { reportedFull } from '../door/rooms.ts'
import type { TimedMove } from './moves.ts'

/** A report is about the session's room at that time, so it does not count after the session moves to another room. */
export function fullSessionsNow(db: Db, moves: (atMs: number) => TimedMove[]): (atMs: number) => string[] {
  return (atMs) => {
    const reports = reportedFull(db, atMs)
    if (reports.length === 0) return []
    const roomChanges = new Map(moves(atMs).flatMap(({ move, atMs }) => (move.field === 'room' ? [[move.id, atMs]] : [])))
    return reports.flatMap(({ event, at }) => ((roomChanges.get(event) ?? 0) > Date.parse(at) ? [] : event))
  }
}
