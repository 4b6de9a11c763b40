import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

/** Over the limit: whole seconds until there is room again, at least 1, and the attempts counted so far, this one included. */
type OverLimit = { seconds: number; attempts: number }

/**
 * Counts an attempt of `key`. Returns null while there is room. `longest` is the most seconds that anybody ever waits, whatever the clock
 * was when the count began. Throws when the limiter's store fails.
 */
export async function countAttempt(
  limiter: RateLimiterAbstract,
  key: string,
  longest = limiter.duration,
): Promise<OverLimit | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    return { seconds: Math.min(seconds, longest), attempts: rejection.consumedPoints }
  }
}
