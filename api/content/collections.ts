import { Hono } from 'hono'
import { z } from 'zod'
import type { Activity } from '../../data/accounts/activity.ts'
import { createItem, deleteItem, latestRevision, readContent, readSection, updateItem } from '../../data/content/content.ts'
import { itemDefaults } from '../../data/content/defaults.ts'
import { itemIdUnder } from '../../data/content/item-id.ts'
import { withRules } from '../../data/content/rules.ts'
import { type CollectionKey, type Item, type ItemFields, itemSchemas } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { inOrder, listedEvents, type PublicContent, publicContent } from '../../data/programme/public-content.ts'
import { fillSeats } from '../../data/registrations/set-status.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields, validate } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { type ChangeNeeds, placeChange } from '../registrations/place-change.ts'
import { conflict, contentBody, expectedTag, publishAndReport, refuseInternalLinks, reportMerged } from './saving.ts'

type Fields<K extends CollectionKey> = Partial<ItemFields<K>>

type Needs = ChangeNeeds & { db: Db; publisher: Publisher; config: { publicOrigin: string; timeZone: string } }

export function collectionRoutes<K extends CollectionKey>({ db, publisher, config, mailer }: Needs, key: K) {
  const schema: z.ZodObject = itemSchemas[key]
  const newSchema = withRules(key, withOptional(schema, itemDefaults[key]), itemDefaults[key]) as unknown as z.ZodType<
    Fields<K>,
    Fields<K>
  >
  const changeSchema = schema.partial() as unknown as z.ZodType<Fields<K>, Fields<K>>
  /** After a change of events, ends the seats of deleted events and gives free seats to waiting people. */
  function withSeats<T>(change: () => T): T {
    const result = change()
    if (key === 'events') fillSeats(db, placeChange({ mailer, config }))
    return result
  }
  const edit = (c: { var: Env['Variables'] }) => ({ by: currentUser(c).id, at: new Date().toISOString() })
  const activity = (change: ReturnType<typeof createItem<K>>): Activity | false => {
    if (change.outcome !== 'saved') return false
    const { id, createdAt, updatedAt } = change.item
    // A request with an earlier Idempotency-Key and other fields changes the item that was created with this key.
    const action = createdAt === updatedAt ? 'content-created' : 'content-saved'
    return { action, subject: key, subjectId: id, revision: change.revision }
  }

  const noInternalLinks = refuseInternalLinks(config.publicOrigin)
  const visible = visibleList(db, key, config.timeZone)

  return new Hono<Env>()
    .get('/', (c) => {
      const items = c.var.user ? inOrder(readContent(db).content, config.timeZone)[key] : visible()
      // Visitors get no private fields. The type has all fields, because the panel's client uses it too.
      return c.json(items as unknown as Item<K>[], 200)
    })
    .post('/', contentBody, validate('json', newSchema), noInternalLinks, async (c) => {
      const sentUnder = c.req.header('Idempotency-Key')
      if (sentUnder !== undefined && !z.uuid().safeParse(sentUnder).success) return problem(c, 400)
      const id = sentUnder && itemIdUnder(`${key} ${sentUnder.toLowerCase()}`)
      const create = () => createItem(db, key, c.req.valid('json') as Fields<K>, edit(c), id)
      const change = recorded(db, currentUser(c), activity, () => withSeats(create))
      if (change.outcome === 'conflict') return conflict(c, change.conflicts)
      if (change.outcome === 'invalid') return invalidFields(c, change.fields)
      if (change.outcome === 'missing') throw new Error('what was to be made is missing')
      await publishAndReport(c, publisher)
      return c.json(change.item, 201)
    })
    .put('/:id', contentBody, validate('json', changeSchema), noInternalLinks, async (c) => {
      const expected = expectedTag(c.req.header('If-Match'))
      const update = () => updateItem(db, key, c.req.param('id'), c.req.valid('json') as Fields<K>, edit(c), expected)
      const change = recorded(db, currentUser(c), activity, () => withSeats(update))
      if (change.outcome === 'missing') return problem(c, 404)
      if (change.outcome === 'conflict') return conflict(c, change.conflicts)
      if (change.outcome === 'invalid') return invalidFields(c, change.fields)
      await publishAndReport(c, publisher)
      reportMerged(c, change.merged)
      return c.json(change.item, 200)
    })
    .delete('/:id', async (c) => {
      const id = c.req.param('id')
      const deletion = { action: 'content-deleted', subject: key, subjectId: id } as const
      const { outcome, before } = recorded(
        db,
        currentUser(c),
        (result) => result.outcome === 'deleted' && { ...deletion, revision: latestRevision(db) },
        () => withSeats(() => ({ before: readSection(db, key).revision, outcome: deleteItem(db, key, id, edit(c)) })),
      )
      if (outcome === 'missing') return problem(c, 404)
      if (outcome === 'conflict') return problem(c, 409, 'Este escenario tiene eventos. Muévelos o elimínalos primero.')
      await publishAndReport(c, publisher)
      c.header('X-Previous-Revision', String(before))
      return c.json({ deleted: true }, 200)
    })
}

function visibleList<K extends CollectionKey>(db: Db, key: K, timeZone: string): () => PublicContent[K] {
  const read = () => {
    const { content, revision } = readContent(db)
    const open = publicContent(content, timeZone)
    return { revision, list: { ...open, events: listedEvents(open) }[key] }
  }
  let latest: ReturnType<typeof read> | null = null
  return () => {
    if (latest?.revision !== latestRevision(db)) latest = read()
    return latest.list
  }
}

function withOptional(schema: z.ZodObject, defaults: object) {
  const fields = Object.keys(defaults).map((field) => [field, z.optional(schema.shape[field] ?? z.never())])
  return schema.extend(Object.fromEntries(fields))
}
