import { minuteMs, secondMs } from '../../data/time.ts'
import type { Bucket } from './bucket.ts'

/** Longer than the 15 minutes for which a signed request is valid. */
const lifetimeMs = 16 * minuteMs

type UnconfirmedPuts = {
  add(key: string): void
  look(): Promise<[key: string, tag: string][]>
  msToNextLook(): number | null
}

/** Watches failed puts, because they may still arrive and replace a newer page. */
export function watchUnconfirmedPuts(bucket: Pick<Bucket, 'tag'>, now: () => number): UnconfirmedPuts {
  const puts = new Map<string, { until: number; looks: number; at: number }>()

  return {
    add: (key) => void puts.set(key, { until: now() + lifetimeMs, looks: 0, at: now() }),
    async look() {
      const tags: [string, string][] = []
      for (const [key, put] of puts) {
        // If `at` is more than a minute ahead, the clock was set back. Then the put is due too.
        if (put.at > now() && put.at <= now() + minuteMs) continue
        tags.push([key, (await bucket.tag(key)) ?? ''])
        put.looks += 1
        put.at = now() + Math.min(minuteMs, secondMs * 2 ** put.looks)
        if (put.until < now() || put.until > now() + lifetimeMs) puts.delete(key)
      }
      return tags
    },
    msToNextLook() {
      const times = [...puts.values()].map(({ at }) => at - now())
      return times.length > 0 ? Math.max(0, Math.min(minuteMs, ...times)) : null
    },
  }
}
