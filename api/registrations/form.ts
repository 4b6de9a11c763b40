import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import pLimit from 'p-limit'
import type { Db } from '../../data/db/db.ts'
import { idOfHash } from '../../data/hash-of.ts'
import { limits } from '../../data/limits.ts'
import { readQuestions } from '../../data/registrations/answers/stored.ts'
import { registrationSchema } from '../../data/registrations/schema.ts'
import type { Env } from '../http/env.ts'
import { isTransient, setRetryAfter, unavailableMessage } from '../http/errors.ts'
import { fieldErrors, isForm } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { RefusedForm } from '../publishing/render.ts'
import { answerPage } from '../serving/answer-page.ts'
import { answersIn, answerValues, sentAnswers } from './form-answers.ts'
import { type Outcome, type Refusal, type Registering, uuid } from './registering.ts'
import { waitPage, waitPolicy } from './wait-page.ts'

/** The page shows a notice at these addresses, even without JavaScript. */
const noticePaths = { registered: '/#registro-exitoso', waitlisted: '/#registro-en-espera' }

export const registeredPath = noticePaths.registered

const maxLengths = {
  name: limits.shortText,
  email: limits.email,
  phone: limits.phone,
  comments: limits.comments,
}

const maxWaitingPages = 10

const busy: Refusal = { status: 503, message: unavailableMessage }

/** The page of a place link gives its form a key. Another person on the same page must not replace the first one. */
function idempotencyKeyOf(key: string, email: string): string | null {
  return uuid.test(key) ? idOfHash(`${key} ${email.toLowerCase()}`) : null
}

/** `values` are shown again if the form is refused. `shortFields` are cut, so that they fit into a small page. */
function typedForm(body: URLSearchParams) {
  const typed = Object.fromEntries(Object.keys(maxLengths).map((field) => [field, body.get(field) ?? '']))
  const key = body.get('key') ?? ''
  const sentKey = uuid.test(key) ? [['key', key] as const] : []
  const shortTexts = Object.entries(maxLengths).map(([field, length]) => [field, typed[field]?.slice(0, length) ?? ''] as const)
  return {
    values: { ...typed, ...answerValues(body) },
    shortFields: [...shortTexts, ...sentKey, ...sentAnswers(body)],
    key,
    parsed: registrationSchema.safeParse({ ...typed, reserved: body.get('reserved') ?? '' }),
  }
}

/** `early` is the refusal if the visitor is over a limit. `register` returns the errors by field, or the outcome. */
export async function sentForm(c: Context<Env>, db: Db, registering: Registering) {
  const early = await registering.refusal(c)
  const body = new URLSearchParams(await c.req.text())
  const { values, shortFields, parsed, key } = typedForm(body)

  async function register(placeToken?: string): Promise<{ errors: Record<string, string> } | Outcome> {
    const { answers, errors } = registering.check(answersIn(body, readQuestions(db)))
    if (!parsed.success || Object.keys(errors).length > 0)
      return { errors: { ...(parsed.error && fieldErrors(parsed.error)), ...errors } }
    try {
      if (placeToken === undefined) return await registering.register(c, parsed.data, answers)
      const idempotencyKey = idempotencyKeyOf(key, parsed.data.email)
      return await registering.register(c, parsed.data, answers, { placeToken, idempotencyKey })
    } catch (error) {
      if (!isTransient(error)) throw error
      setRetryAfter(c)
      return { seat: null, refusal: busy }
    }
  }

  return { early, values, shortFields, register }
}

type SentFields = Parameters<typeof waitPage>[1]

type Needs = { db: Db; publisher: Publisher }

/**
 * Handles forms sent without JavaScript. If the visitor is over a limit, answers with a small page, because refusing must be
 * cheap.
 */
export function formPosts({ db, publisher }: Needs, registering: Registering) {
  // Refused forms are rendered one at a time, because many pages at once would block the process for seconds.
  const rendering = pLimit(1)

  const showAgain = async (c: Context<Env>, form: RefusedForm, status: 409 | 422) => {
    const page = await rendering(async () => {
      await nextTurn()
      return publisher.refusedPage(form)
    })
    return answerPage(c, page, status)
  }

  const askAgain = (c: Context<Env>, refusal: Refusal, fields: SentFields) => {
    c.header('Content-Security-Policy', waitPolicy)
    return c.html(waitPage(refusal, fields), refusal.status)
  }

  const answerBusy = (c: Context<Env>, fields: SentFields) => {
    setRetryAfter(c)
    return askAgain(c, busy, fields)
  }

  const isBusy = () => rendering.pendingCount >= maxWaitingPages

  return createMiddleware<Env>(async (c, next) => {
    if (!isForm(c)) return next()
    const { early, values, shortFields, register } = await sentForm(c, db, registering)
    if (early) return askAgain(c, early, shortFields)
    const result = await register()
    if ('errors' in result) return isBusy() ? answerBusy(c, shortFields) : showAgain(c, { values, errors: result.errors }, 422)
    const { seat, refusal } = result
    if (!refusal) return c.redirect(noticePaths[seat], 303)
    if (!refusal.reason || isBusy()) return askAgain(c, refusal, shortFields)
    return showAgain(c, { values, errors: {}, message: refusal.message }, 409)
  })
}
