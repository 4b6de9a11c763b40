import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { prepared } from '../../data/db/prepared.ts'
import type { DoorSummary } from '../../data/door/schema.ts'
import { doorNumbers, doublesNow } from '../../data/door/summary.ts'
import { coalesced } from '../system/timing.ts'

/** Counts at most once for each change, because hundreds of clients request the summary every few seconds. */
export function createSharedSummary(db: Db): () => Promise<DoorSummary> {
  let version: string | null = null
  let latest: Promise<DoorSummary> | null = null
  const countInTurn = coalesced(async () => {
    version = versionOf(db)
    try {
      return await count(db)
    } catch (error) {
      version = null
      throw error
    }
  })
  return () => {
    if (!latest || version !== versionOf(db)) latest = countInTurn()
    return latest
  }
}

async function count(db: Db): Promise<DoorSummary> {
  const numbers = doorNumbers(db)
  for (;;) {
    const part = numbers.next()
    await nextTurn()
    if (part.done) return { ...part.value, ...doublesNow(db) }
  }
}

/** Returns a text that changes with every write, also by other connections. */
function versionOf(db: Db): string {
  const changes = prepared<{ changes: number }>(db, 'SELECT total_changes() AS changes').get()?.changes
  return `${changes} ${db.pragma('data_version', { simple: true })}`
}
