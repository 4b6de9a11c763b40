import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

type OverLimit = { seconds: number; attempts: number }

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
