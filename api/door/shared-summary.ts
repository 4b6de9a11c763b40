import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { prepared } from '../../data/db/prepared.ts'
import type { DoorSummary } from '../../data/door/schema.ts'
import { doorNumbers, doublesSeen } from '../../data/door/summary.ts'

/** Counts once per change, because hundreds of clients ask every few seconds. */
export function createSharedSummary(db: Db): () => Promise<DoorSummary> {
  let last: { version: string; summary: Promise<DoorSummary>; isDone: boolean } | null = null
  let next: Promise<DoorSummary> | null = null

  function begin(): Promise<DoorSummary> {
    const counting = { version: versionOf(db), summary: count(db), isDone: false }
    last = counting
    counting.summary.then(
      () => {
        counting.isDone = true
      },
      () => {
        last = null
      },
    )
    return counting.summary
  }

  return () => {
    if (last?.version === versionOf(db)) return last.summary
    if (!last || last.isDone) return begin()
    // Started before the change, so later callers share the next count.
    next ??= last.summary
      .catch(() => {})
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}

async function count(db: Db): Promise<DoorSummary> {
  const numbers = doorNumbers(db)
  for (;;) {
    const part = numbers.next()
    await nextTurn()
    if (part.done) return { ...part.value, doublesSeen: doublesSeen(db) }
  }
}

/** Changes with each write, also of other connections. */
function versionOf(db: Db): string {
  const own = prepared<{ changes: number }>(db, 'SELECT total_changes() AS changes').get()?.changes
  return `${own} ${db.pragma('data_version', { simple: true })}`
}
