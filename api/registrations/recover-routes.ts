import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { recoverRegistration } from '../../data/own/recovery.ts'
import { recoverySchema } from '../../data/registrations/schema.ts'
import type { AddressHash } from '../activity/address-hash.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { problem, setRetryAfter } from '../http/errors.ts'
import { inEqualTime } from '../http/in-equal-time.ts'
import { createRegistrationLimiter } from '../http/minute-limit.ts'
import { isForm, validate } from '../http/validate.ts'

const noticePath = (notice: 'enviado' | 'revisa' | 'espera') => `/recuperar#${notice}`

const tooMany = 'Hay muchas solicitudes en este momento. Espera un minuto y vuelve a intentarlo.'

type Needs = {
  db: Db
  mailer: { queue: QueueMail } | null
  config: { registrationLimit: number; trustProxy: number }
  hashAddress: AddressHash
}

/** An unknown e-mail gets the same answer as a registered e-mail, after the same time. */
export function recoverRoutes({ db, mailer, config, hashAddress }: Needs) {
  const limiter = createRegistrationLimiter(config.registrationLimit)

  const limited = createMiddleware<Env>(async (c, next) => {
    const wait = await limiter.attempt(clientAddress(c, config))
    if (wait === 0) return next()
    if (isForm(c)) return c.redirect(noticePath('espera'), 303)
    setRetryAfter(c, wait)
    return problem(c, 429, tooMany)
  })

  async function recover(email: string, address: string): Promise<void> {
    const source = hashAddress(address)
    const queueMail: QueueMail | null = mailer && ((kind, to, at) => mailer.queue(kind, to, at, { source }))
    await inEqualTime(() => recoverRegistration(db, email, { at: new Date().toISOString(), queueMail }))
  }

  const formPost = createMiddleware<Env>(async (c, next) => {
    if (!isForm(c)) return next()
    const parsed = recoverySchema.safeParse({ email: new URLSearchParams(await c.req.text()).get('email') ?? '' })
    if (!parsed.success) return c.redirect(noticePath('revisa'), 303)
    await recover(parsed.data.email, clientAddress(c, config))
    return c.redirect(noticePath('enviado'), 303)
  })

  return new Hono<Env>().post('/recover', limited, formPost, validate('json', recoverySchema), async (c) => {
    await recover(c.req.valid('json').email, clientAddress(c, config))
    return c.json({ accepted: true }, 202)
  })
}
