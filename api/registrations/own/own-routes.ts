import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '../../../data/db/db.ts'
import { correctRegistration, setReminders } from '../../../data/own/own-changes.ts'
import { type OwnRegistration, registrationByToken } from '../../../data/own/own-registration.ts'
import { checkAnswers } from '../../../data/registrations/answers/answers.ts'
import { readAnswers, readQuestions } from '../../../data/registrations/answers/stored.ts'
import { eraseRegistrations, idsOfPerson } from '../../../data/registrations/erasure.ts'
import { begunNow, overNow } from '../../../data/registrations/places-now.ts'
import { ownChangeSchema, ownNameSchema, remindersSchema } from '../../../data/registrations/schema.ts'
import { seatsOf } from '../../../data/seats/seats.ts'
import { ownTransfer } from '../../../data/transfers/transfers.ts'
import type { AddressHash } from '../../activity/address-hash.ts'
import type { Erasures } from '../../backup/erasures.ts'
import { bodyUpTo } from '../../http/body-up-to.ts'
import { fieldErrors, formOf, readsForm, repeatedFormOf } from '../../http/validate.ts'
import { visitLimit } from '../../http/visit-limit.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { OwnPage, RefusedForm } from '../../publishing/render.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { serveSite } from '../../serving/serve-site.ts'
import { alertPageRoutes } from '../alerts/alert-page-routes.ts'
import { answersIn, answerValues, splitForm } from '../form-answers.ts'
import { type ChangeNeeds, placeChange } from '../place-change.ts'
import { placeLinkPageRoutes } from '../place-links/page-routes.ts'
import type { Registering } from '../registering.ts'
import { ownSessionRoutes } from '../sessions/own-session-routes.ts'
import { acceptRoutes } from '../transfers/accept-routes.ts'
import { ownTransferRoutes } from '../transfers/own-transfer-routes.ts'
import { ownCertificate, requestCertificate } from './own-certificate.ts'
import { ownPage, ownPath } from './own-page.ts'
import { type OwnEnv, ownSeatRoutes } from './own-seat-routes.ts'

export const secretPage: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
  c.res.headers.set('X-Robots-Tag', 'noindex')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
  c.res.headers.delete('ETag')
}

type Needs = ChangeNeeds & {
  db: Db
  publisher: Publisher
  config: { publicOrigin: string; registrationLimit: number; trustProxy: number }
  erasures: Erasures
  registering: Registering
  hashAddress: AddressHash
}

/**
 * Does not check the origin. The pages send `Referrer-Policy: no-referrer`, so browsers send `Origin: null` with their forms.
 */
export function ownRoutes(deps: Needs) {
  const { db, publisher, config, erasures, mailer } = deps
  const notFound = serveSite(publisher.site)
  const isOverAt = overNow(db, config.timeZone)
  const hasBegunAt = begunNow(db, config.timeZone)
  const hasBegun = () => hasBegunAt(new Date().toISOString())
  const isOver = ({ edition }: OwnRegistration) => edition !== null || isOverAt(new Date().toISOString())

  const findOwn = createMiddleware<OwnEnv>(async (c, next) => {
    const registration = registrationByToken(db, c.req.param('token') ?? '')
    if (!registration) return notFound(c)
    c.set('own', registration)
    return next()
  })

  const showPage = (
    registration: OwnRegistration,
    refused: RefusedForm | null,
    choice?: OwnPage['choice'],
    refusedTransfer?: RefusedForm,
  ) =>
    publisher.own({
      registration,
      refused,
      choice,
      passing: mailer ? ownTransfer(db, registration, new Date().toISOString()) : null,
      ...(refusedTransfer && { refusedTransfer }),
      seats: seatsOf(db, registration.id),
      certificate: ownCertificate(deps, registration, isOver(registration)),
      canAnswer: registration.edition === null && !hasBegun(),
    })

  return new Hono<OwnEnv>()
    .route('/pase', acceptRoutes(deps))
    .route('/cupo', placeLinkPageRoutes(deps))
    .route('/aviso', alertPageRoutes(deps))
    .use('/:token/*', bodyUpTo(48 * 1024), visitLimit(config), findOwn)
    .route('/', ownSeatRoutes(deps, isOver))
    .route(
      '/',
      ownSessionRoutes(deps, (registration, choice) => showPage(registration, null, choice)),
    )
    .route(
      '/',
      ownTransferRoutes(deps, (registration, refused) => showPage(registration, null, undefined, refused)),
    )
    .get('/:token', async (c) => answerPage(c, await showPage(c.var.own, null)))
    .post('/:token', readsForm(ownChangeSchema), async (c) => {
      const { id, token, edition } = c.var.own
      if (edition) return c.redirect(ownPath(token), 303)
      const { body, fields } = splitForm(await repeatedFormOf(c))
      const parsed = ownChangeSchema.safeParse(fields)
      const questions = readQuestions(db)
      const sent = hasBegun() ? {} : answersIn(body, questions)
      const isAnswered = Object.keys(sent).length > 0
      const { answers, errors } = checkAnswers(questions, sent, 'own', readAnswers(db, id))
      if (parsed.success && Object.keys(errors).length === 0) {
        correctRegistration(db, token, parsed.data, isAnswered ? answers : undefined)
        return c.redirect(ownPath(token, isAnswered || Object.keys(fields).length > 0 ? 'guardado' : undefined), 303)
      }
      const refused = { values: Object.fromEntries(body), errors: { ...(parsed.error && fieldErrors(parsed.error)), ...errors } }
      return answerPage(c, await showPage(c.var.own, { ...refused, values: { ...refused.values, ...answerValues(body) } }), 422)
    })
    .get('/:token/entrada.png', async (c) => {
      if (c.var.own.status !== 'registered' || c.var.own.edition) return notFound(c)
      const { qrPng } = await import('../ticket.ts')
      return c.body(qrPng(ownPage(config.publicOrigin, c.var.own.token)), 200, { 'Content-Type': 'image/png' })
    })
    .post('/:token/constancia', readsForm(ownNameSchema, { isLenient: true }), async (c) => {
      const { name } = ownNameSchema.safeParse(await formOf(c)).data ?? {}
      requestCertificate(deps, c.var.own, isOver(c.var.own), name)
      return c.redirect(ownPath(c.var.own.token, 'constancia'), 303)
    })
    .post('/:token/borrar', (c) => {
      const ids = idsOfPerson(db, c.var.own.id)
      erasures.noteThenErase(ids, () => eraseRegistrations(db, ids, placeChange(deps)))
      return c.redirect(ownPath(c.var.own.token), 303)
    })
    .get('/:token/recordatorios', (c) => c.redirect(ownPath(c.var.own.token, 'recordatorios'), 303))
    .post('/:token/recordatorios', readsForm(remindersSchema, { isLenient: true }), async (c) => {
      const { token, edition } = c.var.own
      const form = remindersSchema.safeParse(await formOf(c)).data ?? {}
      setReminders(db, token, form.wanted === '1')
      // RFC 8058 (one-click unsubscribe) forbids a redirect here.
      if (form['List-Unsubscribe'] === 'One-Click') return c.text('No recibirás más recordatorios ni mensajes.')
      return c.redirect(ownPath(token, edition ? undefined : 'recordatorios'), 303)
    })
}
