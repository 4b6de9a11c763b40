import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono, type TypedResponse } from 'hono'
import { latestRevision } from '../../data/content/content.ts'
import { dryRun } from '../../data/content/dry-run.ts'
import {
  countHistory,
  type HistoryEntry,
  listHistory,
  type Revision,
  readRevision,
  waysBack,
} from '../../data/content/history.ts'
import {
  type RestoreEdit,
  type RestoreOutcome,
  restoreInstant,
  restoreItem,
  restoreRevision,
} from '../../data/content/restore.ts'
import {
  type ContentKey,
  contentKeys,
  historyFilterSchema,
  instantSchema,
  isSetting,
  restoreSchema,
  revisionSchema,
} from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { listOrder } from '../../data/programme/public-content.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import { expectedRevision, publishAndReport } from '../content/saving.ts'
import { setCounts } from '../http/counts.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields, validate } from '../http/validate.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { placeChange } from '../registrations/place-change.ts'

const settings = contentKeys.filter(isSetting)
const overtaken = 'Mientras lo veías se guardó otra cosa. Mira otra vez qué cambiaría, y confirma.'
const notStored = 'Ya no se guarda cómo estaba todo en ese momento.'
const tooLarge = 'En ese momento había listas más largas de lo que ahora se admite. Restaura por separado lo que haga falta.'
const forAdministrators = 'Esto cambiaría los ajustes, el nombre o la fecha del evento: lo restaura un administrador.'
const instantProblems = { overtaken, gone: notStored, 'too-large': tooLarge, forbidden: forAdministrators }
const withoutScenario = 'No se puede restaurar: dejaría eventos sin su escenario.'

type Needs = { db: Db; publisher: Publisher; mailer: Mailer | null; config: { timeZone: string } }

export function historyRoutes({ db, publisher, mailer, config }: Needs) {
  const { timeZone } = config
  const edit = (c: { var: Env['Variables'] }): RestoreEdit => {
    const { id, role } = currentUser(c)
    return { by: id, ...placeChange({ mailer, config }), mayChangeEvent: role === 'admin', settings }
  }
  const confirmedEdit = (c: Context<Env>): RestoreEdit => ({ ...edit(c), expected: expectedRevision(c.req.header('If-Match')) })
  /** The panel sends this ETag as If-Match with a restore. The restore is refused if somebody has saved in the meantime. */
  const setTag = (c: Context) => c.header('ETag', `"${latestRevision(db)}"`)

  const restore = (revision: number, { section, id }: Target, by: RestoreEdit) =>
    id === undefined ? restoreRevision(db, revision, section, by) : restoreItem(db, revision, id, by)

  return new Hono<Env>()
    .get('/', validate('query', historyFilterSchema), (c) => {
      const filter = c.req.valid('query')
      setCounts(c, { total: countHistory(db, filter.section) })
      return streamed(c, listHistory(db, filter))
    })
    .get('/at', validate('query', instantSchema), (c) => {
      const { time } = c.req.valid('query')
      if (isFuture(time)) return refuseFuture(c)
      setTag(c)
      const changes = waysBack(db, time, timeZone)
      return changes ? c.json(changes, 200) : problem(c, 409, notStored)
    })
    .post('/at', validate('json', instantSchema), async (c) => {
      const { time } = c.req.valid('json')
      if (isFuture(time)) return refuseFuture(c)
      const restored = recorded(
        db,
        currentUser(c),
        (changed) => (typeof changed === 'string' ? null : { action: 'content-restored', revision: changed.at(-1)?.revision }),
        () => restoreInstant(db, time, confirmedEdit(c)),
      )
      if (typeof restored === 'string') return problem(c, restored === 'forbidden' ? 403 : 409, instantProblems[restored])
      await publishAndReport(c, publisher)
      return c.json(restored, 200)
    })
    .get('/:revision', validate('query', revisionSchema), (c) => {
      const revision = readRevision(db, numberOf(c.req.param('revision')), timeZone, c.req.valid('query').section)
      if (!revision) return problem(c, 404)
      c.header('ETag', `"${revision.revision}"`)
      return c.json(orderedValue(revision), 200)
    })
    .get('/:revision/restore', validate('query', restoreSchema), async (c) => {
      const revision = numberOf(c.req.param('revision'))
      const change = () => restore(revision, c.req.valid('query'), { ...edit(c), queueMail: null })
      setTag(c)
      const { result, differences } = dryRun(db, timeZone, change)
      await nextTurn()
      return result.outcome === 'saved' ? c.json(differences, 200) : refusal(c, result)
    })
    .post(
      '/:revision/restore',
      validate('query', revisionSchema),
      validate('json', restoreSchema, { mayBeAbsent: true }),
      async (c) => {
        const revision = numberOf(c.req.param('revision'))
        const { id, section = c.req.valid('query').section } = c.req.valid('json')
        const activity = { action: 'content-restored', subjectId: id } as const
        const restored = recorded(
          db,
          currentUser(c),
          (result) => result.outcome === 'saved' && { ...activity, subject: result.section, revision: result.revision },
          () => restore(revision, { section, id }, confirmedEdit(c)),
        )
        if (restored.outcome !== 'saved') return refusal(c, restored)
        await publishAndReport(c, publisher)
        c.header('ETag', `"${restored.revision}"`)
        return c.json(savedValue(restored, id), 200)
      },
    )
}

function streamed(c: Context, entries: Iterator<HistoryEntry>) {
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = entries.next()
      const text = next.done ? (isFirst ? '[]' : ']') : `${isFirst ? '[' : ','}${JSON.stringify(next.value)}`
      isFirst = false
      controller.enqueue(new TextEncoder().encode(text))
      if (next.done) controller.close()
    },
  })
  return c.body(body, 200, { 'Content-Type': 'application/json' }) as unknown as TypedResponse<HistoryEntry[], 200, 'json'>
}

/** A restore changes the list or section `section`. With `id` it changes one item. Revision 0 (the defaults) needs `section`. */
type Target = { section?: ContentKey | undefined; id?: string | undefined }

function refusal(c: Context, refused: Exclude<RestoreOutcome, { outcome: 'saved' }>) {
  if (refused.outcome === 'missing') return problem(c, 404)
  if (refused.outcome === 'forbidden') return problem(c, 403, forAdministrators)
  if (refused.outcome === 'overtaken') return problem(c, 409, overtaken)
  if (refused.outcome === 'conflict') return problem(c, 409, withoutScenario)
  return invalidFields(c, refused.fields)
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

const isFuture = (time: string) => Date.parse(time) > Date.now()

function refuseFuture(c: Context) {
  return invalidFields(c, { time: 'Elige un momento que ya pasó' })
}

const orderedValue = ({ value }: Pick<Revision, 'value'>) => (Array.isArray(value) ? value.toSorted(listOrder()) : value)

function savedValue(restored: Extract<RestoreOutcome, { outcome: 'saved' }>, id: string | undefined) {
  const value = orderedValue(restored)
  return id !== undefined && Array.isArray(value) ? value.find((item) => item.id === id) : value
}
