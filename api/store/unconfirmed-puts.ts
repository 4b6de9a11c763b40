import { minute, second } from '../../data/time.ts'
import type { Bucket } from './bucket.ts'

/** For how long a store takes a request after it was signed, in milliseconds, and a little more. */
const lifetime = 16 * minute

type UnconfirmedPuts = {
  add(key: string): void
  /** The tags of these objects as they are now, where it is time to look; '' for one that is not there. */
  look(): Promise<[key: string, tag: string][]>
  /** Milliseconds until the next look; null when all are confirmed. */
  next(): number | null
}

/**
 * Objects of which a put got no answer. It may still be on its way and arrive after a later one: then an old page
 * would replace a newer one. A store refuses a request that was signed more than 15 minutes ago; until then they are
 * looked at again, ever less often. `now` gives Unix milliseconds.
 */
export function watchUnconfirmedPuts(bucket: Pick<Bucket, 'tag'>, now: () => number): UnconfirmedPuts {
  const puts = new Map<string, { until: number; looks: number; at: number }>()

  return {
    add: (key) => void puts.set(key, { until: now() + lifetime, looks: 0, at: now() }),
    async look() {
      const found: [string, string][] = []
      for (const [key, put] of puts) {
        // Further ahead is a clock that was set back since.
        if (put.at > now() && put.at <= now() + minute) continue
        found.push([key, (await bucket.tag(key)) ?? ''])
        put.looks += 1
        put.at = now() + Math.min(minute, second * 2 ** put.looks)
        if (put.until < now() || put.until > now() + lifetime) puts.delete(key)
      }
      return found
    },
    next() {
      const times = [...puts.values()].map(({ at }) => at - now())
      return times.length > 0 ? Math.max(0, Math.min(minute, ...times)) : null
    },
  }
}
