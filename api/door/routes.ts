import { Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import { endDevice, listDevices } from '../../data/door/devices.ts'
import { doorSpanNow } from '../../data/door/open.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import type { ChangeNeeds } from '../registrations/place-change.ts'
import { dropRoutes } from './drop-routes.ts'
import { doorEventRoutes } from './event-routes.ts'
import { doorListRoutes } from './list-routes.ts'
import { phoneContact } from './phone-contact.ts'
import { doorRoomRoutes } from './room-routes.ts'
import { createSharedSummary } from './shared-summary.ts'

type Needs = ChangeNeeds & { db: Db; config: { publicOrigin: string } }

export function doorRoutes(deps: Needs) {
  const { db, config } = deps
  const door = { ...deps, span: doorSpanNow(db, config.timeZone), contact: phoneContact(db) }
  const summary = createSharedSummary(db)

  return new Hono<Env>()
    .route('/', doorListRoutes(door))
    .route('/', doorEventRoutes(door))
    .route('/', doorRoomRoutes(door))
    .get('/summary', async (c) => c.json(await summary(), 200))
    .route('/', dropRoutes(deps))
    .get('/devices', adminOnly, (c) => c.json(listDevices(db), 200))
    .delete('/devices/:id', adminOnly, (c) => {
      const id = c.req.param('id')
      const isEnded = recorded(db, currentUser(c), { action: 'door-phone-ended', subjectId: id }, () =>
        endDevice(db, id, new Date().toISOString()),
      )
      return isEnded ? c.json({ ended: true }, 200) : problem(c, 404)
    })
}
