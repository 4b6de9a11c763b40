import { Hono } from 'hono'
import pLimit from 'p-limit'
import { readKey } from '../../data/content/revisions.ts'
import type { Db } from '../../data/db/db.ts'
import { importPeopleSchema, previewPeopleSchema } from '../../data/import/people-file.ts'
import { isImport, lastImport } from '../../data/import/people-imports.ts'
import { maxImportBytes } from '../../data/import/source.ts'
import { freeSeats } from '../../data/registrations/places-now.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { insistOnRights } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { notConfigured, problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { importPeople, previewPeople, undoImport } from './people-import.ts'
import type { ChangeNeeds } from './place-change.ts'

const fileBody = bodyUpTo(maxImportBytes)

type Needs = ChangeNeeds & { db: Db; erasures: Erasures }

export function peopleImportRoutes(deps: Needs) {
  const { db, mailer } = deps
  const oneAtATime = pLimit(1)

  return new Hono<Env>()
    .get('/', adminOnly, (c) => c.json({ last: lastImport(db) }, 200))
    .post('/preview', adminOnly, fileBody, validate('json', previewPeopleSchema), async (c) => {
      insistOnRights(db, currentUser(c))
      const { people: _, ...preview } = await previewPeople(deps, c.req.valid('json'))
      return c.json({ ...preview, places: { free: freeSeats(db), waitlist: readKey(db, 'places').value.waitlist } }, 200)
    })
    .post('/', adminOnly, fileBody, validate('json', importPeopleSchema), async (c) => {
      const { mail = false, over = false, ...file } = c.req.valid('json')
      if (mail && !mailer) return problem(c, 409, notConfigured)
      insistOnRights(db, currentUser(c))
      return c.json(await oneAtATime(() => importPeople(deps, currentUser(c), { ...file, mail, over })), 200)
    })
    .delete('/:id', adminOnly, async (c) => {
      const id = c.req.param('id')
      insistOnRights(db, currentUser(c))
      if (!isImport(db, id)) return problem(c, 404)
      return c.json({ removed: await oneAtATime(() => undoImport(deps, currentUser(c), id)) }, 200)
    })
}
