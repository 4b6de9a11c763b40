import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { NewRegistration } from '../../data/schema.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { problem, setRetryAfter, unavailableMessage } from '../http/errors.ts'
import { publishedMarketingText } from './consent.ts'
import { createRegistrationLimiter } from './limits.ts'

export type Admit = ReturnType<typeof admission>
export type Register = ReturnType<typeof registering>

type Refusal = { status: 429 | 503; message: string }

const tooMany = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'

/**
 * Returns a function that counts a registration against the limits: null when it is admitted, else the refusal, with
 * `Retry-After` set. Called before the body is read: refusing has to cost less than accepting. (A form's body is read all
 * the same, to show again what was typed.)
 */
export function admission({ intake, config }: Pick<Deps, 'intake' | 'config'>) {
  const limiter = createRegistrationLimiter(config.registrationLimit)

  return async (c: Context<Env>): Promise<Refusal | null> => {
    if (intake.isFull()) {
      setRetryAfter(c)
      return { status: 503, message: unavailableMessage }
    }
    const wait = await limiter.attempt(clientAddress(c, config))
    if (wait === 0) return null
    setRetryAfter(c, wait)
    return { status: 429, message: tooMany }
  }
}

/** Answers 429 or 503 to a registration that is not admitted. */
export function onlyAdmitted(admit: Admit) {
  return createMiddleware<Env>(async (c, next) => {
    const refusal = await admit(c)
    return refusal ? problem(c, refusal.status, refusal.message) : next()
  })
}

/** An idempotency key lets its owner replace a registration, so it has to be unguessable. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns a function that takes a checked registration, from JSON or from the form, and resolves when it is stored.
 * Throws when it is not. One that fills the hidden field comes from a program: it is dropped, with the usual answer.
 */
export function registering({ db, intake, publisher, log }: Pick<Deps, 'db' | 'intake' | 'publisher' | 'log'>) {
  const marketingText = publishedMarketingText({ db, publisher })

  return async (c: Context<Env>, registration: NewRegistration): Promise<void> => {
    const idempotencyKey = c.req.header('Idempotency-Key') ?? null
    if (idempotencyKey !== null && !uuid.test(idempotencyKey)) throw new HTTPException(400)
    if (registration.website) return log.info({ requestId: c.var.requestId }, 'a registration filled the hidden field')
    await intake.store({ registration, at: new Date().toISOString(), idempotencyKey, marketingText: marketingText() })
  }
}
