import { Hono } from 'hono'
import type { Db } from '../../../data/db/db.ts'
import { readRegistration } from '../../../data/registrations/registrations.ts'
import { chooseSessions, chosenSessions } from '../../../data/seats/choosing.ts'
import { sessionsSchema } from '../../../data/seats/schema.ts'
import { currentUser } from '../../accounts/guard.ts'
import { recorded } from '../../activity/record.ts'
import type { Env } from '../../http/env.ts'
import { problem } from '../../http/errors.ts'
import { invalidFields, validate } from '../../http/validate.ts'
import { type ChangeNeeds, placeChange } from '../place-change.ts'
import { refusalOf } from './refusals.ts'

const onlyAdministrators = 'Solo un administrador puede dar lugares por encima del cupo.'

export function personSessionRoutes(needs: ChangeNeeds & { db: Db }) {
  const { db, config } = needs
  return new Hono<Env>()
    .get('/:id/sessions', (c) => {
      const id = c.req.param('id')
      return readRegistration(db, id) ? c.json(chosenSessions(db, id, config.timeZone), 200) : problem(c, 404)
    })
    .put('/:id/sessions', validate('json', sessionsSchema), (c) => {
      const id = c.req.param('id')
      const { sessions, over = false } = c.req.valid('json')
      if (over && currentUser(c).role !== 'admin') return problem(c, 403, onlyAdministrators)
      const result = recorded(
        db,
        currentUser(c),
        ({ outcome }) => outcome === 'stored' && { action: 'registration-changed', subjectId: id },
        () => chooseSessions(db, id, sessions, placeChange(needs), { by: 'staff', over }),
      )
      if (result.outcome === 'missing') return problem(c, 404)
      if (result.outcome === 'stored') return c.json(chosenSessions(db, id, config.timeZone), 200)
      const { status, message } = refusalOf(result)
      return status === 422 ? invalidFields(c, { sessions: message }) : problem(c, status, message)
    })
}
