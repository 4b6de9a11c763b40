import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { fillSeats, type StatusChange } from '../registrations/set-status.ts'
import { type Conflict, mergeOver, readItems, readSection, revisionOf } from './content.ts'
import { type EventSections, eventOfHero, hourErrors, movesOrRenames, synchroniseSections, withMovedDays } from './event.ts'
import { type Edit, insertRevision, type Saved } from './revisions.ts'
import { type FieldErrors, timeErrors } from './rules.ts'
import { type Content, type SectionKey, sectionSchemas } from './schema.ts'

/** If `mayChangeEvent` is false, a change of the conference's name or date is refused. */
export type SectionEdit = Edit & StatusChange & { mayChangeEvent: boolean }

type SectionStored<K extends SectionKey> =
  | (Saved<Content[K]> & { outcome: 'saved' })
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'forbidden' }

type SectionChange<K extends SectionKey> =
  | (Saved<Content[K]> & { outcome: 'saved'; merged: string[] })
  | Exclude<SectionStored<K>, { outcome: 'saved' }>
  | Conflict

export function readForEdit<K extends SectionKey>(db: Db, key: K, timeZone: string): Saved<Content[K]> {
  const saved = readSection(db, key)
  return key === 'event' && saved.revision === 0 ? { value: eventBefore(db, timeZone) as Content[K], revision: 0 } : saved
}

export function saveSection<K extends SectionKey>(
  db: Db,
  key: K,
  change: Partial<Content[K]>,
  edit: SectionEdit & { movesDays?: boolean },
  expected?: number,
): SectionChange<K> {
  return inTransaction(db, () => {
    const current = readForEdit(db, key, edit.timeZone)
    const isOvertaken = expected !== undefined && expected !== current.revision
    const base = isOvertaken ? versionOf(db, key, expected, edit.timeZone) : null
    const merge = isOvertaken ? mergeOver(base, current.value, change) : { change, merged: [] }
    if ('conflicts' in merge) return { outcome: 'conflict', conflicts: merge.conflicts }
    const before = readSection(db, 'hero').value.eventDate
    const stored = storeSection(db, key, { ...current.value, ...merge.change }, edit)
    if (edit.movesDays && stored.outcome === 'saved') moveDays(db, before, edit)
    return stored.outcome === 'saved' ? { ...stored, merged: merge.merged } : stored
  })
}

function moveDays(db: Db, dateBefore: string, edit: SectionEdit): void {
  const events = readItems(db, 'events')
  const moved = withMovedDays(events, [dateBefore, readSection(db, 'hero').value.eventDate], edit)
  if (moved !== events) insertRevision(db, 'events', moved, edit)
}

export function storeSection<K extends SectionKey>(db: Db, key: K, next: Content[K], edit: SectionEdit): SectionStored<K> {
  return inTransaction(db, () => {
    const value = sectionSchemas[key].parse(next) as Content[K]
    if (key === 'places') return storePlaces(db, key, value, edit)
    if (key !== 'event' && key !== 'hero') return { outcome: 'saved', value, revision: insertRevision(db, key, value, edit) }
    const before = readEventSections(db, edit.timeZone)
    const after = synchroniseSections(before, { [key]: value }, edit.timeZone)
    if (movesOrRenames(before.hero, after.hero) && !edit.mayChangeEvent) return { outcome: 'forbidden' }
    const fields = hourErrors(key, after.event)
    if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields }
    let revision = 0
    // Stores the event first, because `versionOf` reads the hero as it was before the event's first save.
    for (const section of ['event', 'registrationForm', 'hero'] as const) {
      if (section !== key && isDeepStrictEqual(before[section], after[section])) continue
      const insertedRevision = insertRevision(db, section, sectionSchemas[section].parse(after[section]), edit)
      if (section === key) revision = insertedRevision
    }
    fillSeats(db, edit)
    return { outcome: 'saved', value, revision }
  })
}

function storePlaces<K extends SectionKey>(db: Db, key: K, value: Content[K], edit: SectionEdit): SectionStored<K> {
  const fields = timeErrors(value as Content['places'])
  if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields }
  const revision = insertRevision(db, key, value, edit)
  fillSeats(db, edit)
  return { outcome: 'saved', value, revision }
}

function readEventSections(db: Db, timeZone: string): EventSections {
  const read = <K extends SectionKey>(key: K) => readForEdit(db, key, timeZone).value
  return { event: read('event'), hero: read('hero'), registrationForm: read('registrationForm') }
}

export function eventBefore(db: Db, timeZone: string, asOf?: number): Content['event'] {
  const hero = readSection(db, 'hero', asOf)
  return hero.revision === 0 ? readSection(db, 'event', 0).value : eventOfHero(hero.value, timeZone)
}

export function versionOf<K extends SectionKey>(db: Db, key: K, revision: number, timeZone: string): object | null {
  if (key !== 'event' || revision !== 0) return revisionOf(db, key, revision)
  const first = prepared<{ id: number; previous: number | null }>(
    db,
    "SELECT id, previous FROM revisions WHERE section = 'event' ORDER BY id LIMIT 1",
  ).get()
  if (!first) return eventBefore(db, timeZone)
  return first.previous === 0 ? eventBefore(db, timeZone, first.id - 1) : null
}
