import { createMiddleware } from 'hono/factory'
import { clientAddress } from './client-address.ts'
import type { Env } from './env.ts'
import { setRetryAfter } from './errors.ts'
import { createRegistrationLimiter } from './minute-limit.ts'

/** Must run before the secret in the address is checked, so that guesses of the secret are limited too. */
export function visitLimit(config: { registrationLimit: number; trustProxy: number }) {
  const limiter = createRegistrationLimiter(config.registrationLimit)
  return createMiddleware<Env>(async (c, next) => {
    const wait = await limiter.attempt(clientAddress(c, config))
    if (wait === 0) return next()
    setRetryAfter(c, wait)
    return c.text('Hay muchas visitas en este momento. Espera un minuto y vuelve a intentarlo.', 429)
  })
}
