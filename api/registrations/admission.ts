import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { NewRegistration } from '../../data/schema.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { askToWait, problem, unavailableMessage } from '../http/errors.ts'
import { publishedMarketingText } from './consent.ts'
import { createRegistrationLimiter } from './limits.ts'

export type Admit = ReturnType<typeof admission>
export type Register = ReturnType<typeof registering>

type Refusal = { status: 429 | 503; message: string }

const tooMany = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'

/**
 * Returns a function that counts a registration and says why it cannot be taken now, with `Retry-After` set; null when
 * it can. Asked before the body is read: refusing has to cost less than taking. (A form's body is read all the same, to
 * show again what was typed.)
 */
export function admission({ intake, config }: Pick<Deps, 'intake' | 'config'>) {
  const limiter = createRegistrationLimiter(config.registrationLimit)

  return async (c: Context<Env>): Promise<Refusal | null> => {
    if (intake.isFull()) {
      askToWait(c)
      return { status: 503, message: unavailableMessage }
    }
    const wait = await limiter.attempt(clientAddress(c, config))
    if (wait === 0) return null
    askToWait(c, wait)
    return { status: 429, message: tooMany }
  }
}

/** Answers 429 or 503 to a registration that cannot be taken now. */
export function onlyAdmitted(admit: Admit) {
  return createMiddleware<Env>(async (c, next) => {
    const refusal = await admit(c)
    return refusal ? problem(c, refusal.status, refusal.message) : next()
  })
}

/** Random enough that nobody else has it: it lets its owner replace a registration. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns a function that takes a checked registration, from JSON or from the form, and resolves when it is stored.
 * Throws when it is not. What only a program fills in is dropped, and gets the answer that everybody gets.
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
