import { createMiddleware } from 'hono/factory'
import { createRegistration } from '../../data/queries/registrations.ts'
import { registrationSchema } from '../../data/schema.ts'
import type { Deps, Env } from '../deps.ts'
import { problem } from '../errors.ts'
import { clientAddress, createRegistrationLimiter } from '../limits.ts'
import { fieldErrors, mediaType } from '../validate.ts'

/** Where the page shows, without any script, that a registration arrived. */
const thanks = '/#registro-exitoso'

/** The fields of the page's own form, as texts. */
const fields = ['name', 'email', 'phone', 'comments'] as const

/**
 * Counts the registration against the address's limit, and handles the page's form where it is sent by the browser
 * itself, without JavaScript: a redirect back when it is stored, the same page with messages and all that was typed
 * when not. JSON goes on to the route.
 */
export function formPosts({ db, config, publisher }: Deps) {
  const limiter = createRegistrationLimiter(config.registrationLimit)

  return createMiddleware<Env>(async (c, next) => {
    const isForm = mediaType(c.req.header('Content-Type')) === 'application/x-www-form-urlencoded'
    const wait = await limiter.attempt(clientAddress(c, config))
    if (wait > 0) c.header('Retry-After', String(wait))
    if (!isForm) return wait > 0 ? problem(c, 429, tooMany) : next()

    const body = await c.req.parseBody()
    const values = Object.fromEntries(fields.map((field) => [field, typeof body[field] === 'string' ? body[field] : '']))
    const parsed = registrationSchema.safeParse(values)
    if (wait === 0 && parsed.success) {
      createRegistration(db, parsed.data, new Date().toISOString())
      return c.redirect(thanks, 303)
    }
    const refused =
      wait > 0 ? { values, errors: {}, message: tooMany } : { values, errors: parsed.success ? {} : fieldErrors(parsed.error) }
    const page = await publisher.refuse(refused)
    if (page.csp) c.header('Content-Security-Policy', page.csp)
    return c.html(page.html, wait > 0 ? 429 : 422)
  })
}

const tooMany = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'
