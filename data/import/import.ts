import { readSection } from '../content/content.ts'
import { itemDefaults } from '../content/defaults.ts'
import { newItemId } from '../content/item-id.ts'
import { clearBrokenReferences } from '../content/references.ts'
import { type Edit, insertRevision, lastSaved } from '../content/revisions.ts'
import type { FieldErrors } from '../content/rules.ts'
import {
  type CollectionKey,
  type ContentKey,
  collectionKeys,
  type Item,
  itemIdentitySchema,
  itemSchemas,
} from '../content/schema.ts'
import { slugErrors, withSlugs } from '../content/slugs.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { timeAfter } from '../time.ts'
import { dayOf } from '../zone.ts'
import { listExcesses } from './bounds.ts'
import {
  cameFrom,
  familyOf,
  type ImportPlan,
  type ImportRow,
  isMadeUp,
  type Lists,
  lostRoom,
  madeUpId,
  markOf,
  storedKey,
} from './plan.ts'
import { type ImportedKey, importedKeys, type Source } from './source.ts'

type ImportBasis = { lists: Lists; eventDay: string; revisions: Record<ImportedKey, number> }

export function readBasis(db: Db, timeZone: string): ImportBasis {
  return db.transaction(() => {
    const read = importedKeys.map((key) => [key, readSection(db, key)] as const)
    return {
      lists: Object.fromEntries(read.map(([key, { value }]) => [key, value])) as unknown as Lists,
      revisions: Object.fromEntries(read.map(([key, { revision }]) => [key, revision])) as Record<ImportedKey, number>,
      eventDay: dayOf(timeZone, readSection(db, 'hero').value.eventDate),
    }
  })()
}

export type WantedPhoto = { row: string; speaker: string; name: string; address: string }

/** To undo the import, restore the content of the time `before`. `revision` is null if nothing changed. */
export type Imported =
  | { outcome: 'saved'; revision: number | null; before: string; taken: string[]; left: ImportRow[]; photos: WantedPhoto[] }
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'overtaken' }

type PreparedImport =
  ReturnType<typeof applied> extends Generator<void, infer Made>
    ? Made & { basis: ImportBasis; at: string; last: string | null; fields: FieldErrors }
    : never

/** Yields so that other requests run in between. */
export function* prepareImport(
  db: Db,
  { plan, source, basis, accept }: { plan: ImportPlan; source: Source; basis: ImportBasis; accept: readonly string[] },
  now: string,
): Generator<void, PreparedImport> {
  const last = lastSaved(db, contentTimes)
  const at = last ? timeAfter(last, now) : now
  const result = yield* applied(plan, basis.lists, { wanted: new Set(accept), source, at })
  const fields: FieldErrors = result.isBroken ? { scenarioId: 'Selecciona un escenario que exista' } : {}
  for (const key of result.changed) {
    const excesses = listExcesses(key, basis.lists[key], result.lists[key])
    if (excesses.length > 0) fields[key] = excesses.join(' ')
    yield
  }
  return { ...result, basis, at, last, fields }
}

/** Stores the lists, unless somebody has saved since `basis` was read. */
export function storeImport(db: Db, { basis, at, last, fields, ...result }: PreparedImport, { by }: Pick<Edit, 'by'>): Imported {
  return db
    .transaction((): Imported => {
      const isOlder = importedKeys.some((key) => readSection(db, key).revision !== basis.revisions[key])
      if (isOlder || lastSaved(db, contentTimes) !== last) return { outcome: 'overtaken' }
      if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields }
      const changed = importedKeys.filter((key) => result.changed.has(key))
      let revision: number | null = null
      for (const key of changed) {
        const items = withFreeSlugs(db, key, result.lists[key], basis.lists[key])
        revision = insertRevision(db, key, items, { by, at })
      }
      const before = new Date(Date.parse(at) - 1).toISOString()
      return { outcome: 'saved', revision, before, taken: result.taken, left: result.left, photos: result.photos }
    })
    .immediate()
}

/** Returns true if somebody restored older content of the speaker after `revision`. */
export function wasUndone(db: Db, revision: number | null, speaker: string): boolean {
  const restored = prepared<{ id: number }>(
    db,
    `SELECT id FROM audit WHERE action = 'content-restored' AND revision > @revision
       AND (subject IS NULL OR subject = 'speakers') AND (subjectId IS NULL OR subjectId = @speaker) LIMIT 1`,
  )
  return revision !== null && restored.get({ revision, speaker }) !== undefined
}

type Identified = readonly { id: string }[]

function withFreeSlugs(db: Db, key: ImportedKey, items: Identified, before: Identified): Identified {
  const stored = new Set(before.map(({ id }) => id))
  if (items.every(({ id }) => stored.has(id))) return items
  const slugConflicts = slugErrors(db, key, items)
  const asking = items.map((item, index) => (slugConflicts[index]?.slug && !stored.has(item.id) ? { ...item, slug: '' } : item))
  return withSlugs(db, key, asking)
}

const contentTimes: ContentKey[] = [...collectionKeys, 'hero', 'event', 'layout', 'look']

type Applying = { wanted: ReadonlySet<string>; source: Source; at: string }

const itemsPerTurnCount = 50

/** If a talk is accepted, its new room is added too. A room that still has talks is not deleted. */
function* applied(plan: ImportPlan, before: Lists, { wanted: accepted, source, at }: Applying) {
  const family = familyOf(source)
  const lists: Lists = { ...before }
  const changed = new Set<ImportedKey>()
  const ids = { speakers: new Map<string, string>(), scenarios: new Map<string, string>() }
  const [takenIds, leftRows, photos]: [string[], ImportRow[], WantedPhoto[]] = [[], [], []]
  const isTaken = (row: ImportRow) => accepted.has(row.id)
  const neededRooms = new Set(
    plan.targets.events.filter(({ row, fields }) => isTaken(row) && fields).map(({ fields }) => fields?.scenarioId),
  )

  for (const section of importedKeys) {
    const schema = itemSchemas[section].extend(itemIdentitySchema.shape)
    let items = [...lists[section]] as unknown as Item<CollectionKey>[]
    let itemCount = 0
    let order = items.reduce((highest, { displayOrder }) => Math.max(highest, displayOrder), -1)
    for (const { row, key, current, fields, photo } of plan.targets[section] as ImportPlan['targets']['speakers']) {
      if (++itemCount % itemsPerTurnCount === 0) yield
      const isNeeded = section === 'scenarios' && row.change === 'new' && neededRooms.has(madeUpId(key))
      if (current && photo && current.image === '')
        photos.push({ row: row.id, speaker: current.id, name: row.name, address: photo })
      if (!isTaken(row) && !isNeeded) continue
      if (row.change === 'gone' && current) {
        if (
          section === 'scenarios' &&
          lists.events.some((event) => event.scenarioId === current.id && !goes(plan, accepted, event.id))
        ) {
          leftRows.push({ ...row, problems: ['Todavía tiene eventos: muévelos o elimínalos primero.'] })
          continue
        }
        items = items.filter(({ id }) => id !== current.id)
        changed.add(section)
        takenIds.push(row.id)
        continue
      }
      if (!fields) {
        if (row.problems.length > 0) leftRows.push(row)
        continue
      }
      const resolved = withIds(fields, ids)
      if (isMadeUp(resolved.scenarioId)) {
        leftRows.push({ ...row, problems: [lostRoom] })
        continue
      }
      const sentFields = Object.keys(fields)
      // An import of this site's own export keeps the source from which an item first came.
      const isExport = plan.isOwn && current && !(cameFrom(family, current) && current.sourceId === storedKey(key))
      const identity = current ?? {
        ...itemDefaults[section],
        id: newItemId(),
        createdAt: at,
        updatedAt: at,
        displayOrder: ++order,
      }
      const required = section === 'speakers' ? { title: '', company: '' } : {}
      const fresh = { ...required, ...identity, ...resolved, sourceId: isExport ? current.sourceId : storedKey(key) }
      const item = schema.parse({
        ...fresh,
        sourceMark: isExport ? current.sourceMark : markOf(section, family, fresh, sentFields),
        updatedAt: current ? timeAfter(current.updatedAt, at) : at,
      }) as unknown as Item<CollectionKey>
      if (current) items[items.findIndex(({ id }) => id === current.id)] = item
      else items.push(item)
      if (section !== 'events') ids[section].set(madeUpId(key), item.id)
      changed.add(section)
      takenIds.push(row.id)
      if (!current && photo) photos.push({ row: row.id, speaker: item.id, name: row.name, address: photo })
    }
    Object.assign(lists, { [section]: items })
    yield
  }
  const repaired = withoutBroken(lists, roomsLostIn(before))
  if (repaired !== 'conflict' && repaired.some((event, index) => event !== lists.events[index])) {
    lists.events = repaired
    changed.add('events')
  }
  return { lists, changed, taken: takenIds, left: leftRows, photos, isBroken: repaired === 'conflict' }
}

const withoutBroken = (lists: Lists, lost: readonly { id: string }[]) =>
  clearBrokenReferences(
    'events',
    lists.events,
    (key) => (key === 'scenarios' ? [...lists.scenarios, ...lost] : lists.speakers) as never,
  )

function roomsLostIn({ events, scenarios }: Lists): { id: string }[] {
  const there = new Set(scenarios.map(({ id }) => id))
  const isLost = ({ scenarioId, isPlenary }: Lists['events'][number]) => scenarioId !== '' && !isPlenary && !there.has(scenarioId)
  return events.filter(isLost).map(({ scenarioId }) => ({ id: scenarioId }))
}

const goes = (plan: ImportPlan, accepted: ReadonlySet<string>, id: string) =>
  plan.targets.events.some(({ row, current, fields }) => {
    if (current?.id !== id || !accepted.has(row.id)) return false
    return (
      row.change === 'gone' || (fields !== null && fields.scenarioId !== undefined && fields.scenarioId !== current.scenarioId)
    )
  })

type Ids = Record<'speakers' | 'scenarios', ReadonlyMap<string, string>>

function withIds(fields: Record<string, unknown>, { speakers, scenarios }: Ids): Record<string, unknown> {
  const { scenarioId, speakerIds } = fields as { scenarioId?: string; speakerIds?: string[] }
  if (scenarioId === undefined && speakerIds === undefined) return fields
  const who = speakerIds?.map((id) => speakers.get(id) ?? id).filter((id) => !isMadeUp(id))
  return {
    ...fields,
    ...(scenarioId !== undefined && { scenarioId: scenarios.get(scenarioId) ?? scenarioId }),
    ...(who && { speakerIds: who, speakerId: who[0] ?? '' }),
  }
}
