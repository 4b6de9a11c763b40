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

/** Messages of the page that need no script. */
const noticePaths = { registered: '/#registro-exitoso', waitlisted: '/#registro-en-espera' }

/** Maximum lengths of the form's fields. */
const fields = {
  name: limits.shortText,
  email: limits.email,
  phone: limits.phone,
  comments: limits.comments,
}

/** Above it the small page answers. */
const maxDrawing = 10

type Needs = { publisher: Publisher }

/** Handles the form without JavaScript. A refusal gets a small page, because it must be cheap. */
export function formPosts({ publisher }: Needs, admission: Admission, register: Register) {
  // Drawing all at once would block for seconds.
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
