import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Db } from '../../data/db/db.ts'
import { type Imported, prepareImport, readBasis, storeImport } from '../../data/import/import.ts'
import {
  importAddressSchema,
  importSchema,
  maxImportBytes,
  maxImportFileBytes,
  previewImportSchema,
} from '../../data/import/source.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { fillSeats } from '../../data/registrations/set-status.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { insistOnRights, recorded } from '../activity/record.ts'
import { publishAndReport } from '../content/saving.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { type ErrorBody, problem, problemWithRetry } from '../http/errors.ts'
import { countAttempt } from '../http/rate-limit.ts'
import { validate } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { inTurns } from '../system/timing.ts'
import type { Network } from './guarded-fetch.ts'
import { fetchGuarded } from './guarded-fetch.ts'
import type { Photos } from './photos.ts'
import { planFile, previewFile } from './run-plan.ts'

const fileBody = bodyUpTo(maxImportBytes)
const overtaken = 'Alguien más guardó cambios mientras se traía el archivo. Inténtalo de nuevo.'

const maxAttempts = 3

const addressLimits = { maxBytes: maxImportFileBytes, timeoutMs: 10_000 }
const otherAddress = 'Ya se está leyendo otra dirección. Espera unos segundos.'
const manyAddresses = 'Leíste muchas direcciones seguidas. Espera unos minutos y vuelve a intentarlo.'

type Needs = {
  db: Db
  publisher: Publisher
  config: { timeZone: string }
  mailer: { queue: QueueMail } | null
  photos: Photos
  network: Network
}

export function importRoutes({ db, publisher, config: { timeZone }, mailer, photos, network }: Needs) {
  const addresses = new RateLimiterMemory({ points: 20, duration: 10 * 60 })
  let isFetching = false
  return new Hono<Env>()
    .post('/preview', fileBody, validate('json', previewImportSchema), async (c) => {
      const { data, ...file } = c.req.valid('json')
      const { lists, eventDay } = readBasis(db, timeZone)
      return c.json(await previewFile({ ...file, lists, eventDay, timeZone }, data), 200)
    })
    .post('/', fileBody, validate('json', importSchema), async (c) => {
      const { data, accept, photos: withPhotos = false, ...file } = c.req.valid('json')
      const { source } = file
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const basis = readBasis(db, timeZone)
        const plan = await planFile({ ...file, lists: basis.lists, eventDay: basis.eventDay, timeZone }, data)
        const prepared = await inTurns(prepareImport(db, { plan, source, basis, accept }, new Date().toISOString()))
        const imported = recorded(
          db,
          currentUser(c),
          (result) =>
            result.outcome === 'saved' &&
            result.revision !== null && { action: 'content-imported', revision: result.revision, subjectId: source },
          (): Imported => {
            const result = storeImport(db, prepared, { by: currentUser(c).id })
            if (result.outcome === 'saved')
              fillSeats(db, { at: new Date().toISOString(), timeZone, queueMail: mailer?.queue ?? null })
            return result
          },
        )
        if (imported.outcome === 'overtaken') continue
        if (imported.outcome === 'invalid') {
          const { fields } = imported
          return c.json({ error: Object.values(fields).join(' '), fields } satisfies ErrorBody, 422)
        }
        await nextTurn()
        const { outcome: _, photos: allPhotos, ...result } = imported
        if (result.revision !== null) await publishAndReport(c, publisher)
        const wantedPhotos = withPhotos ? allPhotos : []
        photos.fetch(wantedPhotos, currentUser(c), result.revision)
        return c.json({ ...result, photos: wantedPhotos.length }, 200)
      }
      return problem(c, 409, overtaken)
    })
    .post('/address', adminOnly, validate('json', importAddressSchema), async (c) => {
      const user = currentUser(c)
      insistOnRights(db, user)
      if (isFetching) return problemWithRetry(c, 429, otherAddress)
      isFetching = true
      try {
        const over = await countAttempt(addresses, user.id)
        if (over) return problemWithRetry(c, 429, manyAddresses, over.seconds)
        const bytes = await fetchGuarded(c.req.valid('json').url, addressLimits, network)
        insistOnRights(db, user)
        return c.body(bytes, 200, { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' })
      } finally {
        isFetching = false
      }
    })
    .get('/photos', (c) => c.json(photos.progress(), 200))
}
