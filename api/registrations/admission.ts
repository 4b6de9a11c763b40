import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Closed, Seat } from '../../data/content/places.ts'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { capacityNow, outcomeNow } from '../../data/registrations/places-now.ts'
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
import { createDailyLimit, dailyLimitOf, seatShareOf } from './daily-limit.ts'
import type { Intake } from './intake.ts'

export type Admission = ReturnType<typeof admission>
export type Register = ReturnType<typeof registering>

/** `reason` is set if registering is closed. */
export type Refusal = { status: 409 | 429 | 503; message: string; reason?: Exclude<Closed, 'over'> }

export type Outcome = { seat: Seat; refusal: null } | { seat: null; refusal: Refusal }

const closedMessages: Record<Closed, string> = {
  'not-open': 'El registro todavía no está abierto.',
  closed: 'El registro ya cerró. Si ya te habías registrado, tu registro sigue en pie.',
  over: 'La conferencia ya terminó: el registro está cerrado.',
  full: 'Ya no hay lugares disponibles. Si ya te habías registrado, tu registro sigue en pie.',
}

const tooMany = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'
const tooManyToday = 'Desde tu red ya se hicieron demasiados registros hoy. Inténtalo mañana o desde otra conexión.'
const tooManyPlaces = 'Desde tu red ya se apartaron muchos lugares hoy. Inténtalo mañana o desde otra conexión.'

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
    /** Runs before the body is read, because refusing must be cheap. */
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

export function onlyAdmitted(admission: Admission) {
  return createMiddleware<Env>(async (c, next) => {
    const refusal = await admission.refusal(c)
    return refusal ? problem(c, refusal.status, refusal.message) : next()
  })
}

/** A guessed key could replace a registration. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The returned function throws if the database fails. */
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
  const outcomeAt = outcomeNow(db, config.timeZone)
  const capacity = capacityNow(db)
  const seats = createDailyLimit(() => seatShareOf(capacity() ?? Number.POSITIVE_INFINITY))
  const isShared = () => config.registrationLimit > 0 && capacity() !== null

  return (c: Context<Env>, fields: RegistrationFields) => inEqualTime(() => take(c, fields))

  async function take(c: Context<Env>, fields: RegistrationFields): Promise<Outcome> {
    const idempotencyKey = c.req.header('Idempotency-Key') ?? null
    if (idempotencyKey !== null && !uuid.test(idempotencyKey)) throw new HTTPException(400)
    const at = new Date().toISOString()
    const address = clientAddress(c, config)
    // Counted before storing, because simultaneous registrations would all see the last seat.
    const mayTakeSeat = isShared() && outcomeAt(at) === 'registered'
    if (mayTakeSeat) {
      const untilTomorrow = seats.wait(address)
      if (untilTomorrow > 0) {
        setRetryAfter(c, untilTomorrow)
        return { seat: null, refusal: { status: 429, message: tooManyPlaces } }
      }
      seats.count(address)
    }
    let hasTakenSeat = false
    try {
      // Only mails have a budget by address.
      const source = mailer ? hashAddress(address) : undefined
      const { outcome, stored } = await intake.store({ fields, at, idempotencyKey, marketingText: marketingText(), source })
      hasTakenSeat = stored === 'added' && outcome === 'registered'
      if (stored === 'added') await admission.stored(c)
      if (outcome === 'registered' || outcome === 'waitlisted') return { seat: outcome, refusal: null }
      const reason = outcome === 'over' ? 'closed' : outcome
      return { seat: null, refusal: { status: 409, message: closedMessages[outcome], reason } }
    } finally {
      if (mayTakeSeat && !hasTakenSeat) seats.uncount(address)
    }
  }
}
