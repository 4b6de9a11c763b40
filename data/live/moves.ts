import { contentVersion, readContent } from '../content/content.ts'
import type { AgendaEvent } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Move } from '../programme/live.ts'
import { publicContent } from '../programme/public-content.ts'
import { dayMs, daysAfter } from '../time.ts'

export type TimedMove = { move: Move; atMs: number }

/** Returns the moves in the 24 hours before an instant (Unix milliseconds), newest first. */
export function movesNow(db: Db, timeZone: string): (atMs: number) => TimedMove[] {
  let cached: { version: string; moves: TimedMove[] } | undefined
  return (atMs) => {
    const version = contentVersion(db)
    if (cached?.version !== version) cached = { version, moves: readMoves(db, timeZone, atMs) }
    return cached.moves.filter((move) => move.atMs > atMs - dayMs)
  }
}

/** Compares each replaced version with the present version, because visitors may have seen any of them. */
function readMoves(db: Db, timeZone: string, atMs: number): TimedMove[] {
  const { events } = publicContent(readContent(db).content, timeZone)
  const visible = new Map(events.map((event) => [event.id, event]))
  const replaced = prepared<{ value: string; at: string }>(
    db,
    `SELECT itemVersions.value, revisions.savedAt AS at FROM itemVersions JOIN revisions ON revisions.id = itemVersions.gone
     WHERE itemVersions.section = 'events' AND revisions.savedAt > ? ORDER BY itemVersions.gone DESC, itemVersions.id`,
  ).all(daysAfter(new Date(atMs).toISOString(), -1))
  const moves = new Map<string, TimedMove>()
  for (const { value, at } of replaced) {
    const before: AgendaEvent = JSON.parse(value)
    for (const field of fieldsMoved(before, visible.get(before.id))) {
      const key = `${before.id} ${field}`
      if (!moves.has(key)) moves.set(key, { move: { id: before.id, field }, atMs: Date.parse(at) })
    }
  }
  return [...moves.values()]
}

function fieldsMoved(before: AgendaEvent, now: AgendaEvent | undefined): Move['field'][] {
  if (!now || !before.isActive) return before.isActive || now ? ['state'] : []
  const fields: Move['field'][] = []
  if (before.startTime !== now.startTime || (before.day ?? '') !== now.day) fields.push('start')
  if (before.scenarioId !== now.scenarioId || (before.isPlenary ?? false) !== now.isPlenary) fields.push('room')
  return fields
}
