import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { recordActivity } from '../../data/accounts/activity.ts'
import { endSession } from '../../data/accounts/sessions.ts'
import type { Db } from '../../data/db/db.ts'
import { mayTell } from '../../data/door/amounts.ts'
import { doorAnswer, dropOf, storeArrivals } from '../../data/door/arrivals.ts'
import { countSent, endDevice, listDevices, noteContact, noteHolder } from '../../data/door/devices.ts'
import { trashWalkIns } from '../../data/door/drops.ts'
import { changeOf, countChanges } from '../../data/door/list.ts'
import { doorSpanNow, doorStateAt } from '../../data/door/open.ts'
import { arrivalsSchema, type DoorAnswer, doorListSchema, type WalkIn, walkInSchema } from '../../data/door/schema.ts'
import { earliestOf, timed } from '../../data/door/times.ts'
import { storeWalkIn } from '../../data/door/walk-ins.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { deviceInWords } from '../accounts/device.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry, Unavailable } from '../http/errors.ts'
import { acceptedEncoding } from '../http/representations.ts'
import { fromPanel } from '../http/same-origin.ts'
import { validate } from '../http/validate.ts'
import { placeChange } from '../registrations/place-change.ts'
import { hasRoomForArrivals } from '../system/disk.ts'
import { dropRoutes } from './drop-routes.ts'
import { compressed, doorListParts } from './list-stream.ts'
import { createSharedSummary } from './shared-summary.ts'

/** Takes about ten milliseconds between other requests. */
const eventsAtOnceCount = 100

/** Up to this number an update costs no more than other calls. */
const smallUpdateCount = 500

/** Seconds to wait while the account already receives a list. */
const busyRetrySeconds = 3

/** Seconds to wait after the account sent too much. */
const tooManyRetrySeconds = 600

const endedHere = 'Un administrador quitó la lista de este teléfono.'
const tooManyPhones =
  'Esta cuenta ya abrió la puerta en demasiados teléfonos. Pide a un administrador que quite los que no se usan.'
const isListBusy = 'Otro teléfono con esta cuenta está bajando la lista. Espera unos segundos.'
const tooManyEvents = 'Esta cuenta ya envió demasiadas llegadas hoy. Se guardan en el teléfono y se envían después.'
const tooManyWalkIns = 'Esta cuenta ya anotó a demasiadas personas sin registro. Se guardan en el teléfono y se envían después.'

const closedMessages = {
  'no-date': 'La puerta se abre tres días antes del evento, y el evento todavía no tiene fecha.',
  before: 'La puerta se abre tres días antes del evento.',
  over: 'El evento terminó.',
}

type Said = { name?: string | undefined; unsent?: number | undefined }

type Needs = {
  db: Db
  config: { timeZone: string; publicOrigin: string }
  mailer: { queue: QueueMail } | null
}

/** /api/door. Phones work offline and decide alone. */
export function doorRoutes(deps: Needs) {
  const { db, config } = deps
  const span = doorSpanNow(db, config.timeZone)
  const stateAt = (at: string) => doorStateAt(span(), at)
  const summary = createSharedSummary(db)
  /** Accounts that are receiving a list. */
  const loading = new Set<string>()

  /** 'ended' tells the phone to wipe its list. */
  function meet(
    c: Context<Env>,
    id: string | undefined,
    { name = '', unsent }: Said,
    takesList = false,
  ): 'ended' | 'too-many' | null {
    const user = currentUser(c)
    if (id === undefined) return user.isEnded ? 'ended' : null
    const { id: userId, sessionId } = user
    const at = new Date().toISOString()
    const contact = { id, name, model: deviceInWords(c.req.header('User-Agent')), userId, sessionId, at, unsent }
    const met = recorded(
      db,
      user,
      (outcome) => (outcome === 'new' ? { action: 'door-phone-added', subjectId: id } : null),
      () => (takesList && !user.isEnded ? noteHolder(db, contact) : noteContact(db, contact)),
    )
    if (user.isEnded || met === 'ended') return 'ended'
    return met === 'too-many' ? met : null
  }

  const sentBy = (c: Context<Env>, device: string) => ({
    device,
    by: currentUser(c).id,
    receivedAt: new Date().toISOString(),
  })

  /** Goes to the trash if the phone was dropped. */
  function takeWalkIn(c: Context<Env>, walkIn: WalkIn) {
    const user = currentUser(c)
    const sent = sentBy(c, walkIn.device ?? '')
    return recorded(
      db,
      user,
      ({ outcome }) => (outcome === 'added' ? { action: 'registration-added', subjectId: walkIn.id } : null),
      () => {
        const outcome = storeWalkIn(db, walkIn, sent, (at) => stateAt(at) === 'open')
        const dropId = outcome.outcome === 'added' ? dropOf(db, sent.device) : null
        if (dropId !== null) trashWalkIns(db, dropId, [walkIn.id], { ...placeChange(deps), by: user.id })
        if (outcome.outcome === 'added' || outcome.outcome === 'registered') countSent(db, sent.device, 1)
        return outcome
      },
    )
  }

  return new Hono<Env>()
    .get('/list', fromPanel({ config }), validate('query', doorListSchema), (c) => {
      const encoding = acceptedEncoding(c.req.header('Accept-Encoding'), 'gzip')
      const headers = {
        'Content-Type': 'application/json; charset=UTF-8',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      }
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const user = currentUser(c)
      const { since, device, ...said } = c.req.valid('query')
      const now = new Date().toISOString()
      const state = stateAt(now)
      const met = meet(c, device, said, state === 'open')
      if (met === 'ended') {
        // The phone has sent everything, so it no longer needs this session.
        if (user.isEnded) endSession(db, user.id, user.sessionId)
        return c.json({ error: endedHere, ended: true }, 410)
      }
      if (state !== 'open') return c.json({ error: closedMessages[state] }, 410)
      if (met === 'too-many') return problem(c, 409, tooManyPhones)
      const change = since === undefined ? null : changeOf(db, since)
      const isSmall = change !== null && countChanges(db, change) <= smallUpdateCount
      if (!isSmall && loading.has(user.id)) return problemWithRetry(c, 429, isListBusy, busyRetrySeconds)
      if (device === undefined && change === null) recordActivity(db, user, { action: 'door-list-taken' }, now)
      if (!isSmall) loading.add(user.id)
      const keepUntil = new Date(span()?.until ?? 0).toISOString()
      const parts = doorListParts(db, since, { now, keepUntil })
      return c.body(
        compressed(parts, encoding, () => !isSmall && loading.delete(user.id)),
        200,
        headers,
      )
    })
    .post('/arrivals', roomOnly(db), bodyUpTo(896 * 1024), validate('json', arrivalsSchema), async (c) => {
      const { device, arrivals, sentAt, ...said } = c.req.valid('json')
      const sent = sentBy(c, device)
      if (arrivals.length > 0 && !mayTell(db, sent)) return problemWithRetry(c, 429, tooManyEvents, tooManyRetrySeconds)
      const { receivedAt } = sent
      const events = timed(arrivals, { earliest: earliestOf(db, device, receivedAt), receivedAt, sentAt })
      for (let from = 0; from < events.length; from += eventsAtOnceCount) {
        const part = events.slice(from, from + eventsAtOnceCount)
        recorded(
          db,
          currentUser(c),
          () => null,
          () => countSent(db, device, storeArrivals(db, part, sent)),
        )
        await nextTurn()
      }
      const people: DoorAnswer[] = []
      for (const id of new Set(arrivals.map(({ registration }) => registration))) {
        people.push(doorAnswer(db, id))
        if (people.length % eventsAtOnceCount === 0) await nextTurn()
      }
      // Events of an ended phone still count.
      if (meet(c, device, said) === 'ended') return c.json({ error: endedHere, ended: true, people }, 410)
      return c.json(people, 200)
    })
    .post('/walk-in', roomOnly(db), validate('json', walkInSchema), (c) => {
      const walkIn = c.req.valid('json')
      const taken = takeWalkIn(c, walkIn)
      if (taken.outcome === 'closed') {
        const state = stateAt(new Date().toISOString())
        return problem(c, 409, state === 'open' ? closedMessages.over : closedMessages[state])
      }
      if (taken.outcome === 'too-many') return problemWithRetry(c, 429, tooManyWalkIns, taken.seconds)
      const person = doorAnswer(db, walkIn.id)
      if (meet(c, walkIn.device, {}) === 'ended') return c.json({ error: endedHere, ended: true, people: [person] }, 410)
      return c.json(person, 201)
    })
    .get('/summary', async (c) => c.json(await summary(), 200))
    .route('/', dropRoutes(deps))
    .get('/devices', adminOnly, (c) => c.json(listDevices(db), 200))
    .delete('/devices/:id', adminOnly, (c) => {
      const id = c.req.param('id')
      const isDone = recorded(db, currentUser(c), { action: 'door-phone-ended', subjectId: id }, () =>
        endDevice(db, id, new Date().toISOString()),
      )
      return isDone ? c.json({ ended: true }, 200) : problem(c, 404)
    })
}

/** Refuses phones while the disk has room only for registrations. */
function roomOnly(db: Db) {
  const folder = db.memory ? null : dirname(db.name)
  return createMiddleware<Env>(async (_, next) => {
    if (folder !== null && !hasRoomForArrivals(folder)) throw new Unavailable('the disk is nearly full')
    await next()
  })
}
