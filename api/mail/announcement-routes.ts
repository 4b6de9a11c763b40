import { type Context, Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import {
  type Announcement,
  countRecipients,
  lastAnnouncement,
  queueAnnouncement,
  stopAnnouncement,
} from '../../data/mail/announcements.ts'
import { type FactChange, unannouncedChanges } from '../../data/mail/event-facts.ts'
import { announcementSchema } from '../../data/mail/schema.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { notConfigured, problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { storedTexts } from './mailed-content.ts'
import type { Mailer } from './mailer.ts'

export type AnnouncementState = {
  changes: FactChange[]
  people: number
  subject: string
  body: string
  last: Announcement | null
}

type Needs = { db: Db; mailer: Mailer | null }

export function announcementRoutes({ db, mailer }: Needs) {
  const state = (): AnnouncementState => {
    const { changedSubject: subject, changedBody: body } = storedTexts(db)
    return { changes: unannouncedChanges(db), people: countRecipients(db), subject, body, last: lastAnnouncement(db) }
  }
  const answerState = (c: Context<Env>, status: 200 | 201) => c.json(state(), status)

  return new Hono<Env>()
    .get('/', adminOnly, (c) => c.json(mailer ? state() : null, 200))
    .post('/', adminOnly, validate('json', announcementSchema), (c) => {
      if (!mailer) return problem(c, 409, notConfigured)
      const edit = { by: currentUser(c).id, at: new Date().toISOString() }
      const outcome = recorded(
        db,
        currentUser(c),
        (result) => result === 'queued' && { action: 'change-announced' },
        () => queueAnnouncement(db, mailer.queue, c.req.valid('json'), edit),
      )
      if (outcome === 'unchanged') return problem(c, 409, 'No hay ningún cambio de fecha, horario o lugar sin avisar.')
      mailer.queueRest()
      return answerState(c, outcome === 'queued' ? 201 : 200)
    })
    .delete('/', adminOnly, (c) => {
      const stopped = recorded(db, currentUser(c), { action: 'announcement-stopped' }, () =>
        stopAnnouncement(db, new Date().toISOString()),
      )
      return stopped > 0 ? answerState(c, 200) : problem(c, 404, 'No hay ningún aviso en camino.')
    })
}
