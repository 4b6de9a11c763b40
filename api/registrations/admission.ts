import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Closed, Seat } from '../../data/content/places.ts'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { capacityNow, placesNow } from '../../data/registrations/places-now.ts'
import type { RegistrationFields } from '../../data/registrations/schema.ts'
import type { AddressHash } from '../activity/address-hash.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { problem, setRetryAfter, unavailableMessage } from '../http/errors.ts'
import { inEqualTime } from '../http/in-equal-time.ts'
import { createRegistrationLimiter } from '../http/minute-limit.ts'
import type { Readiness } from '../http/readiness.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { publishedMarketingText } from './consent.ts'
import { createDailyLimit, dailyLimitOf, shareOf } from './daily-limit.ts'
import type { Intake } from './intake.ts'

export type Admission = ReturnType<typeof admission>
export type Register = ReturnType<typeof registering>

export type Refusal = { status: 409 | 429 | 503; message: string }

export const closedMessages: Record<Closed, string> = {
  'not-open': 'El registro todavía no está abierto.',
  closed: 'El registro ya cerró. Si ya te habías registrado, tu registro sigue en pie.',
  over: 'La conferencia ya terminó: el registro está cerrado.',
  full: 'Ya no hay lugares disponibles. Si ya te habías registrado, tu registro sigue en pie.',
}

/** API clients get 'closed' after the event. */
export const reasonOf = (answer: Closed) => (answer === 'over' ? 'closed' : answer)

/** Returns whether registering is closed or full. */
export const isClosed = (answer: Seat | Closed): answer is Closed => answer in closedMessages

const tooMany = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'
const tooManyToday = 'Desde tu red ya se hicieron demasiados registros hoy. Inténtalo mañana o desde otra conexión.'
const tooManyPlaces = 'Desde tu red ya se apartaron muchos lugares hoy. Inténtalo mañana o desde otra conexión.'

/** Limits registrations. */
export function admission({
  intake,
  readiness,
  config,
}: {
  intake: Intake
  readiness: Readiness
  config: { timeZone: string; registrationLimit: number; trustProxy: number }
}) {
  const limiter = createRegistrationLimiter(config.registrationLimit)
  const daily = createDailyLimit(() => dailyLimitOf(config.registrationLimit))

  return {
    /** Sets `Retry-After`. Runs before the body is read, because refusing must be cheap. */
    async refusal(c: Context<Env>): Promise<Refusal | null> {
      if (intake.isFull() || (await readiness.losesWrites())) {
        setRetryAfter(c)
        return { status: 503, message: unavailableMessage }
      }
      const address = clientAddress(c, config)
      const untilTomorrow = daily.wait(address)
      if (untilTomorrow > 0) {
        setRetryAfter(c, untilTomorrow)
        return { status: 429, message: tooManyToday }
      }
      const wait = await limiter.attempt(address)
      if (wait === 0) return null
      setRetryAfter(c, wait)
      return { status: 429, message: tooMany }
    },
    async stored(c: Context<Env>): Promise<void> {
      daily.count(clientAddress(c, config))
      await limiter.stored()
    },
  }
}

/** Answers 429 or 503. */
export function onlyAdmitted(admission: Admission) {
  return createMiddleware<Env>(async (c, next) => {
    const refusal = await admission.refusal(c)
    return refusal ? problem(c, refusal.status, refusal.message) : next()
  })
}

/** A key lets its owner replace a registration, so it must be unguessable. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Throws if the registration is not stored. */
export function registering(
  {
    db,
    intake,
    publisher,
    config,
    mailer,
    hashAddress,
  }: {
    db: Db
    intake: Intake
    publisher: Publisher
    config: { timeZone: string; registrationLimit: number; trustProxy: number }
    mailer: { queue: QueueMail } | null
    hashAddress: AddressHash
  },
  admission: Admission,
) {
  const marketingText = publishedMarketingText({ db, publisher })
  const answerNow = placesNow(db, config.timeZone)
  const capacity = capacityNow(db)
  const seats = createDailyLimit(() => shareOf(capacity() ?? Number.POSITIVE_INFINITY))
  const isShared = () => config.registrationLimit > 0 && capacity() !== null

  return (c: Context<Env>, fields: RegistrationFields) => inEqualTime(() => take(c, fields))

  async function take(c: Context<Env>, fields: RegistrationFields): Promise<Seat | Closed | Refusal> {
    const idempotencyKey = c.req.header('Idempotency-Key') ?? null
    if (idempotencyKey !== null && !uuid.test(idempotencyKey)) throw new HTTPException(400)
    const at = new Date().toISOString()
    const address = clientAddress(c, config)
    // Counted first, because simultaneous registrations would all see the last seat.
    const mayTakeSeat = isShared() && answerNow(at) === 'registered'
    if (mayTakeSeat) {
      const untilTomorrow = seats.wait(address)
      if (untilTomorrow > 0) {
        setRetryAfter(c, untilTomorrow)
        return { status: 429, message: tooManyPlaces }
      }
      seats.count(address)
    }
    let hasTakenSeat = false
    try {
      // Only mails have a budget by address.
      const source = mailer ? hashAddress(address) : undefined
      const { outcome, answer } = await intake.store({ fields, at, idempotencyKey, marketingText: marketingText(), source })
      hasTakenSeat = outcome === 'added' && answer === 'registered'
      if (outcome === 'added') await admission.stored(c)
      return answer
    } finally {
      if (mayTakeSeat && !hasTakenSeat) seats.uncount(address)
    }
  }
}
