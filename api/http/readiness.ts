import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type Trouble, troubleMessages } from '../../data/db/trouble.ts'
import { storingProbe } from '../../data/registrations/probe.ts'
import { hasRoomToPublish } from '../system/disk.ts'
import { coalesced } from '../system/timing.ts'

/**
 * `reason` says why no registration can be stored now, in Spanish; null when one can. `losesWrites`: the database's file is damaged
 * or gone, so that what is stored now would be lost although SQLite reports no error yet.
 */
export type Readiness = { reason: () => Promise<string | null>; losesWrites: () => Promise<boolean> }

/**
 * Looks at most once in `freshFor` milliseconds, whoever asks and however often: a look takes a few, and writes. Another
 * process may hold the database for a moment, so it is asked five times, without holding up anybody.
 */
export function createReadiness(db: Db, freshFor = 1000): Readiness {
  const probe = storingProbe(db)
  let latest: { trouble: Trouble | null; at: number } | null = null

  const look = coalesced(async () => {
    let trouble: Trouble | null = 'busy'
    for (let tries = 0; trouble === 'busy' && tries < 5; tries++) {
      if (tries > 0) await wait(50)
      trouble = db.memory || hasRoomToPublish(dirname(db.name)) ? probe() : 'full'
    }
    latest = { trouble, at: performance.now() }
    return trouble
  })
  const troubleNow = async () => (latest && performance.now() - latest.at < freshFor ? latest.trouble : look())

  return {
    async reason() {
      const trouble = await troubleNow()
      return trouble && troubleMessages[trouble]
    },
    async losesWrites() {
      if (db.memory) return false
      // An error that has no name here is answered by what is written then.
      const trouble = await troubleNow().catch(() => null)
      return trouble === 'damaged' || trouble === 'missing'
    },
  }
}
