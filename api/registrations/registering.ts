import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Seat } from '../../data/content/places.ts'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { checkAnswers, type StoredAnswers } from '../../data/registrations/answers/answers.ts'
import { readQuestions } from '../../data/registrations/answers/stored.ts'
import type { Refused } from '../../data/registrations/new-registrations.ts'
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
import { oncePerTurn } from '../system/timing.ts'
import { publishedMarketingText } from './consent.ts'
import { createDailyLimit, dailyLimitOf, seatShareOf } from './daily-limit.ts'
import type { Intake } from './intake.ts'

export type Registering = ReturnType<typeof createRegistering>

export type Refusal = { status: 409 | 429 | 503; message: string; reason?: Exclude<Refused, 'over'> }

export type Outcome = { seat: Seat; refusal: null } | { seat: null; refusal: Refusal }

type PlaceForm = { placeToken: string; idempotencyKey: string | null }

export const noShareMessage =
  'Los lugares de este enlace ya se ocuparon, o el enlace ya no sirve. Si ya te habías registrado, tu registro sigue en pie. Si no, puedes registrarte como los demás.'

const refusedMessages: Record<Refused, string> = {
  'not-open': 'El registro todavía no está abierto.',
  closed: 'El registro ya cerró. Si ya te habías registrado, tu registro sigue en pie.',
  over: 'La conferencia ya terminó: el registro está cerrado.',
  full: 'Ya no hay lugares disponibles. Si ya te habías registrado, tu registro sigue en pie.',
  'no-share': noShareMessage,
}

const tooMany = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'
const tooManyToday = 'Desde tu red ya se hicieron demasiados registros hoy. Inténtalo mañana o desde otra conexión.'
const tooManyPlaces = 'Desde tu red ya se apartaron muchos lugares hoy. Inténtalo mañana o desde otra conexión.'

/** Idempotency keys must be UUIDs, so that nobody can guess a key and replace a registration. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Needs = {
  db: Db
  intake: Intake
  readiness: Readiness
  publisher: Publisher
  config: { timeZone: string; registrationLimit: number; trustProxy: number }
  mailer: { queue: QueueMail } | null
  hashAddress: AddressHash
}

export function createRegistering({ db, intake, readiness, publisher, config, mailer, hashAddress }: Needs) {
  const perMinute = createRegistrationLimiter(config.registrationLimit)
  const daily = createDailyLimit(() => dailyLimitOf(config.registrationLimit))
  const capacity = capacityNow(db)
  const seats = createDailyLimit(() => seatShareOf(capacity() ?? Number.POSITIVE_INFINITY))
  const marketingText = publishedMarketingText({ db, publisher })
  const outcomeAt = outcomeNow(db, config.timeZone)
  // Each read locks the database file, which takes a tenth of a registration's time.
  const questions = oncePerTurn(() => readQuestions(db))

  /** Runs before the body is read, because refusing must be cheap. */
  async function refusal(c: Context<Env>): Promise<Refusal | null> {
    if (intake.isFull() || (await readiness.losesWrites())) return refuse(c, 503, unavailableMessage)
    const address = clientAddress(c, config)
    const untilTomorrow = daily.wait(address)
    if (untilTomorrow > 0) return refuse(c, 429, tooManyToday, untilTomorrow)
    const wait = await perMinute.attempt(address)
    return wait > 0 ? refuse(c, 429, tooMany, wait) : null
  }

  /** The limits per address also apply to links that keep places. Their form has no script, so its page sets the idempotency key. */
  async function store(c: Context<Env>, fields: RegistrationFields, answers: StoredAnswers, place?: PlaceForm): Promise<Outcome> {
    const placeToken = place?.placeToken
    const idempotencyKey = place ? place.idempotencyKey : (c.req.header('Idempotency-Key') ?? null)
    if (idempotencyKey !== null && !uuid.test(idempotencyKey)) throw new HTTPException(400)
    const at = new Date().toISOString()
    const address = clientAddress(c, config)
    const isLimited = config.registrationLimit > 0 && capacity() !== null
    const mayTakeSeat = isLimited && (placeToken !== undefined || outcomeAt(at) === 'registered')
    if (mayTakeSeat) {
      const untilTomorrow = seats.wait(address)
      if (untilTomorrow > 0) return { seat: null, refusal: refuse(c, 429, tooManyPlaces, untilTomorrow) }
      // Counts the seat before it is stored. Otherwise simultaneous registrations would all see the last seat as free.
      seats.count(address)
    }
    let hasTakenSeat = false
    try {
      const source = mailer ? hashAddress(address) : undefined
      const { outcome, stored } = await intake.store({
        fields,
        answers,
        at,
        idempotencyKey,
        marketingText: marketingText(),
        source,
        placeToken,
      })
      hasTakenSeat = stored === 'added' && outcome === 'registered'
      if (stored === 'added') {
        daily.count(address)
        await perMinute.stored()
      }
      if (outcome === 'registered' || outcome === 'waitlisted') return { seat: outcome, refusal: null }
      const reason = outcome === 'over' ? 'closed' : outcome
      return { seat: null, refusal: { status: 409, message: refusedMessages[outcome], reason } }
    } finally {
      if (mayTakeSeat && !hasTakenSeat) seats.uncount(address)
    }
  }

  return {
    refusal,
    register: (c: Context<Env>, fields: RegistrationFields, answers: StoredAnswers, place?: PlaceForm) =>
      inEqualTime(() => store(c, fields, answers, place)),
    /** The returned `errors` are by field name. */
    check: (sent: RegistrationFields['answers']) => checkAnswers(questions(), sent ?? {}, 'new'),
  }
}

function refuse(c: Context<Env>, status: 429 | 503, message: string, retrySeconds?: number): Refusal {
  setRetryAfter(c, retrySeconds)
  return { status, message }
}

export const onlyAdmitted = ({ refusal }: Registering) =>
  createMiddleware<Env>(async (c, next) => {
    const refused = await refusal(c)
    return refused ? problem(c, refused.status, refused.message) : next()
  })
