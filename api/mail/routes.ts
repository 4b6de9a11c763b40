import { Hono } from 'hono'
import { countMails, listMails, readMail, registrationOfMail } from '../../data/mail/mails.ts'
import { mailFilterSchema, mailPreviewSchema, testMailSchema } from '../../data/mail/schema.ts'
import { registrationWithToken } from '../../data/registrations/own-registration.ts'
import { trueFor } from '../../data/registrations/set-status.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import { setCounts } from '../http/counts.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { framedByPanel } from '../http/security-headers.ts'
import { validate } from '../http/validate.ts'
import { announcementRoutes } from './announcement-routes.ts'
import { notConfigured } from './config.ts'

/** The mail as it arrives has styles of its own, and its ticket is a picture in it. */
const previewPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/**
 * /api/mails: what was sent to whom, what the mail server says, and sending again. The preview is the real mail to nobody, with texts
 * that are not saved yet: from a form of the panel into a frame of it.
 */
export function mailRoutes({ db, mailer, config }: Pick<Deps, 'db' | 'mailer' | 'config'>) {
  return new Hono<Env>()
    .get('/', validate('query', mailFilterSchema), (c) => {
      const filter = c.req.valid('query')
      setCounts(c, countMails(db, filter))
      return c.json(listMails(db, filter), 200)
    })
    .route('/announcement', announcementRoutes({ db, mailer }))
    .get('/server', (c) => c.json(mailer?.status() ?? null, 200))
    .post('/test', adminOnly, validate('json', testMailSchema), async (c) => {
      if (!mailer) return problem(c, 409, notConfigured)
      const { to, kind } = c.req.valid('json')
      const { NotSent } = await import('./connection.ts')
      try {
        return c.json({ response: await mailer.test(kind, { name: currentUser(c).name, address: to }) }, 200)
      } catch (error) {
        if (!(error instanceof NotSent)) throw error
        return c.json({ error: `El servidor de correo no lo aceptó: ${error.message}` }, 502)
      }
    })
    .post('/preview', framedByPanel, validate('form', mailPreviewSchema), async (c) => {
      const { kind, subject, body } = c.req.valid('form')
      const { previewHtml } = await import('./preview.ts')
      c.header('Content-Security-Policy', previewPolicy)
      return c.html(previewHtml({ db, config }, kind, { [`${kind}Subject`]: subject, [`${kind}Body`]: body }))
    })
    .post('/:id/resend', (c) => {
      const id = c.req.param('id')
      const mail = readMail(db, id)
      const registration = registrationWithToken(db, registrationOfMail(db, id) ?? '')
      if (!mail || !registration) return problem(c, 404)
      if (!mailer) return problem(c, 409, notConfigured)
      const isForPlace = trueFor[mail.kind].every((status) => status === 'registered')
      if (mail.kind === 'changed' && registration.status === 'cancelled')
        return problem(c, 409, 'Esta persona canceló su registro.')
      if (isForPlace && registration.status !== 'registered') return problem(c, 409, 'Esta persona ya no tiene lugar apartado.')
      const again = recorded(
        db,
        currentUser(c),
        () => mailer.queue(mail.kind, registration, new Date().toISOString()),
        () => ({ action: 'mail-resent', subjectId: registration.id }),
      )
      mailer.wake()
      return c.json(readMail(db, again), 201)
    })
}
