import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

/** `seconds` until the next attempt, at least 1. `attempts` includes this one. */
type OverLimit = { seconds: number; attempts: number }

/**
 * Counts an attempt. Returns null within the limit. `maxSeconds` caps the wait after a clock change. Throws if the
 * limiter's store fails.
 */
export async function countAttempt(
  limiter: RateLimiterAbstract,
  key: string,
  maxSeconds = limiter.duration,
): Promise<OverLimit | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    return { seconds: Math.min(seconds, maxSeconds), attempts: rejection.consumedPoints }
  }
}
