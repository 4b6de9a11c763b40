import { Hono } from 'hono'
import { countDeeds, listDeeds } from '../../data/queries/activity.ts'
import { auditPartSchema } from '../../data/schema.ts'
import { adminOnly } from '../accounts/guard.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'

/** /api/audit: who did what, newest first, for administrators. */
export function auditRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get('/', adminOnly, validate('query', auditPartSchema), (c) => {
    c.header('X-Counts', `total=${countDeeds(db)}`)
    return c.json(listDeeds(db, c.req.valid('query')), 200)
  })
}
