import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countAttempt } from './rate-limit.ts'

const minuteSeconds = 60

const shareOf = (perMinute: number) => Math.min(perMinute, Math.max(3, Math.ceil(perMinute / 10)))

/**
 * The limit for all IP addresses together counts only stored registrations. Otherwise refused attempts could lock out everybody.
 */
export function createRegistrationLimiter(perMinute: number) {
  if (perMinute === 0) return { attempt: async () => 0, stored: async () => {} }
  const perAddress = new RateLimiterMemory({ points: perMinute, duration: minuteSeconds })
  const overall = new RateLimiterMemory({ points: 10 * perMinute, duration: minuteSeconds })
  const share = shareOf(perMinute)
  return {
    /** Returns the seconds to wait, or 0. */
    async attempt(address: string): Promise<number> {
      const over = await countAttempt(perAddress, address)
      if (over) return over.seconds
      const ownAttempts = await perAddress.get(address)
      if (!ownAttempts || ownAttempts.consumedPoints <= share) return 0
      const all = await overall.get('all')
      return all && all.consumedPoints >= 10 * perMinute ? Math.max(1, Math.ceil(all.msBeforeNext / 1000)) : 0
    },
    async stored(): Promise<void> {
      await countAttempt(overall, 'all')
    },
  }
}
