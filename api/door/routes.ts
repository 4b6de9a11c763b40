import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { recordActivity } from '../../data/accounts/activity.ts'
import type { Db } from '../../data/db/db.ts'
import { doorAnswer, storeArrivals } from '../../data/door/arrivals.ts'
import { endDevice, listDevices, noteContact, noteHolder } from '../../data/door/devices.ts'
import { changeOf } from '../../data/door/list.ts'
import { arrivalsSchema, type DoorAnswer, type DoorSummary, doorListSchema, walkInSchema } from '../../data/door/schema.ts'
import { doorNumbers, doublesSeen } from '../../data/door/summary.ts'
import { storeWalkIn } from '../../data/door/walk-ins.ts'
import { courseNow } from '../../data/programme/timeline.ts'
import { day } from '../../data/time.ts'
import { deviceInWords } from '../accounts/device.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { acceptedEncoding } from '../http/representations.ts'
import { fromPanel } from '../http/same-origin.ts'
import { validate } from '../http/validate.ts'
import { compressed, doorListParts } from './list-stream.ts'

/** What is stored, or answered, between two turns of others: some ten milliseconds. */
const eventsAtOnce = 100

/** Milliseconds after the end of the event. */
const keptAfter = 3 * day

const endedHere = 'Un administrador quitó la lista de este teléfono.'

type Said = { name?: string | undefined; unsent?: number | undefined }

type Needs = { db: Db; config: { timeZone: string; publicOrigin: string } }

/** /api/door: what phones at the door hold, and what they send. Each decides by itself: the calls only carry what it saw. */
export function doorRoutes({ db, config }: Needs) {
  const course = courseNow(db, config.timeZone)

  /** Until when a phone may hold the list: three days after the last day; null while no date is known. */
  function keepUntil(): string | null {
    const last = course().days.at(-1)
    return last ? new Date(last.ends + keptAfter).toISOString() : null
  }

  /** Notes that a phone was here, or, with `takesList`, that it holds the list from now on; true when it is ended, and is to wipe it. */
  function isEnded(c: Context<Env>, id: string | undefined, { name, unsent }: Said, takesList = false): boolean {
    if (id === undefined) return false
    const user = currentUser(c)
    const at = new Date().toISOString()
    const contact = { id, name: name || deviceInWords(c.req.header('User-Agent')), userId: user.id, at, unsent }
    const met = recorded(
      db,
      user,
      () => (takesList ? noteHolder(db, contact) : noteContact(db, contact)),
      (known) => (known === 'new' ? { action: 'door-phone-added', subjectId: id } : null),
    )
    return met === 'ended'
  }

  const sentBy = (c: Context<Env>, device: string) => ({
    device,
    by: currentUser(c).id,
    receivedAt: new Date().toISOString(),
  })

  return new Hono<Env>()
    .get('/list', fromPanel({ config }), validate('query', doorListSchema), (c) => {
      const encoding = acceptedEncoding(c.req.header('Accept-Encoding'), 'gzip')
      const headers = {
        'Content-Type': 'application/json; charset=UTF-8',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      }
      // Nobody would read its body to the end.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const { since, device, ...said } = c.req.valid('query')
      if (isEnded(c, device, said, true)) return c.json({ error: endedHere, ended: true }, 410)
      const now = new Date().toISOString()
      const isWhole = since === undefined || changeOf(db, since) === null
      if (device === undefined && isWhole) recordActivity(db, currentUser(c), { action: 'door-list-taken' }, now)
      return c.body(compressed(doorListParts(db, since, { now, keepUntil: keepUntil() }), encoding), 200, headers)
    })
    .post('/arrivals', bodyUpTo(896 * 1024), validate('json', arrivalsSchema), async (c) => {
      const { device, arrivals, ...said } = c.req.valid('json')
      for (let from = 0; from < arrivals.length; from += eventsAtOnce) {
        const part = arrivals.slice(from, from + eventsAtOnce)
        recorded(
          db,
          currentUser(c),
          () => storeArrivals(db, part, sentBy(c, device)),
          () => null,
        )
        await nextTurn()
      }
      const people: DoorAnswer[] = []
      for (const id of new Set(arrivals.map(({ registration }) => registration))) {
        people.push(doorAnswer(db, id))
        if (people.length % eventsAtOnce === 0) await nextTurn()
      }
      // What it sent is kept all the same: nobody who came is lost.
      if (isEnded(c, device, said)) return c.json({ error: endedHere, ended: true, people }, 410)
      return c.json(people, 200)
    })
    .post('/walk-in', validate('json', walkInSchema), (c) => {
      const walkIn = c.req.valid('json')
      recorded(
        db,
        currentUser(c),
        () => storeWalkIn(db, walkIn, sentBy(c, walkIn.device ?? '')),
        (isAdded) => (isAdded ? { action: 'registration-added', subjectId: walkIn.id } : null),
      )
      const person = doorAnswer(db, walkIn.id)
      if (isEnded(c, walkIn.device, {})) return c.json({ error: endedHere, ended: true, people: [person] }, 410)
      return c.json(person, 201)
    })
    .get('/summary', async (c) => {
      const numbers = doorNumbers(db)
      // Each takes some twenty milliseconds where 20,000 came; more where thousands of them were read by mistake and read again.
      await nextTurn()
      return c.json<DoorSummary, 200>({ ...numbers, doublesSeen: doublesSeen(db) }, 200)
    })
    .get('/devices', adminOnly, (c) => c.json(listDevices(db), 200))
    .delete('/devices/:id', adminOnly, (c) => {
      const id = c.req.param('id')
      const isDone = recorded(
        db,
        currentUser(c),
        () => endDevice(db, id, new Date().toISOString()),
        (wasThere) => (wasThere ? { action: 'door-phone-ended', subjectId: id } : null),
      )
      return isDone ? c.json({ ended: true }, 200) : problem(c, 404)
    })
}
