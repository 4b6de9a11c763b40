import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countAttempt } from '../http/rate-limit.ts'

const minute = 60

/** Registrations: `perMinute` from one address (a university is one address), ten times that from all; 0 for no limit. */
export function createRegistrationLimiter(perMinute: number) {
  if (perMinute === 0) return { attempt: async () => 0 }
  const perAddress = new RateLimiterMemory({ points: perMinute, duration: minute })
  const overall = new RateLimiterMemory({ points: 10 * perMinute, duration: minute })
  return {
    /** Counts a registration. Returns the seconds to wait, 0 to go on. */
    async attempt(address: string): Promise<number> {
      const over = (await countAttempt(perAddress, address)) ?? (await countAttempt(overall, 'all'))
      return over?.seconds ?? 0
    },
  }
}
