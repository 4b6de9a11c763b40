import { Hono } from 'hono'
import { securitySchema } from '../../data/accounts/schema.ts'
import { isSecondFactorRequired, requireSecondFactor } from '../../data/accounts/second-factor.ts'
import type { Db } from '../../data/db/db.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'
import { adminOnly, currentUser } from './guard.ts'

type Needs = { db: Db }

export function securityRoutes({ db }: Needs) {
  return new Hono<Env>()
    .get('/', (c) => c.json({ requireSecondFactor: isSecondFactorRequired(db) }, 200))
    .put('/', adminOnly, validate('json', securitySchema), (c) => {
      const { requireSecondFactor: isRequired } = c.req.valid('json')
      const caller = currentUser(c)
      recorded(db, caller, { action: 'security-changed' }, () => requireSecondFactor(db, isRequired))
      return c.json({ requireSecondFactor: isRequired }, 200)
    })
}
