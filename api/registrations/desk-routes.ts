import { Hono } from 'hono'

import { type Action, recordActivity } from '../../data/accounts/activity.ts'
import { addByHand, type Changed, changeRegistration } from '../../data/registrations/changes.ts'
import { mergeRegistrations } from '../../data/registrations/merging.ts'
import { confirmRegistrations } from '../../data/registrations/registrations.ts'
import {
  confirmationSchema,
  handRegistrationSchema,
  mergeSchema,
  type Registration,
  type RegistrationChange,
  registrationChangeSchema,
} from '../../data/registrations/schema.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { noPlaceLeft, placeChange } from './place-change.ts'
import { type SimilarPair, similarPairs } from './similar.ts'

const refusals = {
  taken: 'Otro registro ya tiene este email.',
  full: noPlaceLeft,
  'in-line': 'Los lugares se dan en el orden de la lista de espera. Amplía el cupo en Ajustes para dar más.',
}

/** A thousand ids. */
const manyIds = bodyUpTo(48 * 1024)

/** What staff do with registrations: confirm many, correct, cancel and bring back, add by hand, merge. */
export function deskRoutes({ db, mailer, erasures }: Deps) {
  const findSimilar = similarPairs(db)

  return new Hono<Env>()
    .get('/similar', async (c) => c.json<SimilarPair[], 200>(await findSimilar(), 200))
    .post('/confirm', manyIds, validate('json', confirmationSchema), (c) => {
      const { isConfirmed, ...sent } = c.req.valid('json')
      const ids = [...new Set(sent.ids)]
      const action = isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
      const isDone = db
        .transaction(() => {
          if (!confirmRegistrations(db, ids, isConfirmed)) return false
          const at = new Date().toISOString()
          for (const subjectId of ids) recordActivity(db, currentUser(c), { action, subjectId }, at)
          return true
        })
        .immediate()
      return isDone ? c.json({ changed: ids.length }, 200) : problem(c, 404)
    })
    .post('/by-hand', validate('json', handRegistrationSchema), (c) => {
      const added = recorded(
        db,
        currentUser(c),
        () => addByHand(db, c.req.valid('json'), placeChange(mailer)),
        (result) => stored(result) && { action: 'registration-added', subjectId: stored(result)?.id },
      )
      if (added.outcome === 'missing') return problem(c, 404)
      if (added.outcome === 'taken') return c.json({ error: refusals.taken, id: added.id }, 409)
      if (added.outcome !== 'stored') return problem(c, 409, refusals[added.outcome])
      mailer?.wake()
      return c.json<Registration, 201>(added.registration, 201)
    })
    .post('/merge', validate('json', mergeSchema), (c) => {
      const merge = c.req.valid('json')
      const mergeAndNote = () =>
        recorded(
          db,
          currentUser(c),
          () => mergeRegistrations(db, merge, { by: currentUser(c).id, ...placeChange(mailer) }),
          (merged) => merged && { action: 'registration-merged', subjectId: merged.id },
        )
      const merged = erasures.noteThenDelete('registration', [merge.other], mergeAndNote, Boolean)
      if (!merged) return problem(c, 404)
      mailer?.wake()
      return c.json<Registration, 200>(merged, 200)
    })
    .put('/:id', validate('json', registrationChangeSchema), (c) => {
      const id = c.req.param('id')
      const change = c.req.valid('json')
      const changed = recorded(
        db,
        currentUser(c),
        () => changeRegistration(db, id, change, placeChange(mailer)),
        (result) => (result.outcome === 'stored' ? { action: actionOf(change, result), subjectId: id } : null),
      )
      if (changed.outcome === 'missing') return problem(c, 404)
      if (changed.outcome === 'taken') return c.json({ error: refusals.taken, id: changed.id }, 409)
      if (changed.outcome !== 'stored') return problem(c, 409, refusals[changed.outcome])
      mailer?.wake()
      return c.json<Registration, 200>(changed.registration, 200)
    })
}

const stored = (result: Changed) => (result.outcome === 'stored' ? result.registration : null)

/** What the activity calls a change: by what moved a place first, then by what was filled in. */
function actionOf(change: RegistrationChange, { before, registration }: Extract<Changed, { outcome: 'stored' }>): Action {
  if (before !== registration.status)
    return registration.status === 'cancelled' ? 'registration-cancelled' : 'registration-brought-back'
  const isConfirmation = Object.keys(change).every((field) => field === 'isConfirmed')
  if (!isConfirmation) return 'registration-changed'
  return registration.isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
}
