import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type Trouble, troubleMessages } from '../../data/db/trouble.ts'
import { storingProbe } from '../../data/registrations/probe.ts'
import { hasRoomToPublish } from '../system/disk.ts'
import { coalesced } from '../system/timing.ts'

/** Says why no registration can be stored now, in Spanish; null when one can. */
export type Readiness = () => Promise<string | null>

/**
 * Looks at most once in `freshFor` milliseconds, whoever asks and however often: a look takes a few, and writes. Another
 * process may hold the database for a moment, so it is asked five times, without holding up anybody.
 */
export function createReadiness(db: Db, freshFor = 1000): Readiness {
  const probe = storingProbe(db)
  let known: { reason: string | null; at: number } | null = null

  const look = coalesced(async () => {
    let trouble: Trouble | null = 'busy'
    for (let tries = 0; trouble === 'busy' && tries < 5; tries++) {
      if (tries > 0) await wait(50)
      trouble = db.memory || hasRoomToPublish(dirname(db.name)) ? probe() : 'full'
    }
    known = { reason: trouble && troubleMessages[trouble], at: performance.now() }
    return known.reason
  })

  return async () => (known && performance.now() - known.at < freshFor ? known.reason : look())
}
