import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { certificateFor, certificateOf, correctCertificate, tookPart, tookPartIn } from '../../data/certificates/certificates.ts'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { eraseRegistrations, idsOfPerson } from '../../data/registrations/erasure.ts'
import { cancelRegistration, confirmOwn, correctRegistration, setReminders } from '../../data/registrations/own-changes.ts'
import { type OwnRegistration, registrationByToken } from '../../data/registrations/own-registration.ts'
import { overNow } from '../../data/registrations/places-now.ts'
import { ownChangeSchema, ownNameSchema, remindersSchema } from '../../data/registrations/schema.ts'
import type { Erasures } from '../backup/erasures.ts'
import { linkedInUrl } from '../certificates/paper.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { fieldErrors, formOf, readsForm } from '../http/validate.ts'
import { visitLimit } from '../http/visit-limit.ts'
import { answerPage } from '../publishing/answer-page.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { OwnCertificate, OwnPage } from '../publishing/render.ts'
import { serveSite } from '../serving/serve-site.ts'
import { ownPage } from './own-page.ts'
import { placeChange } from './place-change.ts'

type Own = { Variables: Env['Variables'] & { own: OwnRegistration } }

/** Forbids caching, indexing and referrers for secret addresses. */
export const secretPage: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
  c.res.headers.set('X-Robots-Tag', 'noindex')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
  c.res.headers.delete('ETag')
}

type Needs = {
  db: Db
  publisher: Publisher
  mailer: { queue: QueueMail } | null
  config: { publicOrigin: string; timeZone: string; registrationLimit: number; trustProxy: number }
  erasures: Erasures
}

/** /registro/{token}. No origin check, because browsers send `Origin: null` with this referrer policy. */
export function ownRoutes(deps: Needs) {
  const { db, publisher, mailer, config, erasures } = deps
  const notFound = serveSite(publisher.site)
  const isOverAt = overNow(db, config.timeZone)
  const isOver = ({ edition }: OwnRegistration) => edition !== null || isOverAt(new Date().toISOString())

  const found = createMiddleware<Own>(async (c, next) => {
    const own = registrationByToken(db, c.req.param('token') ?? '')
    if (!own) return notFound(c)
    c.set('own', own)
    return next()
  })

  /** Available from the end of the event. */
  function ownCertificate(own: OwnRegistration): OwnCertificate {
    const { id, edition } = own
    const made = certificateOf(db, id)
    if (!made) return { made: null, isDue: edition ? tookPartIn(db, edition.year, id) : isOver(own) && tookPart(db, id) }
    const { code, name, correctedAt, revokedAt } = made
    const linkedIn = linkedInUrl(db, made, config)
    return {
      made: { code, name, canCorrect: correctedAt === null && revokedAt === null, linkedIn, isRevoked: revokedAt !== null },
      isDue: false,
    }
  }

  const asking = (asks: NonNullable<OwnPage['asks']>) =>
    createMiddleware<Own>(async (c) => {
      const { own: registration } = c.var
      if (registration.status !== 'registered' || isOver(registration)) return c.redirect(`/registro/${registration.token}`, 303)
      return answerPage(c, await publisher.own({ registration, refused: null, asks }))
    })

  const back = (token: string, notice: string) => `/registro/${token}#${notice}`

  return (
    new Hono<Own>()
      .use('/:token/*', bodyUpTo(48 * 1024), visitLimit(config), found)
      .get('/:token', async (c) => {
        const certificate = ownCertificate(c.var.own)
        return answerPage(c, await publisher.own({ registration: c.var.own, refused: null, certificate }))
      })
      .post('/:token/constancia', readsForm(ownNameSchema, { isLenient: true }), async (c) => {
        const { id, token, edition } = c.var.own
        const { name } = ownNameSchema.safeParse(await formOf(c)).data ?? {}
        const at = new Date().toISOString()
        const made = certificateOf(db, id)
        if (made && name) correctCertificate(db, made.code, name, at)
        else if (!made && ownCertificate(c.var.own).isDue)
          certificateFor(
            db,
            { role: 'attendee', registration: id, speaker: null, name: name ?? c.var.own.name },
            at,
            edition?.year,
          )
        return c.redirect(back(token, 'constancia'), 303)
      })
      .post('/:token', readsForm(ownChangeSchema), async (c) => {
        const { token, edition } = c.var.own
        if (edition) return c.redirect(`/registro/${token}`, 303)
        const typed = await formOf(c)
        const parsed = ownChangeSchema.safeParse(typed)
        if (parsed.success) {
          correctRegistration(db, token, parsed.data)
          return c.redirect(back(token, 'guardado'), 303)
        }
        const values = Object.fromEntries(
          Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
        const refused = { values, errors: fieldErrors(parsed.error) }
        const page = await publisher.own({ registration: c.var.own, refused, certificate: ownCertificate(c.var.own) })
        return answerPage(c, page, 422)
      })
      .get('/:token/entrada.png', async (c) => {
        if (c.var.own.status !== 'registered' || c.var.own.edition) return notFound(c)
        const { qrPng } = await import('./ticket.ts')
        return c.body(qrPng(ownPage(config.publicOrigin, c.var.own.token)), 200, { 'Content-Type': 'image/png' })
      })
      // Mail programs open links, so only the button acts.
      .get('/:token/voy', asking('going'))
      .post('/:token/voy', (c) => {
        const { token } = c.var.own
        const isTaken = !isOver(c.var.own) && confirmOwn(db, token)
        return c.redirect(isTaken ? back(token, 'voy') : `/registro/${token}`, 303)
      })
      .get('/:token/libero', asking('leaving'))
      .post('/:token/cancelar', (c) => {
        const { token } = c.var.own
        if (isOver(c.var.own)) return c.redirect(`/registro/${token}`, 303)
        cancelRegistration(db, token, placeChange({ mailer, config }))
        return c.redirect(back(token, 'cancelado'), 303)
      })
      .post('/:token/borrar', (c) => {
        const { id } = c.var.own
        const ids = idsOfPerson(db, id)
        erasures.noteThenErase(ids, () => eraseRegistrations(db, ids, placeChange({ mailer, config })))
        return c.redirect(`/registro/${c.var.own.token}`, 303)
      })
      .get('/:token/recordatorios', (c) => c.redirect(back(c.var.own.token, 'recordatorios'), 303))
      .post('/:token/recordatorios', readsForm(remindersSchema, { isLenient: true }), async (c) => {
        const { token, edition } = c.var.own
        const form = remindersSchema.safeParse(await formOf(c)).data ?? {}
        setReminders(db, token, form.wanted === '1')
        // RFC 8058 forbids a redirect here.
        if (form['List-Unsubscribe'] === 'One-Click') return c.text('No recibirás más recordatorios ni mensajes.')
        return c.redirect(edition ? `/registro/${token}` : back(token, 'recordatorios'), 303)
      })
  )
}
