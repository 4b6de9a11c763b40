import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import {
  beginDrop,
  dropEvents,
  eventsToDrop,
  findDrop,
  listDoorAccounts,
  restoreEvents,
  type Sender,
} from '../../data/door/drops.ts'
import type { DoorDropped } from '../../data/door/schema.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { validateNothing } from '../http/validate.ts'
import { type ChangeNeeds, placeChange } from '../registrations/place-change.ts'

type Needs = ChangeNeeds & { db: Db }

/** If a restart interrupts a call, sending the call again discards or restores the remaining door events. */
export function dropRoutes(deps: Needs) {
  const { db } = deps
  const subjectOf = ({ device, userId }: Sender) => device ?? userId ?? ''

  async function drop(c: Context<Env>, sender: Sender) {
    const user = currentUser(c)
    const change = { ...placeChange(deps), by: user.id }
    const dropId = recorded(
      db,
      user,
      (id) => id !== null && { action: 'door-sent-dropped', subjectId: subjectOf(sender) },
      () => beginDrop(db, sender, change.at),
    )
    if (dropId === null) return problem(c, 404)
    const ids = eventsToDrop(db, sender)
    const dropped: DoorDropped = { events: 0, people: 0 }
    while (ids.length > 0) {
      const part = recorded(db, user, null, () => dropEvents(db, dropId, ids, change))
      add(dropped, part)
      await nextTurn()
    }
    return c.json(dropped, 200)
  }

  async function bringBack(c: Context<Env>, sender: Sender) {
    const user = currentUser(c)
    const change = placeChange(deps)
    const dropId = recorded(
      db,
      user,
      (id) => id !== null && { action: 'door-sent-restored', subjectId: subjectOf(sender) },
      () => findDrop(db, sender),
    )
    if (dropId === null) return problem(c, 404)
    const restored: DoorDropped = { events: 0, people: 0 }
    for (let isDone = false; !isDone; ) {
      const part = recorded(db, user, null, () => restoreEvents(db, dropId, change))
      add(restored, part)
      isDone = part.isDone
      await nextTurn()
    }
    return c.json(restored, 200)
  }

  return new Hono<Env>()
    .get('/accounts', adminOnly, (c) => c.json(listDoorAccounts(db), 200))
    .delete('/accounts/:id/sent', adminOnly, (c) => drop(c, { userId: c.req.param('id') }))
    .post('/accounts/:id/sent', adminOnly, validateNothing, (c) => bringBack(c, { userId: c.req.param('id') }))
    .delete('/devices/:id/sent', adminOnly, (c) => drop(c, { device: c.req.param('id') }))
    .post('/devices/:id/sent', adminOnly, validateNothing, (c) => bringBack(c, { device: c.req.param('id') }))
}

function add(sum: DoorDropped, { events, people }: DoorDropped): void {
  sum.events += events
  sum.people += people
}
