import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import pLimit from 'p-limit'
import { limits } from '../../data/limits.ts'
import { registrationSchema } from '../../data/registrations/schema.ts'
import type { Env } from '../http/env.ts'
import { isTransient, setRetryAfter, unavailableMessage } from '../http/errors.ts'
import { fieldErrors, isForm } from '../http/validate.ts'
import { answerPage } from '../publishing/answer-page.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { RefusedForm } from '../publishing/render.ts'
import { type Admission, closedMessages, isClosed, type Refusal, type Register } from './admission.ts'
import { waitPage, waitPolicy } from './wait-page.ts'

/** Where the page says without any script what became of a registration. */
const noticePaths = { registered: '/#registro-exitoso', waitlisted: '/#registro-en-espera' }

/** The fields of the page's own form, as texts, and how long each may be. */
const fields = {
  name: limits.shortText,
  email: limits.email,
  phone: limits.phone,
  comments: limits.comments,
}

/** A page takes some milliseconds to draw. So many may wait to be drawn; beyond it the small page answers. */
const maxDrawing = 10

type Needs = { publisher: Publisher }

/**
 * Handles the page's form where it is sent by the browser itself, without JavaScript: a redirect back when it is stored,
 * the same page with messages and all that was typed when not; a small page that can send it again when it cannot be taken
 * now, for whoever refuses thousands must not draw the whole page each time. Everything else goes on to the route.
 */
export function formPosts({ publisher }: Needs, admission: Admission, register: Register) {
  // One at a time, and others' requests in between: drawn all at once they would hold everybody up for seconds.
  const drawing = pLimit(1)

  const showAgain = async (c: Context<Env>, form: RefusedForm, status: 409 | 422) => {
    const page = await drawing(async () => {
      await nextTurn()
      return publisher.refusedPage(form)
    })
    return answerPage(c, page, status)
  }

  const askAgain = (c: Context<Env>, { status, message }: Refusal, values: Record<string, string>) => {
    c.header('Content-Security-Policy', waitPolicy)
    return c.html(waitPage(message, values), status)
  }

  return createMiddleware<Env>(async (c, next) => {
    if (!isForm(c)) return next()
    const refusal = await admission.refusal(c)
    const body = new URLSearchParams(await c.req.text())
    const typed = Object.fromEntries(Object.keys(fields).map((field) => [field, body.get(field) ?? '']))
    const kept = () =>
      Object.fromEntries(Object.entries(fields).map(([field, length]) => [field, typed[field]?.slice(0, length) ?? '']))
    if (refusal) return askAgain(c, refusal, kept())

    const parsed = registrationSchema.safeParse({ ...typed, reserved: body.get('reserved') ?? '' })
    if (!parsed.success && drawing.pendingCount >= maxDrawing) {
      setRetryAfter(c)
      return askAgain(c, { status: 503, message: unavailableMessage }, kept())
    }
    if (!parsed.success) return showAgain(c, { values: typed, errors: fieldErrors(parsed.error) }, 422)
    try {
      const answer = await register(c, parsed.data)
      if (typeof answer === 'object') return askAgain(c, answer, kept())
      if (!isClosed(answer)) return c.redirect(noticePaths[answer], 303)
      const message = closedMessages[answer]
      if (drawing.pendingCount >= maxDrawing) return askAgain(c, { status: 409, message }, kept())
      return await showAgain(c, { values: typed, errors: {}, message }, 409)
    } catch (error) {
      if (!isTransient(error)) throw error
      setRetryAfter(c)
      return askAgain(c, { status: 503, message: unavailableMessage }, kept())
    }
  })
}
