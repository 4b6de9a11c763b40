import { Hono } from 'hono'
import { limits } from '../../data/limits.ts'
import { recordActivity } from '../../data/queries/activity.ts'
import { eraseRegistration } from '../../data/queries/erasure.ts'
import { registrationWithToken } from '../../data/queries/own-registration.ts'
import {
  confirmRegistration,
  confirmRegistrations,
  countRegistrations,
  eachRegistration,
  listRegistrations,
} from '../../data/queries/registrations.ts'
import { trashRegistration } from '../../data/queries/trash.ts'
import { confirmationSchema, registrationChangeSchema, registrationFilterSchema, registrationSchema } from '../../data/schema.ts'
import { signedIn } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { backupsHolding } from '../backup/holding.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { ownPage } from '../mail/own-page.ts'
import { admission, closedMessages, isClosed, onlyAdmitted, registering } from './admission.ts'
import { formPosts } from './form.ts'

const isExporting = 'Ya se está descargando un CSV. Espera a que termine para pedir otro.'

/**
 * /api/registrations: visitors register, the panel reviews. What works with dates is loaded on first use: its library is a
 * sixth of the work of a start.
 */
export function registrationRoutes(deps: Deps) {
  const { db, config, mailer, erasures } = deps
  const moving = () => ({ at: new Date().toISOString(), queueMail: mailer?.queue ?? null })
  const admitting = admission(deps)
  const register = registering(deps, admitting)
  // One each, so that nobody's downloads hold up the others.
  const exporting = new Set<string>()

  return new Hono<Env>()
    .post('/', formPosts(deps, admitting, register), onlyAdmitted(admitting), validate('json', registrationSchema), async (c) => {
      const status = await register(c, c.req.valid('json'))
      if (isClosed(status)) return c.json({ error: closedMessages[status], reason: status }, 409)
      // A second registration with the same e-mail gets the same answer: nobody can find out who has registered.
      return c.json({ registered: true, status }, 201)
    })
    .get('/', validate('query', registrationFilterSchema), (c) => {
      // All of them at once would take memory and time from everybody: `X-Counts` says how many there are.
      const filter = { limit: limits.listed, ...c.req.valid('query') }
      const list = listRegistrations(db, filter)
      const counts = countRegistrations(db, filter, list.length)
      // The body is the list alone, as callers expect; the numbers come beside it.
      const pairs = Object.entries(counts).map(([name, count]) => `${name}=${count}`)
      c.header('X-Counts', pairs.join(', '))
      return c.json(list, 200)
    })
    .get('/days', async (c) => {
      const { countRegistrationsByDay } = await import('../../data/queries/registration-days.ts')
      return c.json(countRegistrationsByDay(db, config.timeZone), 200)
    })
    .get('/export', validate('query', registrationFilterSchema), async (c) => {
      const { csvName, registrationsCsv } = await import('./csv.ts')
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${csvName(config.timeZone)}"`,
      }
      // Nobody would read its body to the end.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const user = signedIn(c)
      if (exporting.has(user.id)) return problemWithRetry(c, 429, isExporting)
      recordActivity(db, user, { action: 'registrations-exported' }, new Date().toISOString())
      const all = eachRegistration(db, c.req.valid('query'))
      exporting.add(user.id)
      return c.body(
        registrationsCsv(all, config.timeZone, () => exporting.delete(user.id)),
        200,
        headers,
      )
    })
    .get('/:id/link', (c) => {
      const own = registrationWithToken(db, c.req.param('id'))
      if (!own) return problem(c, 404)
      // Whoever has it can change the registration: it is noted who looked.
      recordActivity(db, signedIn(c), { action: 'registration-link-shown', subjectId: own.id }, new Date().toISOString())
      return c.json({ url: ownPage(config.publicOrigin, own.token) }, 200)
    })
    .post('/confirm', validate('json', confirmationSchema), (c) => {
      const { ids, isConfirmed } = c.req.valid('json')
      const action = isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
      const isDone = db
        .transaction(() => {
          if (!confirmRegistrations(db, ids, isConfirmed)) return false
          const at = new Date().toISOString()
          for (const subjectId of ids) recordActivity(db, signedIn(c), { action, subjectId }, at)
          return true
        })
        .immediate()
      return isDone ? c.json({ changed: ids.length }, 200) : problem(c, 404)
    })
    .put('/:id', validate('json', registrationChangeSchema), (c) => {
      const { isConfirmed } = c.req.valid('json')
      const action = isConfirmed ? 'registration-confirmed' : 'registration-unconfirmed'
      const registration = recorded(
        db,
        signedIn(c),
        () => confirmRegistration(db, c.req.param('id'), isConfirmed),
        (changed) => changed && { action, subjectId: changed.id },
      )
      return registration ? c.json(registration, 200) : problem(c, 404)
    })
    .delete('/:id', (c) => {
      const id = c.req.param('id')
      const moveToTrash = () =>
        recorded(
          db,
          signedIn(c),
          () => trashRegistration(db, id, { by: signedIn(c).id, ...moving() }),
          (wasThere) => (wasThere ? { action: 'registration-deleted', subjectId: id } : null),
        )
      const isDeleted = erasures.during('registration', id, moveToTrash, Boolean)
      mailer?.wake()
      return isDeleted ? c.json({ deleted: true }, 200) : problem(c, 404)
    })
    .delete('/:id/data', async (c) => {
      const id = c.req.param('id')
      const erased = erasures.during('person', id, () => eraseRegistration(db, id, moving()), Boolean)
      if (!erased) return problem(c, 404)
      mailer?.wake()
      // After it, not with it: the traces in the log can only be removed outside a transaction.
      recordActivity(db, signedIn(c), { action: 'registration-erased', subjectId: id }, new Date().toISOString())
      return c.json({ erased: true, backups: await backupsHolding(config.dataDir, erased.registeredAt) }, 200)
    })
}
