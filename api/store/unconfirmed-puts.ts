import { minute, second } from '../../data/time.ts'
import type { Bucket } from './bucket.ts'

/** How long a store accepts a signed request, plus a minute. */
const lifetimeMs = 16 * minute

type UnconfirmedPuts = {
  add(key: string): void
  /** Returns current tags of the objects that are due. The tag of a missing object is ''. */
  look(): Promise<[key: string, tag: string][]>
  /** Milliseconds until the next check, or null without any. */
  next(): number | null
}

/**
 * Tracks puts without an answer. A late one could replace a newer page. Stores accept signed requests for 15 minutes, so
 * objects are checked that long, at growing intervals. `now` returns Unix milliseconds.
 */
export function watchUnconfirmedPuts(bucket: Pick<Bucket, 'tag'>, now: () => number): UnconfirmedPuts {
  const puts = new Map<string, { until: number; looks: number; at: number }>()

  return {
    add: (key) => void puts.set(key, { until: now() + lifetimeMs, looks: 0, at: now() }),
    async look() {
      const tags: [string, string][] = []
      for (const [key, put] of puts) {
        // A later time means that the clock was set back.
        if (put.at > now() && put.at <= now() + minute) continue
        tags.push([key, (await bucket.tag(key)) ?? ''])
        put.looks += 1
        put.at = now() + Math.min(minute, second * 2 ** put.looks)
        if (put.until < now() || put.until > now() + lifetimeMs) puts.delete(key)
      }
      return tags
    },
    next() {
      const times = [...puts.values()].map(({ at }) => at - now())
      return times.length > 0 ? Math.max(0, Math.min(minute, ...times)) : null
    },
  }
}
