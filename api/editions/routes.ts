import { Hono } from 'hono'
import type { Logger } from 'pino'
import { recordActivity } from '../../data/accounts/activity.ts'
import type { Caller } from '../../data/accounts/schema.ts'
import { latestRevision } from '../../data/content/content.ts'
import { contentKeys, isSetting } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { eachArchivedPerson } from '../../data/editions/archived-people.ts'
import { currentYear, finishEdition, listEditions, undoEdition } from '../../data/editions/editions.ts'
import { type NextEdition, nextEditionSchema } from '../../data/editions/schema.ts'
import { archivedQuestions } from '../../data/registrations/answers/counts.ts'
import { secondMs } from '../../data/time.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import { factsNow } from '../certificates/paper.ts'
import { publishAndReport } from '../content/saving.ts'
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
import { erasePeopleOf, finishWork, removeEdition, storeEdition } from './work.ts'

const yearTaken = 'Ya hay una edición guardada de ese año.'
const mustBeLater = 'La nueva edición tiene que ser de un año posterior.'
const changedMeanwhile = 'Alguien guardó un cambio mientras se preparaba la página. Inténtalo de nuevo.'
const isFinishing = 'Ya se está terminando esta edición. Espera un momento.'
const isFinal =
  'Ya se guardó un cambio en la nueva edición, o pasó un día desde que terminó la anterior: ya no se puede deshacer.'
const stillDrawing =
  'Aún se dibujan las imágenes de las charlas y de los speakers. Inténtalo de nuevo en unos segundos: no se cambió nada.'

/** Well below the time that proxies wait for an answer, which is 30 seconds or more. */
const maxDrawingMs = 15 * secondMs

type Needs = {
  db: Db
  publisher: Publisher
  cards: Cards
  mailer: Mailer | null
  erasures: Erasures
  config: { publicOrigin: string; timeZone: string }
  log: Logger
}

export function editionRoutes(needs: Needs) {
  const { db, publisher, mailer, erasures, config, log } = needs
  const finish = finishing(needs)
  let isUnderWay = false

  async function movePeople(): Promise<void> {
    await finishWork({ db, erasures, config }).catch((error: unknown) => {
      log.warn({ err: error }, 'the people of an edition that is over wait')
    })
  }

  return new Hono<Env>()
    .get('/', (c) => c.json(listEditions(db), 200))
    .post('/', adminOnly, validate('json', nextEditionSchema), async (c) => {
      if (isUnderWay) return problem(c, 409, isFinishing)
      isUnderWay = true
      try {
        const year = currentYear(db, config.timeZone)
        const result = await finish(currentUser(c), year, c.req.valid('json'))
        if (result === 'drawing') return problemWithRetry(c, 503, stillDrawing)
        if (result === 'taken') return problem(c, 409, yearTaken)
        if (result === 'changed') return problem(c, 409, changedMeanwhile)
        if (result.outcome === 'past') return invalidFields(c, { eventDate: mustBeLater })
        await movePeople()
        await publishAndReport(c, publisher)
        return c.json(listEditions(db).find((edition) => edition.year === year) ?? result.edition, 201)
      } finally {
        isUnderWay = false
      }
    })
    .post('/undo', adminOnly, async (c) => {
      const user = currentUser(c)
      const settings = contentKeys.filter(isSetting)
      const edit = { by: user.id, ...placeChange({ mailer, config }), mayChangeEvent: true, settings }
      const result = recorded(
        db,
        user,
        (undone) => typeof undone !== 'string' && { action: 'edition-undone', subjectId: undone.year },
        () => undoEdition(db, edit),
      )
      if (result === 'missing') return problem(c, 404)
      if (result === 'final') return problem(c, 409, isFinal)
      await movePeople()
      await publishAndReport(c, publisher)
      return c.json(listEditions(db), 200)
    })
    .route('/', editionPeopleRoutes(needs))
}

function finishing({ db, publisher, cards, mailer, erasures, config }: Needs) {
  return async (user: Caller, year: string, next: NextEdition) => {
    // Completes an interrupted undo. Before that, the edition could not end again.
    await finishWork({ db, erasures, config })
    const { revision, pages, assets } = await publisher.finalPages(year)
    const drawnCards = await cardsOf(pages, cards)
    if (!drawnCards) return 'drawing'
    const { files, uploads } = await freeze([...pages, ...drawnCards], assets, { origin: config.publicOrigin, year })
    if (!(await storeEdition(db, year, files, new Date().toISOString()))) return 'taken'
    const edit = { by: user.id, ...placeChange({ mailer, config }), mayChangeEvent: true }
    const result = recorded(
      db,
      user,
      (finished) => finished !== 'changed' && finished.outcome === 'saved' && { action: 'edition-finished', subjectId: year },
      () =>
        latestRevision(db) === revision
          ? finishEdition(db, next, { uploads, constancia: factsNow(db, config.timeZone) }, edit)
          : 'changed',
    )
    if (result === 'changed' || result.outcome !== 'saved') await removeEdition(db, year)
    return result
  }
}

function editionPeopleRoutes({ db, erasures, config }: Needs) {
  const download = createDownloads(isExporting)
  const isStored = (year: string) => listEditions(db).some((edition) => edition.year === year)

  return new Hono<Env>()
    .get('/:year/registrations', adminOnly, fromPanel({ config }), async (c) => {
      const year = c.req.param('year')
      if (!isStored(year)) return problem(c, 404)
      const { registrationsCsv } = await import('../export/csv.ts')
      const user = currentUser(c)
      return download(c, user, {
        name: `registros-${year}.csv`,
        type: 'text/csv; charset=utf-8',
        make() {
          recordActivity(db, user, { action: 'registrations-exported' }, new Date().toISOString())
          return registrationsCsv(eachArchivedPerson(db, year), config.timeZone, archivedQuestions(db, year))
        },
      })
    })
    .delete('/:year/registrations', adminOnly, async (c) => {
      const year = c.req.param('year')
      const now = new Date().toISOString()
      const erasure = { action: 'edition-people-erased', subjectId: year } as const
      if (!recorded(db, currentUser(c), erasure, () => isStored(year))) return problem(c, 404)
      // Shortly after the edition's end, some people are not archived yet. They must be archived before they can be erased.
      await finishWork({ db, erasures, config })
      await erasePeopleOf({ db, erasures, config }, year, now)
      return c.json(listEditions(db), 200)
    })
}

async function cardsOf(pages: readonly Page[], cards: Cards): Promise<Page[] | null> {
  const end = performance.now() + maxDrawingMs
  const drawnCards: Page[] = []
  for (const page of pages) {
    if (performance.now() > end) return null
    const name = /^((?:charlas|speakers)\/[^/]+)\/index\.html$/.exec(page.name)?.[1]
    const file = name && (await cards.find(`${name}.png`))
    if (file && 'body' in file) drawnCards.push({ name: `${name}.png`, urls: [`/${name}.png`], file })
  }
  return drawnCards
}
