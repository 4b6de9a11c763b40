import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countAttempt } from './rate-limit.ts'

const minute = 60

/** What an address may always do in a minute, whatever the others do: a family at least, of many a tenth. */
const shareOf = (perMinute: number) => Math.min(perMinute, Math.max(3, Math.ceil(perMinute / 10)))

/**
 * Registrations: `perMinute` tries from one address (a university is one address), and ten times that stored for all
 * together; 0 for no limit. config.ts sets it. The limit of all refuses only who has used their own share, and only what was
 * stored counts against it: nobody can close the registration to others by sending what is refused.
 */
export function createRegistrationLimiter(perMinute: number) {
  if (perMinute === 0) return { attempt: async () => 0, stored: async () => {} }
  const perAddress = new RateLimiterMemory({ points: perMinute, duration: minute })
  const overall = new RateLimiterMemory({ points: 10 * perMinute, duration: minute })
  const share = shareOf(perMinute)
  return {
    /** Counts a try. Returns the seconds to wait, 0 to go on. */
    async attempt(address: string): Promise<number> {
      const over = await countAttempt(perAddress, address)
      if (over) return over.seconds
      const own = await perAddress.get(address)
      if (!own || own.consumedPoints <= share) return 0
      const all = await overall.get('all')
      return all && all.consumedPoints >= 10 * perMinute ? Math.max(1, Math.ceil(all.msBeforeNext / 1000)) : 0
    },
    /** Counts a registration that was stored. */
    async stored(): Promise<void> {
      await countAttempt(overall, 'all')
    },
  }
}
