import { Hono } from 'hono'
import { countActivity, listActivity } from '../../data/accounts/activity.ts'
import { activityPageSchema } from '../../data/accounts/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { setCounts } from '../http/counts.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'
import { adminOnly } from './guard.ts'

type Needs = { db: Db }

export function activityRoutes({ db }: Needs) {
  return new Hono<Env>().get('/', adminOnly, validate('query', activityPageSchema), (c) => {
    setCounts(c, { total: countActivity(db) })
    return c.json(listActivity(db, c.req.valid('query')), 200)
  })
}
