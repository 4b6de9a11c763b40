import { type Context, Hono } from 'hono'
import type { Activity } from '../../data/accounts/activity.ts'
import { type ItemsChange, type RefusedItems, updateItems } from '../../data/content/content.ts'
import { eventMovesSchema } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { fillSeats } from '../../data/registrations/set-status.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { invalidFields, validate } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { type ChangeNeeds, placeChange } from '../registrations/place-change.ts'
import { contentBody, publishAndReport } from './saving.ts'

type Needs = ChangeNeeds & { db: Db; publisher: Publisher }

/** Moves all events in one revision or none, so that visitors never see half of a swap. */
export function eventMoveRoutes({ db, publisher, ...needs }: Needs) {
  return new Hono<Env>().put('/', contentBody, validate('json', eventMovesSchema), async (c) => {
    const updates = c.req.valid('json').events.map(({ id, updatedAt, ...fields }) => ({ id, fields, expected: updatedAt }))
    const user = currentUser(c)
    const move = () => {
      const moved = updateItems(db, 'events', updates, { by: user.id, at: new Date().toISOString() })
      fillSeats(db, placeChange(needs))
      return moved
    }
    const change = recorded(db, user, activity, move)
    if (change.outcome === 'refused') return refused(c, change)
    if (change.outcome === 'invalid') return invalidFields(c, byPath(change.fields))
    await publishAndReport(c, publisher)
    return c.json(change.items, 200)
  })
}

function refused(c: Context, { missing, conflicts }: RefusedItems) {
  const ids = { missing, overtaken: [...conflicts.keys()] }
  return conflicts.size > 0
    ? c.json({ error: 'Algo de esto cambió mientras tanto: no se movió nada.', ...ids }, 409)
    : c.json({ error: 'Algo de esto ya no existe: no se movió nada.', ...ids }, 404)
}

const maxLines = 10

function activity(change: ItemsChange<'events'>): Activity | Activity[] | null {
  if (change.outcome !== 'saved') return null
  const saved = { action: 'content-saved', subject: 'events', revision: change.revision } as const
  return change.items.length > maxLines ? saved : change.items.map(({ id }) => ({ ...saved, subjectId: id }))
}

const byPath = (fields: Extract<ItemsChange<'events'>, { outcome: 'invalid' }>['fields']) =>
  Object.fromEntries(
    fields.flatMap((errors, index) =>
      Object.entries(errors).map(([field, message]) => [`events.${index}.${field}`, message] as const),
    ),
  )
