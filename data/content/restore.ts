import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { fillSeats } from '../registrations/set-status.ts'
import { timeAfter } from '../time.ts'
import { latestRevision, readItems } from './content.ts'
import { movesOrRenames, renamedForm } from './event.ts'
import { differencesTo, type Revision, readRevision } from './history.ts'
import { removalRevision } from './item-versions.ts'
import { boundErrors } from './list-bounds.ts'
import { clearBrokenReferences, referencesTo, releaseReferences, withIdPutBack } from './references.ts'
import { insertRevision, readKey } from './revisions.ts'
import type { FieldErrors } from './rules.ts'
import { type CollectionKey, type Content, type ContentKey, type Item, isCollection, type SectionKey } from './schema.ts'
import { type SectionEdit, storeSection } from './sections.ts'
import { withSlugs } from './slugs.ts'

type AnyItem = Item<CollectionKey>
type Referring = ReturnType<typeof referencesTo>[number]

export type RestoreEdit = SectionEdit & { settings: readonly ContentKey[]; expected?: number | undefined }

/** 'overtaken': a section was saved after `expected`. 'conflict': an event would lose its scenario. */
export type RestoreOutcome =
  | { outcome: 'saved'; section: ContentKey; value: Content[ContentKey]; revision: number }
  | { outcome: 'missing' }
  | { outcome: 'overtaken' }
  | { outcome: 'conflict' }
  | { outcome: 'forbidden' }
  | { outcome: 'invalid'; fields: FieldErrors }

export function restoreRevision(db: Db, revision: number, section: ContentKey | undefined, edit: RestoreEdit): RestoreOutcome {
  return unlessOvertaken(db, edit, () => {
    const then = readRevision(db, revision, edit.timeZone, section)
    if (!then) return { outcome: 'missing' }
    if (isCollection(then.section)) return storeList(db, then.section, then.value as AnyItem[], edit)
    if (edit.settings.includes(then.section) && !edit.mayChangeEvent) return { outcome: 'forbidden' }
    const key = then.section as SectionKey
    const value = key === 'registrationForm' ? formNow(db, then) : then.value
    const stored = storeSection(db, key, value as Content[SectionKey], edit)
    return stored.outcome === 'saved' ? { ...stored, section: key } : stored
  })
}

function unlessOvertaken(db: Db, { expected }: RestoreEdit, restore: () => RestoreOutcome): RestoreOutcome {
  const overtaken: RestoreOutcome = { outcome: 'overtaken' }
  try {
    return inTransaction(db, () => {
      const before = latestRevision(db)
      const restored = restore()
      // `expected` may be newer than all revisions if a backup was restored.
      if (expected !== undefined && (!(expected <= before) || isSavedBetween(db, expected, before))) throw overtaken
      return restored
    })
  } catch (error) {
    if (error === overtaken) return overtaken
    throw error
  }
}

const isSavedBetween = (db: Db, expected: number, before: number) =>
  prepared(
    db,
    `SELECT 1 FROM revisions AS made JOIN revisions AS saved ON saved.section = made.section
     WHERE made.id > @before AND saved.id > @expected AND saved.id <= @before LIMIT 1`,
  ).get({ expected, before }) !== undefined

function formNow(db: Db, { value, revision }: Revision): Content['registrationForm'] {
  const [before, now] = [readKey(db, 'event', revision), readKey(db, 'event')]
  return renamedForm(value as Content['registrationForm'], before.value.name, now.value.name)
}

export function restoreItem(db: Db, revision: number, id: string, edit: RestoreEdit): RestoreOutcome {
  return unlessOvertaken(db, edit, () => {
    const then = readRevision(db, revision, edit.timeZone)
    if (!then || !isCollection(then.section)) return { outcome: 'missing' }
    const before = then.value as AnyItem[]
    const item = before.find((other) => other.id === id)
    if (!item) return { outcome: 'missing' }
    const now = readItems(db, then.section)
    if (now.some((other) => other.id === id)) {
      const items = now.map((other) => (other.id === id ? item : other))
      return storeList(db, then.section, items, edit)
    }
    const earlier = before.slice(0, before.indexOf(item)).map((other) => other.id)
    return storeList(db, then.section, now.toSpliced(now.findLastIndex((other) => earlier.includes(other.id)) + 1, 0, item), edit)
  })
}

/** `time` is ISO 8601 in UTC. Returns 'gone' if a revision from that time was deleted. */
export function restoreInstant(
  db: Db,
  time: string,
  edit: RestoreEdit,
): { section: ContentKey; revision: number }[] | 'overtaken' | 'gone' | 'forbidden' | 'too-large' {
  return inTransaction(db, () => {
    if (edit.expected !== undefined && edit.expected !== latestRevision(db)) return 'overtaken'
    const differences = differencesTo(db, time, edit.timeZone)
    if (!differences) return 'gone'
    if (!edit.mayChangeEvent && differences.some((difference) => isForAdministrators(db, difference, edit))) return 'forbidden'
    const isTooLarge = ({ section, value }: (typeof differences)[number]) =>
      isCollection(section) && Object.keys(boundErrors(section, readItems(db, section), value as AnyItem[])).length > 0
    if (differences.some(isTooLarge)) return 'too-large'
    const restored = differences.map(({ section, value }) => {
      const now = readKey(db, section).value
      const stored = isCollection(section) ? asNewVersions(now as AnyItem[], value as AnyItem[], edit.at) : value
      return { section, revision: insertRevision(db, section, stored, edit) }
    })
    fillSeats(db, edit)
    return restored
  })
}

function isForAdministrators(
  db: Db,
  { section, value }: { section: ContentKey; value: unknown },
  { settings }: RestoreEdit,
): boolean {
  const isOtherEvent = section === 'hero' && movesOrRenames(readKey(db, 'hero').value, value as Content['hero'])
  return isOtherEvent || settings.includes(section)
}

function storeList(db: Db, key: CollectionKey, restoredItems: AnyItem[], edit: RestoreEdit): RestoreOutcome {
  const lists = new Map<CollectionKey, AnyItem[]>()
  const read = <K extends CollectionKey>(other: K) => (lists.get(other) ?? readItems(db, other)) as Item<K>[]
  const now = readItems(db, key)
  const addedIds = idsMissingIn(now, restoredItems)
  const removedIds = idsMissingIn(restoredItems, now)

  const repairedItems = clearBrokenReferences(key, restoredItems, read)
  if (repairedItems === 'conflict') return { outcome: 'conflict' }
  lists.set(key, asNewVersions(now, repairedItems, edit.at))
  for (const id of removedIds) {
    const released = releaseReferences(key, id, read)
    if (released === 'conflict') return { outcome: 'conflict' }
    for (const { collection, items } of released) lists.set(collection, items)
  }
  for (const id of addedIds) {
    for (const { from, idsIn, withIds } of referencesTo(key)) {
      const formerReferences = referencesTaken(db, { key, id, from, idsIn })
      const giveBack = (item: AnyItem) => {
        const ids = withIdPutBack(idsIn(item), id, formerReferences.get(item.id) ?? [])
        return ids === idsIn(item) ? item : (withIds(item, ids) as AnyItem)
      }
      if (formerReferences.size > 0) lists.set(from, (read(from) as AnyItem[]).map(giveBack))
    }
  }

  const value = withSlugs(db, key, lists.get(key) ?? []) as AnyItem[]
  const fields = boundErrors(key, now, value)
  if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields }
  // Stores the list `key` last, because `referencesTaken` expects its revision after those of the other lists.
  for (const [other, items] of lists) {
    if (other !== key) insertRevision(db, other, asNewVersions(readItems(db, other), items, edit.at), edit)
  }
  const revision = insertRevision(db, key, value, edit)
  fillSeats(db, edit)
  return { outcome: 'saved', section: key, value: value as Content[ContentKey], revision }
}

/** Finds the items that lost a reference when `id` was last deleted. Returns their former references by item id. */
function referencesTaken(
  db: Db,
  { key, id, from, idsIn }: { key: CollectionKey; id: string } & Pick<Referring, 'from' | 'idsIn'>,
): Map<string, readonly string[]> {
  const deletedWith = removalRevision(db, key, id)
  if (deletedWith === null) return new Map()
  const released = prepared<{ id: number; previous: number }>(
    db,
    `SELECT released.id, released.previous FROM revisions AS deleted JOIN revisions AS released
       ON released.section = @from AND released.id < deleted.id AND released.savedAt = deleted.savedAt
     WHERE deleted.id = @deleted ORDER BY released.id DESC LIMIT 1`,
  ).get({ from, deleted: deletedWith })
  if (!released) return new Map()
  const referring = (revision: number) => {
    const items = (readKey(db, from, revision).value as AnyItem[]).filter((item) => idsIn(item).includes(id))
    return new Map(items.map((item) => [item.id, idsIn(item)]))
  }
  const after = referring(released.id)
  return new Map([...referring(released.previous)].filter(([item]) => !after.has(item)))
}

/** Changed items get a new `updatedAt`, because it identifies their version. */
function asNewVersions(now: AnyItem[], restoredItems: AnyItem[], at: string): AnyItem[] {
  const currentItems = new Map(now.map((item) => [item.id, item]))
  return restoredItems.map((item) => {
    const current = currentItems.get(item.id)
    if (current && isDeepStrictEqual({ ...item, updatedAt: '' }, { ...current, updatedAt: '' })) return current
    const last = current && current.updatedAt > item.updatedAt ? current.updatedAt : item.updatedAt
    return { ...item, updatedAt: timeAfter(last, at) }
  })
}

const idsMissingIn = (list: AnyItem[], other: AnyItem[]): string[] => {
  const ids = new Set(list.map(({ id }) => id))
  return other.map(({ id }) => id).filter((id) => !ids.has(id))
}
