import { Hono } from 'hono'
import { lastActivityAt } from '../../data/accounts/activity.ts'
import { certificateOf } from '../../data/certificates/certificates.ts'
import type { SentKind } from '../../data/content/mail-texts.ts'
import type { Db } from '../../data/db/db.ts'
import { wasStopped } from '../../data/mail/announcements.ts'
import { isInGroup } from '../../data/mail/group-mails.ts'
import { countMails, listMails, originOfMail, readMail } from '../../data/mail/mails.ts'
import { mailFilterSchema, mailPreviewSchema, testMailSchema } from '../../data/mail/schema.ts'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import type { RegistrationStatus } from '../../data/registrations/schema.ts'
import { statusesForMail } from '../../data/registrations/set-status.ts'
import { minuteMs } from '../../data/time.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { insistOnRights, recorded } from '../activity/record.ts'
import { setCounts } from '../http/counts.ts'
import type { Env } from '../http/env.ts'
import { notConfigured, problem, problemWithRetry } from '../http/errors.ts'
import { framedByPanel } from '../http/security-headers.ts'
import { validate } from '../http/validate.ts'
import { announcementRoutes } from './announcement-routes.ts'
import { groupRoutes } from './group-routes.ts'
import { storedWords } from './mailed-content.ts'
import type { Mailer } from './mailer.ts'

const previewPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const resendAfterMs = 10 * minuteMs

const resentAlready = 'A esta persona ya se le reenvió un correo hace menos de diez minutos.'

type Needs = { db: Db; mailer: Mailer | null; config: { publicOrigin: string; timeZone: string } }

export function mailRoutes({ db, mailer, config }: Needs) {
  return new Hono<Env>()
    .get('/', validate('query', mailFilterSchema), (c) => {
      const filter = c.req.valid('query')
      setCounts(c, countMails(db, filter))
      return c.json(listMails(db, filter), 200)
    })
    .route('/announcement', announcementRoutes({ db, mailer }))
    .route('/group', groupRoutes({ db, mailer }))
    .get('/server', (c) => c.json(mailer?.status() ?? null, 200))
    .post('/test', adminOnly, validate('json', testMailSchema), async (c) => {
      if (!mailer) return problem(c, 409, notConfigured)
      const { to, kind, subject, body } = c.req.valid('json')
      const hasWords = kind === 'group' || (subject && body)
      const words = hasWords ? { subject: subject ?? '', body: body ?? '' } : storedWords(db, kind)
      const { NotSent } = await import('./connection.ts')
      insistOnRights(db, currentUser(c))
      try {
        return c.json({ response: await mailer.test(kind, { name: currentUser(c).name, address: to }, words) }, 200)
      } catch (error) {
        if (!(error instanceof NotSent)) throw error
        return c.json({ error: `El servidor de correo no lo aceptó: ${error.message}` }, 502)
      }
    })
    .post('/preview', framedByPanel, validate('form', mailPreviewSchema), async (c) => {
      const { kind, subject, body } = c.req.valid('form')
      const { previewHtml } = await import('./preview.ts')
      c.header('Content-Security-Policy', previewPolicy)
      return c.html(previewHtml({ db, config }, kind, { subject, body }))
    })
    .post('/:id/resend', (c) => {
      const id = c.req.param('id')
      const mail = readMail(db, id)
      const origin = originOfMail(db, id)
      const registration = registrationWithToken(db, origin?.registrationId ?? '')
      if (!mail || !registration) return problem(c, 404)
      if (!mailer) return problem(c, 409, notConfigured)
      if (!statusesForMail[mail.kind].includes(registration.status))
        return problem(c, 409, whyUntrue(mail.kind, registration.status))
      if (mail.kind === 'changed' && wasStopped(db, mail.createdAt)) return problem(c, 409, notSo)
      if (origin?.groupId && !isInGroup(db, origin.groupId, registration.id)) return problem(c, 409, notSo)
      if (mail.kind === 'certificate' && certificateOf(db, registration.id)?.revokedAt)
        return problem(c, 409, 'La constancia de esta persona fue revocada.')
      const wait =
        Date.parse(lastActivityAt(db, 'mail-resent', registration.id, new Date().toISOString()) ?? '') +
        resendAfterMs -
        Date.now()
      if (wait > 0) return problemWithRetry(c, 429, resentAlready, Math.ceil(wait / 1000))
      const again = recorded(db, currentUser(c), { action: 'mail-resent', subjectId: registration.id }, () =>
        mailer.queue(mail.kind, registration, new Date().toISOString(), {
          groupId: origin?.groupId ?? null,
          ...(origin?.sessions && { sessions: JSON.parse(origin.sessions) }),
        }),
      )
      return c.json(readMail(db, again), 201)
    })
}

const notSo = 'Lo que dice este correo ya no es así para esta persona.'

function whyUntrue(kind: SentKind, status: RegistrationStatus): string {
  if (statusesForMail[kind].every((each) => each === 'registered')) return 'Esta persona ya no tiene lugar apartado.'
  if (status === 'cancelled') return 'Esta persona canceló su registro.'
  return notSo
}
