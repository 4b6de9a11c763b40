import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { limits } from '../../data/limits.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { countAnswers } from '../../data/registrations/answers/counts.ts'
import { plannedDeletion } from '../../data/registrations/planned-deletion.ts'
import { findRegistrations } from '../../data/registrations/registrations.ts'
import { answerCountsSchema, registrationFilterSchema, registrationSchema } from '../../data/registrations/schema.ts'
import type { AddressHash } from '../activity/address-hash.ts'
import type { Erasures } from '../backup/erasures.ts'
import { setCounts } from '../http/counts.ts'
import type { Env } from '../http/env.ts'
import { invalidFields, validate } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { alertRoutes } from './alerts/alert-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { formPosts } from './form.ts'
import { peopleImportRoutes } from './import-routes.ts'
import { personRoutes } from './person-routes.ts'
import { recoverRoutes } from './recover-routes.ts'
import { onlyAdmitted, type Registering } from './registering.ts'
import { personSessionRoutes } from './sessions/person-session-routes.ts'
import { similarRoutes } from './similar-routes.ts'

type Needs = {
  db: Db
  config: { timeZone: string; registrationLimit: number; trustProxy: number; publicOrigin: string; dataDir: string }
  registering: Registering
  publisher: Publisher
  log: Logger
  mailer: { queue: QueueMail; wakeAlerts(): void } | null
  hashAddress: AddressHash
  erasures: Erasures
}

/** Loads code with dates on first use, because loading its library takes a sixth of the server's start time. */
export function registrationRoutes(deps: Needs) {
  const { db, config, registering } = deps

  return new Hono<Env>()
    .route('/', similarRoutes(deps))
    .route('/', deskRoutes(deps))
    .route('/', exportRoutes(deps))
    .route('/', personRoutes(deps))
    .route('/', personSessionRoutes(deps))
    .route('/', recoverRoutes(deps))
    .route('/', alertRoutes(deps))
    .route('/import', peopleImportRoutes(deps))
    .post('/', formPosts(deps, registering), onlyAdmitted(registering), validate('json', registrationSchema), async (c) => {
      const fields = c.req.valid('json')
      const { answers, errors } = registering.check(fields.answers)
      if (Object.keys(errors).length > 0) return invalidFields(c, errors)
      const { seat, refusal } = await registering.register(c, fields, answers)
      if (refusal) return c.json({ error: refusal.message, reason: refusal.reason }, refusal.status)
      // If the e-mail was registered before, the answer is the same, so that nobody learns who has registered.
      return c.json({ registered: true, status: seat }, 201)
    })
    .get('/', validate('query', registrationFilterSchema), (c) => {
      // Returns at most `limits.listed` people, because the complete list would cost too much. `X-Counts` has the totals.
      const filter = { limit: limits.listed, ...c.req.valid('query') }
      const { list, counts } = findRegistrations(db, filter)
      setCounts(c, counts)
      return c.json(list, 200)
    })
    .get('/answers', validate('query', answerCountsSchema), (c) => c.json(countAnswers(db, c.req.valid('query').status), 200))
    .get('/deletion', (c) => c.json(plannedDeletion(db, config.timeZone), 200))
    .get('/days', async (c) => {
      const { countRegistrationsByDay } = await import('../../data/registrations/days.ts')
      return c.json(countRegistrationsByDay(db, config.timeZone), 200)
    })
}
