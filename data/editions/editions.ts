import { deleteAllAlerts } from '../alerts/alerts.ts'
import { latestRevision } from '../content/content.ts'
import { sectionDefaults } from '../content/defaults.ts'
import { withStartTime } from '../content/event.ts'
import { type RestoreEdit, restoreInstant } from '../content/restore.ts'
import { insertRevision, lastSaved, readKey } from '../content/revisions.ts'
import { type CollectionKey, type Content, contentKeys, type SectionKey } from '../content/schema.ts'
import { readForEdit, type SectionEdit, storeSection } from '../content/sections.ts'
import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared, readValue } from '../db/prepared.ts'
import { editionPreparationMs } from '../instants.ts'
import { putBackPlaceLinks, removePlaceLinks } from '../place-links/place-links.ts'
import { plannedDeletion } from '../registrations/planned-deletion.ts'
import { endAllSpeakerLinks } from '../speakers/links.ts'
import { hourMs, timeAfter } from '../time.ts'
import { dayOf } from '../zone.ts'
import { archivedIds, attendanceOf } from './archived-people.ts'
import type { Edition, NextEdition } from './schema.ts'

type EditionRow = Omit<Edition, 'people' | 'attendance' | 'erasesPeople' | 'undoUntil'> & {
  revision: number
  erasesPeople: number
  undoneAt: string | null
  apartAt: string | null
}

const textSections = ['about', 'benefits', 'segments', 'registrationForm'] as const satisfies readonly SectionKey[]

const selected = `SELECT year, name, eventDate, finishedAt, revision, erasesPeople, deleteAt AS deletedAt, undoneAt, apartAt FROM editions`

/** Finishing an edition can be undone for this time, but not after an organiser saves content. */
const undoTimeMs = 24 * hourMs

export function listEditions(db: Db, now = new Date().toISOString()): Edition[] {
  return prepared<EditionRow>(db, `${selected} WHERE undoneAt IS NULL ORDER BY finishedAt DESC`)
    .all()
    .map(({ revision, erasesPeople, undoneAt: _, apartAt: __, ...row }, index) => {
      const until = index === 0 && latestRevision(db) === revision ? undoEnd(row) : null
      return {
        ...row,
        people: countRows(db, 'SELECT count(*) FROM editionPeople WHERE year = ?', row.year),
        attendance: attendanceOf(db, row.year),
        erasesPeople: erasesPeople === 1,
        undoUntil: until !== null && now < until ? until : null,
      }
    })
}

export function pastEditions(db: Db): Pick<Edition, 'year' | 'name' | 'finishedAt'>[] {
  return prepared<Pick<Edition, 'year' | 'name' | 'finishedAt'>>(
    db,
    'SELECT year, name, finishedAt FROM editions WHERE undoneAt IS NULL ORDER BY finishedAt DESC',
  ).all()
}

export const currentYear = (db: Db, timeZone: string): string => dayOf(timeZone, readKey(db, 'hero').value.eventDate).slice(0, 4)

const undoEnd = ({ finishedAt }: Pick<EditionRow, 'finishedAt'>) => new Date(Date.parse(finishedAt) + undoTimeMs).toISOString()

/** Returns 'left' if an earlier preparation of this year must be removed first. */
export function prepareEdition(db: Db, year: string, at: string): 'ready' | 'left' | 'taken' {
  const existingEdition = prepared<{ undoneAt: string | null }>(db, 'SELECT undoneAt FROM editions WHERE year = ?').get(year)
  if (existingEdition) return existingEdition.undoneAt !== null && existingEdition.undoneAt > at ? 'left' : 'taken'
  db.prepare(
    `INSERT INTO editions (year, name, eventDate, finishedAt, revision, erasesPeople, uploads, undoneAt)
     VALUES (?, '', '', ?, 0, 0, '[]', ?)`,
  ).run(year, at, new Date(Date.parse(at) + editionPreparationMs).toISOString())
  return 'ready'
}

type FinishOutcome = { outcome: 'saved'; edition: Edition } | { outcome: 'past' }

/** Throws if `prepareEdition` was not called before. Call `archivePeople` afterwards. */
export function finishEdition(
  db: Db,
  next: NextEdition,
  { uploads, constancia }: { uploads: readonly string[]; constancia: object },
  edit: SectionEdit,
): FinishOutcome {
  return inTransaction(db, () => {
    const { timeZone } = edit
    const hero = readKey(db, 'hero').value
    const year = currentYear(db, timeZone)
    const startTime = () => readForEdit(db, 'event', timeZone).value.startTime
    const { eventDate = next.eventDate } = withStartTime({ eventDate: next.eventDate }, startTime, timeZone)
    if (dayOf(timeZone, eventDate).slice(0, 4) <= year) return { outcome: 'past' }
    const at = afterAllSaves(db, edit.at)
    const row = {
      year,
      name: hero.title,
      eventDate: hero.eventDate,
      at,
      erasesPeople: Number(next.keep.registrations === 'erase'),
      deleteAt: plannedDeletion(db, timeZone, { hasTakenPlace: true })?.at ?? null,
      uploads: JSON.stringify(uploads),
      constancia: JSON.stringify(constancia),
      placeLinks: removePlaceLinks(db),
    }
    const { changes } = db
      .prepare(
        `UPDATE editions SET name = @name, eventDate = @eventDate, finishedAt = @at, erasesPeople = @erasesPeople, deleteAt = @deleteAt,
             uploads = @uploads, constancia = @constancia, placeLinks = @placeLinks, undoneAt = NULL WHERE year = @year AND undoneAt > @at`,
      )
      .run(row)
    if (changes === 0) throw new Error('the files of an edition were not prepared, or that took too long')
    for (const table of ['certificates', 'trash']) db.prepare(`UPDATE ${table} SET edition = ? WHERE edition IS NULL`).run(year)
    beginNext(db, { ...next, eventDate }, { ...edit, at })
    endAllSpeakerLinks(db)
    deleteAllAlerts(db)
    db.prepare('UPDATE editions SET revision = ? WHERE year = ?').run(latestRevision(db), year)
    const edition = listEditions(db).find((other) => other.year === year)
    if (!edition) throw new Error('an edition was not stored')
    return { outcome: 'saved', edition }
  })
}

/** Returns a time after all saves, because undoing restores the content from just before this time. */
function afterAllSaves(db: Db, at: string): string {
  const last = lastSaved(db, contentKeys)
  return last === null ? at : timeAfter(last, at)
}

function beginNext(db: Db, { name, eventDate, keep }: NextEdition, edit: SectionEdit): void {
  const empty = (key: CollectionKey) => {
    if (readKey(db, key).value.length > 0) insertRevision(db, key, [], edit)
  }
  const save = <K extends SectionKey>(key: K, value: Content[K]) => {
    if (storeSection(db, key, value, edit).outcome !== 'saved') throw new Error(`the next edition's ${key} was not stored`)
  }
  empty('events')
  if (!keep.speakers) empty('speakers')
  if (!keep.partners) empty('partners')
  if (!keep.texts) {
    for (const key of ['scenarios', 'info'] as const) empty(key)
    for (const key of textSections) save(key, sectionDefaults[key])
    save('look', { ...readKey(db, 'look').value, eyebrow: sectionDefaults.look.eyebrow })
  }
  const { subtitle, ctaText, location } = sectionDefaults.hero
  save('hero', { ...readKey(db, 'hero').value, ...(!keep.texts && { subtitle, ctaText, location }), title: name, eventDate })
  const place = { address: '', mapUrl: '', directions: '', city: '' }
  const event = readForEdit(db, 'event', edit.timeZone).value
  save('event', { ...event, ...(!keep.texts && place), streamUrl: '', recordingsUrl: '' })
  if (readKey(db, 'notice').value.text) save('notice', sectionDefaults.notice)
  const places = readKey(db, 'places').value
  if (places.opensAt || places.closesAt) save('places', { ...places, opensAt: '', closesAt: '' })
}

/** Call `restorePeople` and `forgetEdition` afterwards. */
export function undoEdition(db: Db, edit: RestoreEdit): { year: string } | 'missing' | 'final' {
  return inTransaction(db, () => {
    const [last] = listEditions(db, edit.at)
    if (!last) return 'missing'
    if (last.undoUntil === null) return 'final'
    const result = restoreInstant(db, new Date(Date.parse(last.finishedAt) - 1).toISOString(), edit)
    if (typeof result === 'string') throw new Error(`an edition could not be taken back: ${result}`)
    db.prepare('UPDATE editions SET undoneAt = ? WHERE year = ?').run(edit.at, last.year)
    putBackPlaceLinks(db, readValue<string | null>(db, 'SELECT placeLinks FROM editions WHERE year = ?', last.year) ?? '[]')
    // People who joined the waiting list in the meantime go behind the waiting people of the restored edition.
    db.prepare(
      `UPDATE registrations SET waitingNumber = waitingNumber +
           coalesce((SELECT max(row ->> 'waitingNumber') FROM editionPeople WHERE year = ?), 0) WHERE waitingNumber IS NOT NULL`,
    ).run(last.year)
    db.prepare(
      'DELETE FROM certificates WHERE edition IS NULL AND speaker IN (SELECT speaker FROM certificates WHERE edition = ?)',
    ).run(last.year)
    for (const table of ['certificates', 'trash'])
      db.prepare(`UPDATE ${table} SET edition = NULL WHERE edition = ?`).run(last.year)
    return { year: last.year }
  })
}

type UnfinishedWork = { year: string; finishedAt: string; work: 'archive' | 'restore' | 'erase' }

/** Includes erasing by date only if `isClockSteady`, because a wrong clock might erase too early. */
export function unfinishedWork(db: Db, now: string, isClockSteady: boolean): UnfinishedWork[] {
  const rows = prepared<EditionRow>(db, `${selected} ORDER BY finishedAt DESC`).all()
  const last = rows.find(({ undoneAt }) => undoneAt === null)
  return rows.flatMap((row): UnfinishedWork[] => {
    const { year, finishedAt } = row
    if (row.undoneAt !== null) return row.undoneAt <= now ? [{ year, finishedAt, work: 'restore' }] : []
    if (row === last && row.apartAt === null) return [{ year, finishedAt, work: 'archive' }]
    const isPast = (time: string | null) => isClockSteady && time !== null && now >= time
    const isFinal = row !== last || latestRevision(db) !== row.revision || isPast(undoEnd(row))
    const isErased = isPast(row.deletedAt) || (row.erasesPeople === 1 && isFinal)
    return isErased && archivedIds(db, year, 1).length > 0 ? [{ year, finishedAt, work: 'erase' }] : []
  })
}

export function forgetEdition(db: Db, year: string): void {
  db.prepare(
    'DELETE FROM editions WHERE year = @year AND undoneAt IS NOT NULL AND NOT EXISTS (SELECT 1 FROM editionPeople WHERE year = @year)',
  ).run({ year })
}
