import { type Context, Hono } from 'hono'
import type { Action } from '../../data/accounts/activity.ts'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { addByHand, type Changed, changeRegistration, giveSeat } from '../../data/registrations/changes.ts'
import { setDifferent } from '../../data/registrations/different-people.ts'
import { mergeRegistrations } from '../../data/registrations/merging.ts'
import { confirmRegistrations } from '../../data/registrations/registrations.ts'
import {
  confirmationSchema,
  differentSchema,
  handRegistrationSchema,
  mergeSchema,
  type Registration,
  type RegistrationChange,
  registrationChangeSchema,
  seatSchema,
} from '../../data/registrations/schema.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { noPlaceLeft, placeChange } from './place-change.ts'
import { type SimilarPair, similarPairs } from './similar.ts'

const refusals = {
  taken: 'Otro registro ya tiene este email.',
  full: noPlaceLeft,
  'no-seat': 'Todos los lugares están ocupados. Un administrador puede dar uno más de los que hay.',
  'in-line': 'Los lugares se dan en el orden de la lista de espera. Para dar uno a esta persona, usa «Dar lugar».',
  gone: 'Alguien de quienes elegiste ya no está en la lista.',
  unseated: 'Solo se confirma a quien tiene lugar. Usa antes «Dar lugar».',
}

type Needs = { db: Db; config: { timeZone: string }; mailer: { queue: QueueMail } | null; erasures: Erasures }

/** Routes for staff. */
export function deskRoutes({ db, config, mailer, erasures }: Needs) {
  const findSimilar = similarPairs(db)

  return new Hono<Env>()
    .get('/similar', async (c) => c.json<SimilarPair[], 200>(await findSimilar(), 200))
    .put('/similar', validate('json', differentSchema), (c) => {
      const { isDifferent, ...pair } = c.req.valid('json')
      const isNoted = recorded(
        db,
        currentUser(c),
        (wasThere) => (wasThere && isDifferent ? { action: 'registrations-told-apart', subjectId: pair.a } : null),
        () => setDifferent(db, pair, isDifferent),
      )
      return isNoted ? c.json({ isDifferent }, 200) : problem(c, 404)
    })
    .post('/confirm', validate('json', confirmationSchema), (c) => {
      const { isConfirmed, ...sent } = c.req.valid('json')
      const ids = [...new Set(sent.ids)]
      const action = isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
      const confirmed = recorded(
        db,
        currentUser(c),
        ({ outcome }) => (outcome === 'stored' ? ids.map((subjectId) => ({ action, subjectId })) : null),
        () => confirmRegistrations(db, ids, isConfirmed),
      )
      if (confirmed.outcome === 'missing') return c.json({ error: refusals.gone, ids: confirmed.ids }, 404)
      if (confirmed.outcome === 'unseated') return c.json({ error: refusals.unseated, ids: confirmed.ids }, 409)
      return c.json({ changed: ids.length }, 200)
    })
    .post('/by-hand', validate('json', handRegistrationSchema), (c) => {
      if (c.req.valid('json').over && !mayGiveMore(c)) return problem(c, 403, onlyAdministrators)
      const added = recorded(
        db,
        currentUser(c),
        (result) => stored(result) && { action: 'registration-added', subjectId: stored(result)?.id },
        () => addByHand(db, c.req.valid('json'), placeChange({ mailer, config })),
      )
      if (added.outcome === 'missing') return problem(c, 404)
      if (added.outcome === 'taken') return c.json({ error: refusals.taken, id: added.id }, 409)
      if (added.outcome !== 'stored') return problem(c, 409, refusals[added.outcome])
      return c.json<Registration, 201>(added.registration, 201)
    })
    .post('/:id/seat', validate('json', seatSchema, { mayBeAbsent: true }), (c) => {
      const id = c.req.param('id')
      const { over = false } = c.req.valid('json')
      if (over && !mayGiveMore(c)) return problem(c, 403, onlyAdministrators)
      const given = recorded(
        db,
        currentUser(c),
        (result) => (isGiven(result) ? { action: 'registration-seated', subjectId: id } : null),
        () => giveSeat(db, id, { over }, placeChange({ mailer, config })),
      )
      if (given.outcome === 'missing') return problem(c, 404)
      if (given.outcome !== 'stored') return problem(c, 409, refusals['no-seat'])
      return c.json<Registration, 200>(given.registration, 200)
    })
    .post('/merge', validate('json', mergeSchema), (c) => {
      const merge = c.req.valid('json')
      const mergeAndNote = () =>
        recorded(
          db,
          currentUser(c),
          (merged) => merged && { action: 'registration-merged', subjectId: merged.id },
          () => mergeRegistrations(db, merge, { by: currentUser(c).id, ...placeChange({ mailer, config }) }),
        )
      const merged = erasures.noteThenDelete('registration', [merge.other], mergeAndNote, Boolean)
      if (!merged) return problem(c, 404)
      return c.json<Registration, 200>(merged, 200)
    })
    .put('/:id', validate('json', registrationChangeSchema), (c) => {
      const id = c.req.param('id')
      const change = c.req.valid('json')
      const changed = recorded(
        db,
        currentUser(c),
        (result) => (result.outcome === 'stored' ? { action: actionOf(change, result), subjectId: id } : null),
        () => changeRegistration(db, id, change, placeChange({ mailer, config })),
      )
      if (changed.outcome === 'missing') return problem(c, 404)
      if (changed.outcome === 'taken') return c.json({ error: refusals.taken, id: changed.id }, 409)
      if (changed.outcome !== 'stored') return problem(c, 409, refusals[changed.outcome])
      return c.json<Registration, 200>(changed.registration, 200)
    })
}

const mayGiveMore = (c: Context<Env>) => currentUser(c).role === 'admin'

const onlyAdministrators = 'Solo un administrador puede dar más lugares de los que hay.'

const isGiven = (result: Changed) => result.outcome === 'stored' && result.before !== result.registration.status

const stored = (result: Changed) => (result.outcome === 'stored' ? result.registration : null)

/** A status change comes before changed fields. */
function actionOf(change: RegistrationChange, { before, registration }: Extract<Changed, { outcome: 'stored' }>): Action {
  if (before !== registration.status)
    return registration.status === 'cancelled' ? 'registration-cancelled' : 'registration-brought-back'
  const isConfirmation = Object.keys(change).every((field) => field === 'isConfirmed')
  if (!isConfirmation) return 'registration-changed'
  return registration.isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
}
