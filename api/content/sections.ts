import { TZDate } from '@date-fns/tz'
import { Hono } from 'hono'
import type { z } from 'zod'
import { readSection, saveSection } from '../../data/queries/content.ts'
import { type Content, type SectionKey, sectionSchemas } from '../../data/schema.ts'
import { signedIn } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import type { ErrorBody } from '../http/errors.ts'
import { invalid, validate } from '../http/validate.ts'
import { conflict, expectedRevision, publishAndTell, tellMerged } from './saving.ts'

type Change<K extends SectionKey> = Partial<Content[K]>

/** Reads and saves one single-record section. `prepare` completes a change before it is stored. */
export function sectionRoutes<K extends SectionKey>(
  { db, publisher }: Deps,
  key: K,
  prepare: (change: Change<K>) => Change<K> = (change) => change,
) {
  // What the registry holds under K is K's schema; TypeScript loses that link in a union of objects.
  const changeSchema = sectionSchemas[key].partial() as unknown as z.ZodType<Change<K>, Change<K>>

  return new Hono<Env>()
    .get('/', (c) => {
      const { value, revision } = readSection(db, key)
      c.header('ETag', `"${revision}"`)
      return c.json(value, 200)
    })
    .put('/', validate('json', changeSchema), async (c) => {
      const user = signedIn(c)
      const edit = { by: user.id, at: new Date().toISOString() }
      const change = prepare(c.req.valid('json') as Change<K>)
      const saved = recorded(
        db,
        user,
        () => saveSection(db, key, change, edit, expectedRevision(c.req.header('If-Match'))),
        (result) => (result.outcome === 'saved' ? { action: 'content-saved', subject: key, revision: result.revision } : null),
      )
      if (saved.outcome === 'conflict') return conflict(c, saved.conflicts)
      if (saved.outcome === 'invalid') return c.json({ error: invalid, fields: saved.fields } satisfies ErrorBody, 422)
      await publishAndTell(c, publisher)
      tellMerged(c, saved.merged)
      c.header('ETag', `"${saved.revision}"`)
      return c.json(saved.value, 200)
    })
}

/** Reads an event date that is only a day (yyyy-MM-dd) as that day at 07:00 in the event's zone. */
export function atSeven(timeZone: string) {
  return (change: Change<'hero'>): Change<'hero'> => {
    if (!change.eventDate || change.eventDate.includes('T')) return change
    const [year = 0, month = 1, day = 1] = change.eventDate.split('-').map(Number)
    return { ...change, eventDate: new Date(+new TZDate(year, month - 1, day, 7, 0, timeZone)).toISOString() }
  }
}
