import { isDeepStrictEqual } from 'node:util'
import { changesBetween } from '../content/changes.ts'
import { itemVersion, readItems, updateItems } from '../content/content.ts'
import { readRevision } from '../content/history.ts'
import type { Edit } from '../content/revisions.ts'
import type { FieldErrors } from '../content/rules.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { isLinkField, itemOfChange, type LinkChange, type LinkSection, linkSections, nameOfChange } from './link-fields.ts'

/** `version` is the item's `updatedAt` that the speaker saw. */
export type SentItem = { section: LinkSection; id: string; version: string; fields: Record<string, unknown> }

type ItemUpdate = { section: LinkSection; id: string; fields: Record<string, unknown>; expected?: string | undefined }

export type ChangesStored =
  | { outcome: 'saved'; revisions: { section: LinkSection; revision: number }[] }
  | { outcome: 'invalid' | 'conflict'; fields: FieldErrors }

/** Returns the fields that the speaker changed, or null if a version is unknown. */
export function changesOf(db: Db, items: readonly SentItem[]): LinkChange[] | null {
  const changes: LinkChange[] = []
  for (const { section, id, version, fields } of items) {
    const base = itemVersion(db, section, id, version)
    if (!base) return null
    for (const [field, after] of Object.entries(fields)) {
      const before = Reflect.get(base, field)
      if (!isDeepStrictEqual(before, after)) changes.push({ section, id, field, before, after })
    }
  }
  return changes
}

export function updatesFrom(changes: readonly LinkChange[], versions: ReadonlyMap<string, string> = new Map()): ItemUpdate[] {
  const byItem = Map.groupBy(changes, itemOfChange)
  return [...byItem].flatMap(([key, ofItem]) => {
    const [first] = ofItem
    if (!first) return []
    const fields = Object.fromEntries(ofItem.map(({ field, after }) => [field, after]))
    return [{ section: first.section, id: first.id, fields, expected: versions.get(key) }]
  })
}

/** Stores all changes or none. */
export function storeUpdates(db: Db, updates: readonly ItemUpdate[], edit: Edit): ChangesStored {
  let refusal: ChangesStored | null = null
  const undone = new Error('undone')
  try {
    return inTransaction(db, () => {
      const revisions = linkSections.flatMap((section) => {
        const ofSection = updates.filter((update) => update.section === section)
        if (ofSection.length === 0) return []
        const result = updateItems(db, section, ofSection as never, edit)
        if (result.outcome === 'saved') return [{ section, revision: result.revision }]
        refusal = refusalOf(section, ofSection, result)
        throw undone
      })
      return { outcome: 'saved', revisions }
    })
  } catch (error) {
    if (error !== undone || !refusal) throw error
    return refusal
  }
}

type Refused = Exclude<ReturnType<typeof updateItems>, { outcome: 'saved' }>

function refusalOf(section: LinkSection, updates: readonly ItemUpdate[], result: Refused): ChangesStored {
  const messagesOf = (id: string, errors: FieldErrors) =>
    Object.entries(errors).map(([field, message]) => [nameOfChange({ section, id, field }), message])
  if (result.outcome === 'invalid') {
    const entries = updates.flatMap(({ id }, index) => messagesOf(id, result.fields[index] ?? {}))
    return { outcome: 'invalid', fields: Object.fromEntries(entries) }
  }
  const entries = [...result.conflicts].flatMap(([id, conflicts]) =>
    messagesOf(
      id,
      Object.fromEntries(Object.entries(conflicts ?? {}).map(([field, { theirs }]) => [field, overtakenBy(theirs)])),
    ),
  )
  return { outcome: 'conflict', fields: Object.fromEntries(entries) }
}

function overtakenBy(theirs: unknown): string {
  const changed = 'Esto cambió mientras escribías.'
  if (theirs === '') return `${changed} Ahora está vacío.`
  return typeof theirs === 'string' ? `${changed} Ahora dice: «${theirs}».` : changed
}

export type TakenBack = { takenBack: LinkChange[]; left: LinkChange[] }

type Span = { since: string; until?: string }

/** Takes back the speaker's own changes, except fields that others changed afterwards. */
export function takeBackChanges(db: Db, speaker: string, span: Span, edit: Edit & { timeZone: string }): TakenBack {
  return inTransaction(db, () => {
    const rows = prepared<{ id: number; section: LinkSection; previous: number | null }>(
      db,
      `SELECT id, section, previous FROM revisions WHERE savedBySpeaker = @speaker AND savedAt >= @since
         AND (@until IS NULL OR savedAt <= @until) ORDER BY id DESC`,
    ).all({ speaker, since: span.since, until: span.until ?? null })
    const values = new Map<string, LinkChange>()
    const keptChanges = new Map<string, LinkChange>()
    for (const { id: revision, section, previous } of rows) {
      const [before, after] = [previous, revision].map((number) => readRevision(db, number ?? 0, edit.timeZone, section)?.value)
      if (previous === null || !before) continue
      for (const { id = '', field, ...change } of changesBetween(section, before, after)) {
        if (!isLinkField(section, field)) continue
        const speakerChange: LinkChange = { section, id, field, before: change.before, after: change.after }
        const name = nameOfChange(speakerChange)
        const item = readItems(db, section).find((other) => other.id === id)
        const now = values.has(name) ? values.get(name)?.after : item && Reflect.get(item, field)
        if (item && isDeepStrictEqual(now, change.after))
          values.set(name, { ...speakerChange, before: Reflect.get(item, field), after: change.before })
        else keptChanges.set(name, speakerChange)
      }
    }
    const takenBack = [...values.values()]
    const stored = storeUpdates(db, updatesFrom(takenBack), edit)
    if (stored.outcome !== 'saved')
      throw new Error(`a speaker's changes could not be taken back: ${JSON.stringify(stored.fields)}`)
    return { takenBack, left: [...keptChanges.values()].filter((change) => !values.has(nameOfChange(change))) }
  })
}
