import { Hono } from 'hono'
import { countDeeds, listDeeds } from '../../data/queries/audit.ts'
import { auditPartSchema } from '../../data/schema.ts'
import type { Deps, Env } from '../deps.ts'
import { adminOnly } from '../guard.ts'
import { validate } from '../validate.ts'

/** /api/audit: who did what, newest first, for administrators. */
export function auditRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get('/', adminOnly, validate('query', auditPartSchema), (c) => {
    c.header('X-Counts', `total=${countDeeds(db)}`)
    return c.json(listDeeds(db, c.req.valid('query')), 200)
  })
}
