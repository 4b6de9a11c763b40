import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { registrationSchema } from '../../data/schema.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { isTransient, setRetryAfter, unavailableMessage } from '../http/errors.ts'
import { fieldErrors, isForm } from '../http/validate.ts'
import type { RefusedForm } from '../publishing/render.ts'
import type { Admit, Register } from './admission.ts'

/** Where the page confirms a registration without any script. */
const successPath = '/#registro-exitoso'

/** The fields of the page's own form, as texts. */
const fields = ['name', 'email', 'phone', 'comments'] as const

/**
 * Handles the page's form where it is sent by the browser itself, without JavaScript: a redirect back when it is stored,
 * the same page with messages and all that was typed when not, or when it cannot be taken now. Everything else goes on
 * to the route.
 */
export function formPosts({ publisher }: Pick<Deps, 'publisher'>, admit: Admit, register: Register) {
  const showAgain = async (c: Context<Env>, form: RefusedForm, status: 422 | 429 | 503) => {
    const page = await publisher.refuse(form)
    if (page.csp) c.header('Content-Security-Policy', page.csp)
    return c.html(page.html, status)
  }

  return createMiddleware<Env>(async (c, next) => {
    if (!isForm(c)) return next()
    const refusal = await admit(c)
    const body = await c.req.parseBody()
    const text = (field: string) => (typeof body[field] === 'string' ? body[field] : '')
    const values = Object.fromEntries(fields.map((field) => [field, text(field)]))
    if (refusal) return showAgain(c, { values, errors: {}, message: refusal.message }, refusal.status)

    const parsed = registrationSchema.safeParse({ ...values, website: text('website') })
    if (!parsed.success) return showAgain(c, { values, errors: fieldErrors(parsed.error) }, 422)
    try {
      await register(c, parsed.data)
      return c.redirect(successPath, 303)
    } catch (error) {
      if (!isTransient(error)) throw error
      setRetryAfter(c)
      return showAgain(c, { values, errors: {}, message: unavailableMessage }, 503)
    }
  })
}
