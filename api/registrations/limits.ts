import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const minute = 60

/** Registrations: `perMinute` from one address (a university is one address), ten times that from all; 0 for no limit. */
export function createRegistrationLimiter(perMinute: number) {
  if (perMinute === 0) return { attempt: async () => 0 }
  const perAddress = new RateLimiterMemory({ points: perMinute, duration: minute })
  const overall = new RateLimiterMemory({ points: 10 * perMinute, duration: minute })
  return {
    /** Counts a registration. Returns the seconds to wait, 0 to go on. */
    async attempt(address: string): Promise<number> {
      return (await waitFor(perAddress, address)) || waitFor(overall, 'all')
    },
  }
}

async function waitFor(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    throw rejection
  }
}
