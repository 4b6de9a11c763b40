import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '../../data/db/db.ts'
import { doorAnswer, dropOf, storeArrivals } from '../../data/door/arrivals.ts'
import { countSent } from '../../data/door/devices.ts'
import { trashWalkIns } from '../../data/door/drops.ts'
import { type doorSpanNow, doorStateAt } from '../../data/door/open.ts'
import { arrivalsSchema, type DoorAnswer, type WalkIn, walkInSchema } from '../../data/door/schema.ts'
import { maySendEvents } from '../../data/door/sending-limits.ts'
import { earliestTime, withServerTimes } from '../../data/door/times.ts'
import { storeWalkIn } from '../../data/door/walk-ins.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry, Unavailable } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { type ChangeNeeds, placeChange } from '../registrations/place-change.ts'
import { hasRoomForArrivals } from '../system/disk.ts'
import { type PhoneContact, phoneMessages } from './phone-contact.ts'

/** Storing this many door events takes about ten milliseconds, during which other requests wait. */
const eventsAtOnceCount = 100

const tooManyRetrySeconds = 600

const tooManyEvents = 'Esta cuenta ya envió demasiadas llegadas hoy. Se guardan en el teléfono y se envían después.'
const tooManyWalkIns = 'Esta cuenta ya anotó a demasiadas personas sin registro. Se guardan en el teléfono y se envían después.'

type Needs = ChangeNeeds & { db: Db; span: ReturnType<typeof doorSpanNow>; contact: PhoneContact }

/** If a phone's access has ended, its door events are still stored, and then the answer is 410. */
export function doorEventRoutes(needs: Needs) {
  const { db, span, contact } = needs
  const roomOnly = requireRoom(db)
  const senderOf = (c: Context<Env>, device: string) => ({ device, by: currentUser(c).id, receivedAt: new Date().toISOString() })

  function takeWalkIn(c: Context<Env>, walkIn: WalkIn) {
    const sender = senderOf(c, walkIn.device ?? '')
    return recorded(
      db,
      currentUser(c),
      ({ outcome }) => outcome === 'added' && { action: 'registration-added', subjectId: walkIn.id },
      () => {
        const result = storeWalkIn(db, walkIn, sender, (at) => doorStateAt(span(), at) === 'open')
        const dropId = result.outcome === 'added' ? dropOf(db, sender.device) : null
        if (dropId !== null) trashWalkIns(db, dropId, [walkIn.id], { ...placeChange(needs), by: sender.by })
        if (result.outcome === 'added' || result.outcome === 'registered') countSent(db, sender.device, 1)
        return result
      },
    )
  }

  return new Hono<Env>()
    .post('/arrivals', roomOnly, bodyUpTo(896 * 1024), validate('json', arrivalsSchema), async (c) => {
      const { arrivals, sentAt, ...phone } = c.req.valid('json')
      const sender = senderOf(c, phone.device)
      if (arrivals.length > 0 && !maySendEvents(db, sender)) return problemWithRetry(c, 429, tooManyEvents, tooManyRetrySeconds)
      const { device, receivedAt } = sender
      const events = withServerTimes(arrivals, { earliest: earliestTime(db, device, receivedAt), receivedAt, sentAt })
      for (let from = 0; from < events.length; from += eventsAtOnceCount) {
        const part = events.slice(from, from + eventsAtOnceCount)
        recorded(db, currentUser(c), null, () => countSent(db, device, storeArrivals(db, part, sender)))
        await nextTurn()
      }
      const people: DoorAnswer[] = []
      for (const id of new Set(arrivals.map(({ registration }) => registration))) {
        people.push(doorAnswer(db, id))
        if (people.length % eventsAtOnceCount === 0) await nextTurn()
      }
      if (contact(c, phone) === 'ended') return c.json({ error: phoneMessages.ended, ended: true, people }, 410)
      return c.json(people, 200)
    })
    .post('/walk-in', roomOnly, validate('json', walkInSchema), (c) => {
      const walkIn = c.req.valid('json')
      const result = takeWalkIn(c, walkIn)
      if (result.outcome === 'closed') {
        const state = doorStateAt(span(), new Date().toISOString())
        return problem(c, 409, phoneMessages[state === 'open' ? 'over' : state])
      }
      if (result.outcome === 'too-many') return problemWithRetry(c, 429, tooManyWalkIns, result.seconds)
      const person = doorAnswer(db, walkIn.id)
      if (contact(c, { device: walkIn.device }) === 'ended')
        return c.json({ error: phoneMessages.ended, ended: true, people: [person] }, 410)
      return c.json(person, 201)
    })
}

function requireRoom(db: Db) {
  const folder = db.memory ? null : dirname(db.name)
  return createMiddleware<Env>(async (_, next) => {
    if (folder !== null && !hasRoomForArrivals(folder)) throw new Unavailable('the disk is nearly full')
    await next()
  })
}
