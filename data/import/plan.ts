/** What taking a file over would change. Pure functions: the caller reads and writes. */
import { createHash } from 'node:crypto'
import { itemDefaults } from '../content/defaults.ts'
import { ruleErrors } from '../content/rules.ts'
import { type Content, type Item, itemSchemas } from '../content/schema.ts'
import { limits } from '../limits.ts'
import { daysOf, endsOf } from '../programme/days.ts'
import { guidOf } from '../programme/guids.ts'
import { fold } from '../text.ts'
import { nouns, overBounds } from './bounds.ts'
import type { ImportedKey, Source, SourceFile, SourceRoom, SourceSpeaker, SourceTalk } from './source.ts'

/** A value as it is read in a table: of references the names. */
type Shown = string | boolean | string[]

/**
 * A thing of the file, or one that came from it and is there no more. 'edited-here': the file would overwrite what somebody changed
 * here. With problems it is not taken over.
 */
export type ImportRow = {
  id: string
  section: ImportedKey
  name: string
  change: 'new' | 'changed' | 'gone' | 'same' | 'edited-here'
  fields: { field: string; before: Shown; after: Shown }[]
  problems: string[]
  /** The row of a table, by the number that a spreadsheet shows. */
  row?: number
}

export type Lists = Pick<Content, ImportedKey>

/** What of an item is written: a new one, or fields of one that is there; `null` where it goes. References are keys of the file. */
type Target<K extends ImportedKey> = {
  row: ImportRow
  key: string
  current: Item<K> | null
  /** Null where nothing is. */
  fields: Record<string, unknown> | null
  photo?: string
}

/** `isOwn`: this product wrote the file. `over` are sentences for lists that would hold too much if all rows were taken. */
export type ImportPlan = { rows: ImportRow[]; targets: { [K in ImportedKey]: Target<K>[] }; isOwn: boolean; over: string[] }

/** The fields that come from files, in the order in which their marks stand. */
const marked = {
  speakers: ['name', 'title', 'company', 'bio', 'linkedinUrl', 'twitterUrl', 'links'],
  scenarios: ['name', 'description'],
  events: [
    ...['title', 'description', 'day', 'startTime', 'endTime', 'scenarioId', 'speakerIds', 'isPlenary'],
    ...['language', 'level', 'track'],
  ],
} as const satisfies { [K in ImportedKey]: readonly string[] }

const unmarked = '----'

/** Two forms of one system know a talk by the same key. */
export const familyOf = (source: Source) => (source === 'pretalx' || source === 'frab' ? 'guid' : source)

/** What the file said of an item, as far as it said something: a few letters for each field, so that a change here is seen. */
export function markOf(key: ImportedKey, family: string, item: object, said: readonly string[]): string {
  const letters = (field: string) => {
    if (!said.includes(field)) return unmarked
    return createHash('sha256')
      .update(JSON.stringify(Reflect.get(item, field)))
      .digest('base64url')
      .slice(0, 4)
  }
  return `${family}:${marked[key].map(letters).join('')}`
}

/** Whether a field is not as the file said it last. What never came from a file is one's own. */
function isEdited(key: ImportedKey, item: { sourceMark: string }, now: object, field: string): boolean {
  // An earlier import left it so, and nobody here.
  if (field === 'scenarioId' && isMadeUp(Reflect.get(item, field))) return false
  const [family = '', letters = ''] = item.sourceMark.split(':')
  const index = (marked[key] as readonly string[]).indexOf(field) * unmarked.length
  const said = letters.slice(index, index + unmarked.length)
  if (said === '' || said === unmarked) return true
  return markOf(key, family, now, [field]).slice(family.length + 1 + index, family.length + 1 + index + unmarked.length) !== said
}

/** Whether an item came from files of this family. */
export const cameFrom = (family: string, { sourceMark }: { sourceMark: string }) => sourceMark.startsWith(`${family}:`)

/** Compares a file with what is stored. Those of the day of the conference, `eventDay` (yyyy-MM-dd), may name no day. */
export function planImport(lists: Lists, file: SourceFile, source: Source, eventDay: string): ImportPlan {
  const family = familyOf(source)
  const named = ({ name }: { name: string }) => ({ name: fold(name), moment: '' })
  const titled = ({ title, day, startTime }: Pick<SourceTalk, 'title' | 'day' | 'startTime'>) => ({
    name: fold(title),
    moment: `${day || eventDay} ${startTime}`,
  })
  const { isOwn } = file
  const speakerOf = matches('speakers', lists.speakers, file.speakers, { family, isOwn }, named)
  const roomOf = matches('scenarios', lists.scenarios, file.rooms, { family, isOwn }, named)
  const talkOf = matches('events', lists.events, file.talks, { family, isOwn }, titled)
  const speakers = file.speakers.map((speaker) => speakerTarget(speaker, speakerOf.get(speaker) ?? null))
  const scenarios = file.rooms.map((room) => roomTarget(room, roomOf.get(room) ?? null))
  const known = { speakers: idsByKey(speakers), rooms: idsByKey(scenarios), lost: lostKeys(scenarios) }
  const names = {
    speakers: new Map([
      ...lists.speakers.map(({ id, name }) => [id, name] as const),
      ...file.speakers.map(({ key, name }) => [known.speakers.get(key) ?? madeUpId(key), name] as const),
    ]),
    rooms: new Map([
      ...lists.scenarios.map(({ id, name }) => [id, name] as const),
      ...file.rooms.map(({ key, name }) => [known.rooms.get(key) ?? madeUpId(key), name] as const),
    ]),
  }
  const exported = isOwn ? asExported(lists, eventDay) : null
  const events = file.talks.map((talk) => talkTarget(talk, talkOf.get(talk) ?? null, { known, names, exported }, eventDay))
  const gone = <K extends ImportedKey>(key: K, targets: Target<K>[]): Target<K>[] => {
    const kept = new Set(targets.map(({ current }) => current?.id))
    const items = lists[key] as unknown as Item<K>[]
    return (
      items
        // An export does not hold hidden items.
        .filter((item) => cameFrom(family, item) && !kept.has(item.id) && (item.isActive || !isOwn))
        .map((item) => ({
          row: rowOf(key, item.sourceId, nameOf(item), 'gone'),
          key: item.sourceId,
          current: item,
          fields: null,
        }))
    )
  }
  const targets = {
    speakers: [...speakers, ...gone('speakers', speakers)],
    scenarios: [...scenarios, ...gone('scenarios', scenarios)],
    events: [...events, ...gone('events', events)],
  }
  const rows = unique([...targets.speakers, ...targets.scenarios, ...targets.events].map(({ row }) => row))
  return { rows, targets, isOwn, over: overBounds(lists, targets) }
}

const nameOf = (item: object) => String(Reflect.get(item, 'name') ?? Reflect.get(item, 'title'))

const rowOf = (section: ImportedKey, key: string, name: string, change: ImportRow['change']): ImportRow => ({
  id: `${section}/${storedKey(key)}`,
  section,
  name,
  change,
  fields: [],
  problems: [],
})

/** Keys that a file has twice are two rows. */
function unique(rows: ImportRow[]): ImportRow[] {
  const seen = new Map<string, number>()
  for (const row of rows) {
    const times = (seen.get(row.id) ?? 0) + 1
    seen.set(row.id, times)
    if (times > 1) row.id = `${row.id}#${times}`
  }
  return rows
}

/** Of each list: what it holds in Spanish, how many it holds now, and how many it may hold. */
export type Sizes = Record<ImportedKey, { name: string; now: number; most: number }>

/** Returns how large the lists are. */
export function sizesOf(lists: Lists): Sizes {
  const size = (key: ImportedKey) => ({ name: nouns[key], now: lists[key].length, most: limits.lists[key] })
  return { speakers: size('speakers'), scenarios: size('scenarios'), events: size('events') }
}

type Matched = { id: string; sourceId: string; sourceMark: string }

/** What a thing is found by beside its key. Talks may share a key or a name: what takes place at the same `moment` is then meant. */
type Look = { name: string; moment: string }

/**
 * The item that is here for each thing of the file: the one with its key, or with its name if it comes from no file. An export of
 * this product names all items, wherever they come from. Each item is found once. Of several alike those that are still at the same
 * time come first, so that the one that moved is left.
 */
function matches<T extends Matched, F extends { key: string }>(
  section: ImportedKey,
  items: readonly T[],
  things: readonly F[],
  { family, isOwn }: { family: string; isOwn: boolean },
  look: (one: T | F) => Look,
): Map<F, T> {
  const found = new Map<F, T>()
  const asked = things.map((thing) => ({ thing, key: storedKey(thing.key), ...look(thing) }))
  const pair = (among: readonly T[], by: (looked: Look & { key: string }) => string, keyOf = (item: T) => item.sourceId) => {
    const taken = new Set(found.values())
    const free = new Map<string, T[]>()
    for (const item of among.filter((one) => !taken.has(one))) {
      const looked = by({ key: keyOf(item), ...look(item) })
      free.set(looked, [...(free.get(looked) ?? []), item])
    }
    for (const { thing, ...looked } of asked.filter((one) => !found.has(one.thing))) {
      const item = free.get(by(looked))?.shift()
      if (item) found.set(thing, item)
    }
  }
  const keyAndMoment = ({ key, moment }: Look & { key: string }) => `${key} ${moment}`
  if (isOwn) {
    pair(items, keyAndMoment, (item) => guidOf(section, item))
    pair(
      items,
      ({ key }) => key,
      (item) => guidOf(section, item),
    )
  }
  const ofFile = items.filter((item) => cameFrom(family, item))
  pair(ofFile, keyAndMoment)
  pair(ofFile, ({ key }) => key)
  const byName = isOwn ? items : items.filter(({ sourceId }) => sourceId === '')
  pair(byName, ({ name, moment }) => `${name} ${moment}`)
  pair(byName, ({ name }) => name)
  return found
}

/** A key of the file as an item keeps it. */
export const storedKey = (key: string) => key.slice(0, limits.shortText)

/** What stands for the id of a room or speaker that is not stored yet. */
export const madeUpId = (key: string) => `new:${key}`

/** Whether an id only stands for one. */
export const isMadeUp = (id: unknown) => typeof id === 'string' && id.startsWith(madeUpId(''))

const idsByKey = (targets: Target<'speakers'>[] | Target<'scenarios'>[]) =>
  new Map(targets.map(({ key, current }) => [key, current?.id ?? madeUpId(key)]))

/** The keys of rooms that are not here and cannot come. */
function lostKeys(targets: Target<'scenarios'>[]): Set<string> {
  const there = new Set(targets.filter(({ current, row }) => current || row.problems.length === 0).map(({ key }) => key))
  return new Set(targets.map(({ key }) => key).filter((key) => !there.has(key)))
}

const said = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

function speakerTarget(speaker: SourceSpeaker, current: Item<'speakers'> | null): Target<'speakers'> {
  const { key, name, title, company, bio, linkedinUrl, twitterUrl, links, photo, problems } = speaker
  const fields = said({ name, title, company, bio, linkedinUrl, twitterUrl, links })
  const target = targetOf('speakers', { key, name, problems, fields }, current, (item) => item, shownAs)
  return { ...target, ...(photo !== undefined && { photo }) }
}

const roomTarget = ({ key, name, description, problems }: SourceRoom, current: Item<'scenarios'> | null) =>
  targetOf('scenarios', { key, name, problems, fields: said({ name, description }) }, current, (item) => item, shownAs)

type Ids = { speakers: Map<string, string>; rooms: Map<string, string> }

/** Why a talk of a room that cannot come stays away: without one it would be in all of them. */
export const lostRoom = 'Se queda fuera: su escenario no se puede traer'

function talkTarget(
  talk: SourceTalk,
  current: Item<'events'> | null,
  { known, names, exported }: { known: Ids & { lost: ReadonlySet<string> }; names: Ids; exported: Exported | null },
  eventDay: string,
): Target<'events'> {
  const { key, title, description, day, startTime, endTime, isPlenary, language, level, track, slug } = talk
  const problems = known.lost.has(talk.room) && !isPlenary ? [...talk.problems, lostRoom] : talk.problems
  const scenarioId = talk.room === '' ? '' : (known.rooms.get(talk.room) ?? '')
  const speakerIds = [...new Set(talk.speakers.flatMap((speaker) => known.speakers.get(speaker) ?? []))]
  // Why it has no time is among its problems.
  const when = startTime === '' ? {} : { day, startTime, endTime }
  const written = said({ title, description, ...when, scenarioId, speakerIds, isPlenary, language, level, track })
  const fields = current && exported ? { ...written, ...exported(current, written) } : written
  const whole = ({ scenarioId, ...item }: Item<'events'>) => ({
    ...item,
    day: item.day || eventDay,
    scenarioId: isMadeUp(scenarioId) ? '' : scenarioId,
  })
  const show = (field: string, value: unknown) => {
    if (field === 'scenarioId') return names.rooms.get(String(value)) ?? ''
    if (field === 'speakerIds') return (value as string[]).map((id) => names.speakers.get(id) ?? id)
    return shownAs(field, value)
  }
  const target = targetOf('events', { key, name: title, problems, fields }, current, whole, show)
  if (talk.row !== undefined) target.row.row = talk.row
  const isAsked = target.row.change === 'new' && target.fields !== null && itemSchemas.events.shape.slug.safeParse(slug).success
  return isAsked ? { ...target, fields: { ...target.fields, slug } } : target
}

type Exported = (current: Item<'events'>, written: Partial<Item<'events'>>) => Partial<Item<'events'>>

/**
 * Returns a function for those fields of a talk that an export says otherwise than they are stored, and which are as they were
 * exported: an end that follows from the next talk, and hidden speakers and rooms.
 */
function asExported({ events, speakers, scenarios }: Lists, eventDay: string): Exported {
  const hidden = new Set([...speakers, ...scenarios].filter(({ isActive }) => !isActive).map(({ id }) => id))
  const shown = events.filter(({ isActive }) => isActive)
  const ends = new Map(daysOf(shown, eventDay).flatMap(({ events }) => [...endsOf(events)]))
  return (current, { startTime, endTime, scenarioId, speakerIds }) => {
    const end = ends.get(current.id) ?? ''
    const isOpen = current.endTime === '' && startTime === current.startTime && endTime === (end || hourAfter(startTime))
    const isInHidden = scenarioId === '' && hidden.has(current.scenarioId)
    const listed = current.speakerIds.filter((id) => !hidden.has(id))
    return {
      ...(isOpen && { endTime: '' }),
      ...(isInHidden && { scenarioId: current.scenarioId }),
      ...(isSame(listed, speakerIds) && { speakerIds: current.speakerIds }),
    }
  }
}

/** An hour after a time of the clock (HH:mm). */
const hourAfter = (time: string) => `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`

function shownAs(field: string, value: unknown): Shown {
  if (field === 'links') return (value as { label: string; url: string }[]).map(({ label, url }) => `${label}: ${url}`)
  return typeof value === 'boolean' ? value : String(value ?? '')
}

type OfFile = { key: string; name: string; problems: string[]; fields: Record<string, unknown> }

/** What becomes of one thing of the file. `whole` is an item with what it leaves to others. */
function targetOf<K extends ImportedKey>(
  section: K,
  { key, name, problems, fields }: OfFile,
  current: Item<K> | null,
  whole: (item: Item<K>) => object,
  show: (field: string, value: unknown) => Shown,
): Target<K> {
  const row = { ...rowOf(section, key, name, current ? 'same' : 'new'), problems: [...problems] }
  const checked = checkedFields(section, fields)
  if (checked.problems.length > 0) row.problems.push(...checked.problems)
  const now: object = current ? whole(current) : {}
  const changed = Object.entries(checked.fields).filter(([field, value]) => !isSame(Reflect.get(now, field), value))
  row.fields = changed.map(([field, after]) => ({
    field,
    before: current ? show(field, Reflect.get(now, field)) : '',
    after: show(field, after),
  }))
  if (current && changed.length > 0)
    row.change = changed.some(([field]) => isEdited(section, current, now, field)) ? 'edited-here' : 'changed'
  const isTaken = row.change !== 'same' && row.problems.length === 0
  return { row, key, current, fields: isTaken ? checked.fields : null }
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The fields as they would be stored, and messages for those that would be refused. */
function checkedFields(
  section: ImportedKey,
  fields: Record<string, unknown>,
): { fields: Record<string, unknown>; problems: string[] } {
  const parsed = itemSchemas[section].partial().safeParse(fields)
  if (!parsed.success)
    return { fields, problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const rules = ruleErrors(section, { ...itemDefaults[section], ...parsed.data })
  return { fields: parsed.data, problems: Object.values(rules) }
}
