import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { type Live, nothingLive } from '../programme/live.ts'
import { nowOf } from '../programme/now.ts'
import { timelineNow } from '../programme/timeline.ts'
import { fullSessionsNow } from './full-sessions.ts'
import { movesNow } from './moves.ts'

/** Full rooms and moves only count during the event, from two hours before its start. Sessions that ended are left out. */
export function liveNow(db: Db, timeZone: string): (atMs: number) => Live {
  const timeline = timelineNow(db, timeZone)
  const moves = movesNow(db, timeZone)
  const full = fullSessionsNow(db, moves)
  return (atMs) => {
    const { until } = readKey(db, 'notice').value
    const { days, sessions } = timeline()
    if (nowOf({ days, sessions }, atMs).moment !== 'during') return { ...nothingLive, until }
    const ended = new Set(sessions.filter(({ end }) => end <= atMs).map(({ id }) => id))
    const visibleIds = new Set(sessions.map(({ id }) => id))
    return {
      until,
      full: full(atMs).filter((id) => visibleIds.has(id) && !ended.has(id)),
      changed: moves(atMs).flatMap(({ move }) => (ended.has(move.id) ? [] : move)),
    }
  }
}
