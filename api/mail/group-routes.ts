import { Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import { type GroupMail, groupSizes, lastGroupMail, queueGroupMail, stopGroupMail } from '../../data/mail/group-mails.ts'
import { groupMailSchema, type MailGroup } from '../../data/mail/schema.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { notConfigured, problem, problemWithRetry } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import type { Mailer } from './mailer.ts'

export type GroupMailState = { groups: Record<MailGroup, number>; last: GroupMail | null }

type Needs = { db: Db; mailer: Mailer | null }

export function groupRoutes({ db, mailer }: Needs) {
  const state = (): GroupMailState => ({ groups: groupSizes(db), last: lastGroupMail(db) })

  return new Hono<Env>()
    .get('/', adminOnly, (c) => c.json(mailer ? state() : null, 200))
    .post('/', adminOnly, validate('json', groupMailSchema), (c) => {
      if (!mailer) return problem(c, 409, notConfigured)
      const edit = { by: currentUser(c).id, at: new Date().toISOString() }
      const result = recorded(
        db,
        currentUser(c),
        ({ outcome }) => outcome === 'queued' && { action: 'group-mailed' },
        () => queueGroupMail(db, mailer.queue, c.req.valid('json'), edit),
      )
      if (result.outcome === 'wait') {
        const error = 'Hace menos de diez minutos se escribió a un grupo. Espera un poco: así nadie recibe lo mismo dos veces.'
        return problemWithRetry(c, 429, error, Math.ceil(result.waitMs / 1000))
      }
      if (result.outcome === 'people') {
        const { people } = result
        const error =
          people === 0 ? 'No hay nadie en ese grupo.' : 'El grupo cambió mientras escribías: revisa a cuántas personas va.'
        return c.json({ error, people }, 409)
      }
      mailer.queueRest()
      return c.json({ id: result.id, people: result.people }, 201)
    })
    .delete('/', adminOnly, (c) => {
      const stopped = recorded(db, currentUser(c), { action: 'group-mail-stopped' }, () =>
        stopGroupMail(db, new Date().toISOString()),
      )
      return stopped > 0 ? c.json(state(), 200) : problem(c, 404, 'No hay ningún correo a un grupo en camino.')
    })
}
