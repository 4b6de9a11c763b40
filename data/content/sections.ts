import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/db.ts'
import { fillSeats, type StatusChange } from '../registrations/set-status.ts'
import { type Conflict, mergeOver, readSection, revisionOf } from './content.ts'
import { type EventSections, eventOfHero, followed, hourErrors, movesOrRenames } from './event.ts'
import { type Edit, insertRevision, type Saved } from './revisions.ts'
import { type FieldErrors, timeErrors } from './rules.ts'
import { type Content, type SectionKey, sectionSchemas } from './schema.ts'

/**
 * Who saves and when, how people who get a place by it are told, and the zone in which the event's day and hours make an instant.
 * With `mayChangeEvent` the save may give the conference another name or date.
 */
export type SectionEdit = Edit & StatusChange & { mayChangeEvent: boolean }

/** What became of a section's new value. 'forbidden': the name or date would change without `mayChangeEvent`. Only 'saved' changes something. */
type SectionStored<K extends SectionKey> =
  | (Saved<Content[K]> & { outcome: 'saved' })
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'forbidden' }

/** `merged` names the fields that others changed since the version the change is based on. */
type SectionChange<K extends SectionKey> =
  | (Saved<Content[K]> & { outcome: 'saved'; merged: string[] })
  | Exclude<SectionStored<K>, { outcome: 'saved' }>
  | Conflict

/** A section as it is edited, and its revision. The hours of an event that was never saved are those of the stored hero. */
export function readForEdit<K extends SectionKey>(db: Db, key: K, timeZone: string): Saved<Content[K]> {
  const saved = readSection(db, key)
  // Asked for as the event; the type does not follow from the key.
  return key === 'event' && saved.revision === 0 ? { value: eventBefore(db, timeZone) as Content[K], revision: 0 } : saved
}

/**
 * Saves `change` over a section's current value. `expected` is the revision the editor had seen: when others have saved
 * since, the two changes are merged, or nothing is changed and the outcome says what is in conflict.
 */
export function saveSection<K extends SectionKey>(
  db: Db,
  key: K,
  change: Partial<Content[K]>,
  edit: SectionEdit,
  expected?: number,
): SectionChange<K> {
  return db
    .transaction((): SectionChange<K> => {
      const current = readForEdit(db, key, edit.timeZone)
      const isOvertaken = expected !== undefined && expected !== current.revision
      const base = isOvertaken ? versionOf(db, key, expected, edit.timeZone) : null
      const merge = isOvertaken ? mergeOver(base, current.value, change) : { change, merged: [] }
      if ('conflicts' in merge) return { outcome: 'conflict', conflicts: merge.conflicts }
      const stored = storeSection(db, key, { ...current.value, ...merge.change }, edit)
      return stored.outcome === 'saved' ? { ...stored, merged: merge.merged } : stored
    })
    .immediate()
}

/**
 * Stores a section's new value, and in the same transaction whatever follows from it in others: the name, the description
 * and the hours of the conference are said once. Throws when the value does not fit its schema.
 */
export function storeSection<K extends SectionKey>(db: Db, key: K, next: Content[K], edit: SectionEdit): SectionStored<K> {
  return db
    .transaction((): SectionStored<K> => {
      const value = sectionSchemas[key].parse(next) as Content[K]
      if (key === 'places') return storePlaces(db, key, value, edit)
      if (key !== 'event' && key !== 'hero') return { outcome: 'saved', value, revision: insertRevision(db, key, value, edit) }
      const before = readEventSections(db, edit.timeZone)
      const after = followed(before, { [key]: value }, edit.timeZone)
      if (movesOrRenames(before.hero, after.hero) && !edit.mayChangeEvent) return { outcome: 'forbidden' }
      const fields = hourErrors(key, after.event)
      if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields }
      let revision = 0
      // The event first: what it was before its first save is then the hero of before (`eventBefore`).
      for (const section of ['event', 'registrationForm', 'hero'] as const) {
        if (section !== key && isDeepStrictEqual(before[section], after[section])) continue
        const inserted = insertRevision(db, section, sectionSchemas[section].parse(after[section]), edit)
        if (section === key) revision = inserted
      }
      // Of one that seemed over nobody moved up.
      fillSeats(db, edit)
      return { outcome: 'saved', value, revision }
    })
    .immediate()
}

/** Stores how many may come; a larger number moves up those who wait. */
function storePlaces<K extends SectionKey>(db: Db, key: K, value: Content[K], edit: SectionEdit): SectionStored<K> {
  // Asked for as the places; the type does not follow from the key.
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

/** The event before it was first saved: what the stored hero says, or its default. */
export function eventBefore(db: Db, timeZone: string, asOf?: number): Content['event'] {
  const hero = readSection(db, 'hero', asOf)
  return hero.revision === 0 ? readSection(db, 'event', 0).value : eventOfHero(hero.value, timeZone)
}

/** What an editor saw as `revision` of a section; null when that is not known any more. */
export function versionOf<K extends SectionKey>(db: Db, key: K, revision: number, timeZone: string): object | null {
  if (key !== 'event' || revision !== 0) return revisionOf(db, key, revision)
  const first = db
    .prepare<[], { id: number; previous: number | null }>(
      "SELECT id, previous FROM revisions WHERE section = 'event' ORDER BY id LIMIT 1",
    )
    .get()
  if (!first) return eventBefore(db, timeZone)
  return first.previous === 0 ? eventBefore(db, timeZone, first.id - 1) : null
}
