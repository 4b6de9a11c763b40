import { Hono } from 'hono'
import { countActivity, listActivity } from '../../data/queries/activity.ts'
import { activityPageSchema } from '../../data/schema.ts'
import { adminOnly } from '../accounts/guard.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'

/** /api/audit: who did what, newest first, for administrators. */
export function activityRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get('/', adminOnly, validate('query', activityPageSchema), (c) => {
    c.header('X-Counts', `total=${countActivity(db)}`)
    return c.json(listActivity(db, c.req.valid('query')), 200)
  })
}
