import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type Trouble, troubleMessages } from '../../data/db/trouble.ts'
import { storingProbe } from '../../data/registrations/probe.ts'
import { hasRoomToPublish } from '../system/disk.ts'
import { coalesced } from '../system/timing.ts'

export type Readiness = {
  reason: () => Promise<string | null>
  /** True if the database file is damaged or missing, even if SQLite has not noticed. */
  losesWrites: () => Promise<boolean>
  isActive: () => boolean
}

type Options = { freshForMs?: number | undefined; isActive?: (() => boolean) | undefined }

/** A check writes to the database, so its result is used again for `freshForMs`. */
export function createReadiness(db: Db, { freshForMs = 1000, isActive = () => true }: Options = {}): Readiness {
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
  const troubleNow = async () => (latest && performance.now() - latest.at < freshForMs ? latest.trouble : look())

  return {
    isActive,
    async reason() {
      const trouble = await troubleNow()
      return trouble && troubleMessages[trouble]
    },
    async losesWrites() {
      if (db.memory) return false
      const trouble = await troubleNow().catch(() => null)
      return trouble === 'damaged' || trouble === 'missing'
    },
  }
}
