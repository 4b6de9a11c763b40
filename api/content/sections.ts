import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import { withStartTime } from '../../data/content/event.ts'
import { lastSaved } from '../../data/content/revisions.ts'
import {
  type Content,
  isSetting,
  type SectionIdentity,
  type SectionKey,
  sectionIdentitySchema,
  sectionSchemas,
} from '../../data/content/schema.ts'
import { readForEdit, saveSection } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields, validate } from '../http/validate.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { placeChange } from '../registrations/place-change.ts'
import { conflict, contentBody, expectedRevision, publishAndReport, refuseInternalLinks, reportMerged } from './saving.ts'

type Change<K extends SectionKey> = Partial<Content[K]>

const anyone = createMiddleware<Env>((_, next) => next())

type Needs = { db: Db; publisher: Publisher; mailer: Mailer | null; config: { publicOrigin: string; timeZone: string } }

/** The texts of all mails together are longer than other content. */
const mailTextsBody = bodyUpTo(1280 * 1024)

export function sectionRoutes<K extends SectionKey>({ db, publisher, mailer, config }: Needs, key: K) {
  const { timeZone, publicOrigin } = config
  const noInternalLinks = refuseInternalLinks(publicOrigin)
  const body = key === 'mailTexts' ? mailTextsBody : contentBody
  // Clients may send a section back as they received it, with `id` and `updatedAt`.
  const changeSchema = (sectionSchemas[key] as z.ZodObject)
    .partial()
    .extend(sectionIdentitySchema.partial().shape) as unknown as z.ZodType<Change<K>, Change<K>>
  const withIdentity = (value: Content[K]): Content[K] & SectionIdentity => {
    const identity: SectionIdentity = { id: 1, updatedAt: lastSaved(db, [key]) }
    return { ...identity, ...value }
  }

  return new Hono<Env>()
    .get('/', (c) => {
      const { value, revision } = readForEdit(db, key, timeZone)
      c.header('ETag', `"${revision}"`)
      return c.json(withIdentity(value), 200)
    })
    .put('/', body, isSetting(key) ? adminOnly : anyone, validate('json', changeSchema), noInternalLinks, async (c) => {
      const user = currentUser(c)
      const edit = {
        ...{ by: user.id, ...placeChange({ mailer, config }), mayChangeEvent: user.role === 'admin' },
        movesDays: key === 'hero' && c.req.header('Move-Days') === 'true',
      }
      const startTime = () => readForEdit(db, 'event', timeZone).value.startTime
      const { id: _, updatedAt: __, ...fields } = c.req.valid('json') as Change<K> & Partial<SectionIdentity>
      const change = withStartTime(fields as Change<K>, startTime, timeZone)
      const saved = recorded(
        db,
        user,
        (result) => result.outcome === 'saved' && { action: 'content-saved', subject: key, revision: result.revision },
        () => saveSection(db, key, change, edit, expectedRevision(c.req.header('If-Match'))),
      )
      if (saved.outcome === 'conflict') return conflict(c, saved.conflicts)
      if (saved.outcome === 'invalid') return invalidFields(c, saved.fields)
      if (saved.outcome === 'forbidden')
        return problem(c, 403, 'El nombre y la fecha de la conferencia los cambia un administrador.')
      const answer = withIdentity(saved.value)
      await publishAndReport(c, publisher)
      reportMerged(c, saved.merged)
      c.header('ETag', `"${saved.revision}"`)
      return c.json(answer, 200)
    })
}
