import { Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import { trashPageSchema } from '../../data/registrations/schema.ts'
import { countTrash, listTrash, restoreRegistration } from '../../data/registrations/trash.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import { setCounts } from '../http/counts.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { type ChangeNeeds, noPlaceLeft, placeChange } from './place-change.ts'

type Needs = ChangeNeeds & { db: Db; erasures: Erasures }

export function trashRoutes({ db, config, erasures, mailer }: Needs) {
  return new Hono<Env>()
    .get('/', validate('query', trashPageSchema), (c) => {
      const now = new Date().toISOString()
      setCounts(c, { total: countTrash(db, now) })
      return c.json(listTrash(db, now, c.req.valid('query')), 200)
    })
    .post('/:id/restore', (c) => {
      const restored = recorded(
        db,
        currentUser(c),
        (result) => (typeof result === 'string' ? null : { action: 'registration-restored', subjectId: result.id }),
        () => restoreRegistration(db, c.req.param('id'), placeChange({ mailer, config })),
      )
      if (restored === 'missing') return problem(c, 404)
      if (restored === 'conflict') return problem(c, 409, 'Este email se registró de nuevo después de eliminarlo.')
      if (restored === 'united')
        return problem(c, 409, 'Este email lo tiene ahora el registro con el que se unió. Cámbialo ahí primero.')
      if (restored === 'full') return problem(c, 409, noPlaceLeft)
      erasures.broughtBack('registration', restored.id)
      return c.json(restored, 200)
    })
}
