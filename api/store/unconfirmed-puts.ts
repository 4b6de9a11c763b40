import type { Bucket } from './bucket.ts'

/** For how long a store takes a request after it was signed, in milliseconds, and a little more. */
const lifetime = 16 * 60_000

type Doubts = {
  add(key: string): void
  /** The tags of the doubtful objects as they are now, where it is time to look; '' for one that is not there. */
  look(): Promise<[key: string, tag: string][]>
  /** Milliseconds until the next look; null when nothing is in doubt. */
  next(): number | null
}

/**
 * Objects of which a put got no answer. Somewhere on the way it may still lie, and arrive after a later one: then an old page
 * would take a newer one's place. A store refuses a request that was signed more than 15 minutes ago; until then they are
 * looked at again, ever less often. `now` gives Unix milliseconds.
 */
export function watchUnconfirmedPuts(bucket: Pick<Bucket, 'tag'>, now: () => number): Doubts {
  const doubtful = new Map<string, { until: number; looks: number; at: number }>()

  return {
    add: (key) => void doubtful.set(key, { until: now() + lifetime, looks: 0, at: now() }),
    async look() {
      const found: [string, string][] = []
      for (const [key, doubt] of doubtful) {
        if (doubt.at > now()) continue
        found.push([key, (await bucket.tag(key)) ?? ''])
        doubt.looks += 1
        doubt.at = now() + Math.min(60_000, 1000 * 2 ** doubt.looks)
        if (doubt.until < now()) doubtful.delete(key)
      }
      return found
    },
    next() {
      const times = [...doubtful.values()].map(({ at }) => at - now())
      return times.length > 0 ? Math.max(0, Math.min(60_000, ...times)) : null
    },
  }
}
