import { Hono } from 'hono'
import type { Logger } from 'pino'
import { recordActivity } from '../../data/accounts/activity.ts'
import { latestRevision } from '../../data/content/content.ts'
import { contentKeys, isSetting } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { eachPersonApart } from '../../data/editions/archived-people.ts'
import { currentYear, finishEdition, listEditions, undoEdition } from '../../data/editions/editions.ts'
import { nextEditionSchema } from '../../data/editions/schema.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import { factsNow } from '../certificates/paper.ts'
import { publishAndTell } from '../content/saving.ts'
import { createDownloads } from '../http/downloads.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { fromPanel } from '../http/same-origin.ts'
import { invalidFields, validate } from '../http/validate.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Cards } from '../publishing/cards.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { isExporting } from '../registrations/export-routes.ts'
import { placeChange } from '../registrations/place-change.ts'
import type { Page } from '../serving/site.ts'
import { freeze } from './freeze.ts'
import { erasePeopleOf, finishWork, forget, storeEdition } from './work.ts'

const taken = 'Ya hay una edición guardada de ese año.'
const past = 'La nueva edición tiene que ser de un año posterior.'
const changed = 'Alguien guardó un cambio mientras se preparaba la página. Inténtalo de nuevo.'
const underWay = 'Ya se está terminando esta edición. Espera un momento.'
const final = 'Ya se guardó un cambio en la nueva edición, o pasó un día desde que terminó la anterior: ya no se puede deshacer.'
const stillDrawing =
  'Aún se dibujan las imágenes de las charlas y de los speakers. Inténtalo de nuevo en unos segundos: no se cambió nada.'

/** Milliseconds. Proxies wait about thirty seconds. */
const longestDrawing = 15_000

type Needs = {
  db: Db
  publisher: Publisher
  cards: Cards
  mailer: Mailer | null
  erasures: Erasures
  config: { publicOrigin: string; timeZone: string }
  log: Logger
}

/** /api/editions */
export function editionRoutes({ db, publisher, cards, mailer, erasures, config, log }: Needs) {
  const { timeZone, publicOrigin } = config
  const panelOnly = fromPanel({ config })
  const download = createDownloads(isExporting)
  let isUnderWay = false

  /** A failure does not change the answer, because a job retries. */
  async function movePeople(): Promise<void> {
    await finishWork({ db, erasures, config }).catch((error: unknown) => {
      log.warn({ err: error }, 'the people of an edition that is over wait')
    })
  }

  return new Hono<Env>()
    .get('/', (c) => c.json(listEditions(db), 200))
    .post('/', adminOnly, validate('json', nextEditionSchema), async (c) => {
      if (isUnderWay) return problem(c, 409, underWay)
      isUnderWay = true
      try {
        const user = currentUser(c)
        // An unfinished undo would block a new end.
        await finishWork({ db, erasures, config })
        const year = currentYear(db, timeZone)
        const { revision, pages, assets } = await publisher.finalPages(year)
        const drawn = await cardsOf(pages, cards)
        if (!drawn) return problemWithRetry(c, 503, stillDrawing)
        const frozen = await freeze([...pages, ...drawn], assets, { origin: publicOrigin, year })
        const { files, uploads } = frozen
        if (!(await storeEdition(db, year, files, new Date().toISOString()))) return problem(c, 409, taken)
        const edit = { by: user.id, ...placeChange({ mailer, config }), mayChangeEvent: true }
        const finished = recorded(
          db,
          user,
          (result) => (result?.outcome === 'saved' ? { action: 'edition-finished', subjectId: year } : null),
          () =>
            latestRevision(db) === revision
              ? finishEdition(db, c.req.valid('json'), { uploads, constancia: factsNow(db, timeZone) }, edit)
              : null,
        )
        if (finished?.outcome !== 'saved') await forget(db, year)
        if (!finished) return problem(c, 409, changed)
        if (finished.outcome === 'past') return invalidFields(c, { eventDate: past })
        await movePeople()
        await publishAndTell(c, publisher)
        return c.json(listEditions(db).find((edition) => edition.year === year) ?? finished.edition, 201)
      } finally {
        isUnderWay = false
      }
    })
    .post('/undo', adminOnly, async (c) => {
      const user = currentUser(c)
      const edit = {
        by: user.id,
        ...placeChange({ mailer, config }),
        mayChangeEvent: true,
        settings: contentKeys.filter(isSetting),
      }
      const undone = recorded(
        db,
        user,
        (result) => (typeof result === 'string' ? null : { action: 'edition-undone', subjectId: result.year }),
        () => undoEdition(db, edit),
      )
      if (undone === 'missing') return problem(c, 404)
      if (undone === 'final') return problem(c, 409, final)
      await movePeople()
      await publishAndTell(c, publisher)
      return c.json(listEditions(db), 200)
    })
    .get('/:year/registrations', adminOnly, panelOnly, async (c) => {
      const year = c.req.param('year')
      if (!listEditions(db).some((edition) => edition.year === year)) return problem(c, 404)
      const { registrationsCsv } = await import('../registrations/csv.ts')
      const user = currentUser(c)
      return download(c, user, {
        name: `registros-${year}.csv`,
        type: 'text/csv; charset=utf-8',
        make() {
          recordActivity(db, user, { action: 'registrations-exported' }, new Date().toISOString())
          return registrationsCsv(eachPersonApart(db, year), timeZone)
        },
      })
    })
    .delete('/:year/registrations', adminOnly, async (c) => {
      const year = c.req.param('year')
      const now = new Date().toISOString()
      const user = currentUser(c)
      const isThere = recorded(db, user, { action: 'edition-people-erased', subjectId: year }, () =>
        listEditions(db).some((edition) => edition.year === year),
      )
      if (!isThere) return problem(c, 404)
      // People of a recent end may still be in the list.
      await finishWork({ db, erasures, config })
      await erasePeopleOf({ db, erasures, config }, year, now)
      return c.json(listEditions(db), 200)
    })
}

/** Null if drawing takes too long; a retry finds more drawn. */
async function cardsOf(pages: readonly Page[], cards: Cards): Promise<Page[] | null> {
  const end = performance.now() + longestDrawing
  const found: Page[] = []
  for (const page of pages) {
    if (performance.now() > end) return null
    const name = /^((?:charlas|speakers)\/[^/]+)\/index\.html$/.exec(page.name)?.[1]
    const file = name && (await cards.find(`${name}.png`))
    if (file && 'body' in file) found.push({ name: `${name}.png`, urls: [`/${name}.png`], file })
  }
  return found
}
