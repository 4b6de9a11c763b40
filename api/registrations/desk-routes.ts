import { type Context, Hono } from 'hono'
import type { Action } from '../../data/accounts/activity.ts'
import type { Db } from '../../data/db/db.ts'
import { addByHand, type ChangeOutcome, changeRegistration, giveSeat } from '../../data/registrations/changes.ts'
import { confirmRegistrations } from '../../data/registrations/registrations.ts'
import {
  confirmationSchema,
  handRegistrationSchema,
  type Registration,
  type RegistrationChange,
  registrationChangeSchema,
  seatSchema,
} from '../../data/registrations/schema.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields, validate } from '../http/validate.ts'
import { type ChangeNeeds, noPlaceLeft, placeChange } from './place-change.ts'

const refusals = {
  taken: 'Otro registro ya tiene este correo.',
  full: noPlaceLeft,
  'no-seat': 'Todos los lugares están ocupados. Un administrador puede dar uno por encima del cupo.',
  'in-line': 'Los lugares se dan en el orden de la lista de espera. Para dar uno a esta persona, usa «Dar lugar».',
  gone: 'Alguien de quienes elegiste ya no está en la lista.',
  unseated: 'Solo se confirma a quien tiene lugar. Usa antes «Dar lugar».',
}

const onlyAdministrators = 'Solo un administrador puede dar lugares por encima del cupo.'

type Needs = ChangeNeeds & { db: Db }

export function deskRoutes({ db, config, mailer }: Needs) {
  return new Hono<Env>()
    .post('/confirm', validate('json', confirmationSchema), (c) => {
      const { isConfirmed, ...body } = c.req.valid('json')
      const ids = [...new Set(body.ids)]
      const action = isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
      const result = recorded(
        db,
        currentUser(c),
        ({ outcome }) => (outcome === 'stored' ? ids.map((subjectId) => ({ action, subjectId })) : null),
        () => confirmRegistrations(db, ids, isConfirmed),
      )
      if (result.outcome === 'missing') return c.json({ error: refusals.gone, ids: result.ids }, 404)
      if (result.outcome === 'unseated') return c.json({ error: refusals.unseated, ids: result.ids }, 409)
      return c.json({ changed: ids.length }, 200)
    })
    .post('/by-hand', validate('json', handRegistrationSchema), (c) => {
      const registration = c.req.valid('json')
      if (registration.over && !isAdmin(c)) return problem(c, 403, onlyAdministrators)
      const result = recorded(
        db,
        currentUser(c),
        (changed) => changed.outcome === 'stored' && { action: 'registration-added', subjectId: changed.registration.id },
        () => addByHand(db, registration, placeChange({ mailer, config })),
      )
      return answerChange(c, result, 201)
    })
    .post('/:id/seat', validate('json', seatSchema, { mayBeAbsent: true }), (c) => {
      const id = c.req.param('id')
      const { over = false } = c.req.valid('json')
      if (over && !isAdmin(c)) return problem(c, 403, onlyAdministrators)
      const result = recorded(
        db,
        currentUser(c),
        (changed) => hasNewStatus(changed) && { action: 'registration-seated', subjectId: id },
        () => giveSeat(db, id, { over }, placeChange({ mailer, config })),
      )
      return answerChange(c, result, 200)
    })
    .put('/:id', validate('json', registrationChangeSchema), (c) => {
      const id = c.req.param('id')
      const change = c.req.valid('json')
      const result = recorded(
        db,
        currentUser(c),
        (changed) => changed.outcome === 'stored' && { action: actionOf(change, changed), subjectId: id },
        () => changeRegistration(db, id, change, placeChange({ mailer, config })),
      )
      return answerChange(c, result, 200)
    })
}

const isAdmin = (c: Context<Env>) => currentUser(c).role === 'admin'

const hasNewStatus = (changed: ChangeOutcome) => changed.outcome === 'stored' && changed.before !== changed.registration.status

function answerChange<Status extends 200 | 201>(c: Context<Env>, changed: ChangeOutcome, status: Status) {
  if (changed.outcome === 'missing') return problem(c, 404)
  if (changed.outcome === 'taken') return c.json({ error: refusals.taken, id: changed.id }, 409)
  if (changed.outcome === 'invalid') return invalidFields(c, changed.fields)
  if (changed.outcome !== 'stored') return problem(c, 409, refusals[changed.outcome])
  return c.json<Registration, Status>(changed.registration, status)
}

function actionOf(change: RegistrationChange, { before, registration }: Extract<ChangeOutcome, { outcome: 'stored' }>): Action {
  if (before === 'registered' && registration.status === 'waitlisted') return 'registration-changed'
  if (before !== registration.status)
    return registration.status === 'cancelled' ? 'registration-cancelled' : 'registration-brought-back'
  const isConfirmation = Object.keys(change).every((field) => field === 'isConfirmed')
  if (!isConfirmation) return 'registration-changed'
  return registration.isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
}
