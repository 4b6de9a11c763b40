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

type Shown = string | boolean | string[]

/** 'edited-here': importing would overwrite a change made here. `problems` exclude the row. */
export type ImportRow = {
  id: string
  section: ImportedKey
  name: string
  change: 'new' | 'changed' | 'gone' | 'same' | 'edited-here'
  fields: { field: string; before: Shown; after: Shown }[]
  problems: string[]
  /** As in a spreadsheet. */
  row?: number
  /** The parts that are not taken over as they are in the file, in Spanish. They keep nothing else out. */
  notes: string[]
}

export type Lists = Pick<Content, ImportedKey>

/** `current` is null for new items. References may be placeholder ids. */
type Target<K extends ImportedKey> = {
  row: ImportRow
  key: string
  current: Item<K> | null
  /** Null if nothing is written. */
  fields: Record<string, unknown> | null
  photo?: string
}

/** `isOwn`: exported by this product. `over`: sentences about exceeded limits. */
export type ImportPlan = { rows: ImportRow[]; targets: { [K in ImportedKey]: Target<K>[] }; isOwn: boolean; over: string[] }

/** The order is that of the marks. */
const marked = {
  speakers: ['name', 'title', 'company', 'bio', 'linkedinUrl', 'twitterUrl', 'links'],
  scenarios: ['name', 'description'],
  events: [
    ...['title', 'description', 'day', 'startTime', 'endTime', 'scenarioId', 'speakerIds', 'isPlenary'],
    ...['language', 'level', 'track'],
  ],
} as const satisfies { [K in ImportedKey]: readonly string[] }

const unmarked = '----'

/** Both formats use the same keys. */
export const familyOf = (source: Source) => (source === 'pretalx' || source === 'frab' ? 'guid' : source)

/** Returns a short hash of each field in the file, to detect changes made here. */
export function markOf(key: ImportedKey, family: string, item: object, importedFields: readonly string[]): string {
  const letters = (field: string) => {
    if (!importedFields.includes(field)) return unmarked
    return createHash('sha256')
      .update(JSON.stringify(Reflect.get(item, field)))
      .digest('base64url')
      .slice(0, 4)
  }
  return `${family}:${marked[key].map(letters).join('')}`
}

/** Fields that no file contained count as edited. */
function isEdited(key: ImportedKey, item: { sourceMark: string }, now: object, field: string): boolean {
  // Left by an earlier import.
  if (field === 'scenarioId' && isMadeUp(Reflect.get(item, field))) return false
  const [family = '', letters = ''] = item.sourceMark.split(':')
  const index = (marked[key] as readonly string[]).indexOf(field) * unmarked.length
  const importedHash = letters.slice(index, index + unmarked.length)
  if (importedHash === '' || importedHash === unmarked) return true
  return (
    markOf(key, family, now, [field]).slice(family.length + 1 + index, family.length + 1 + index + unmarked.length) !==
    importedHash
  )
}

/** Returns true if the item was imported from this family. */
export const cameFrom = (family: string, { sourceMark }: { sourceMark: string }) => sourceMark.startsWith(`${family}:`)

/** Compares a file with the stored lists. Talks without a day are on `eventDay` (yyyy-MM-dd). */
export function planImport(lists: Lists, file: SourceFile, source: Source, eventDay: string): ImportPlan {
  const family = familyOf(source)
  const identityOf = ({ name }: { name: string }) => ({ name: fold(name), moment: '' })
  const titled = ({ title, day, startTime }: Pick<SourceTalk, 'title' | 'day' | 'startTime'>) => ({
    name: fold(title),
    moment: `${day || eventDay} ${startTime}`,
  })
  const { isOwn } = file
  const speakerOf = matches('speakers', lists.speakers, file.speakers, { family, isOwn }, identityOf)
  const roomOf = matches('scenarios', lists.scenarios, file.rooms, { family, isOwn }, identityOf)
  const talkOf = matches('events', lists.events, file.talks, { family, isOwn }, titled)
  const speakers = file.speakers.map((speaker) => speakerTarget(speaker, speakerOf.get(speaker) ?? null))
  const scenarios = file.rooms.map((room) => roomTarget(room, roomOf.get(room) ?? null))
  const idsOfFile = { speakers: idsByKey(speakers), rooms: idsByKey(scenarios), lost: lostKeys(scenarios) }
  const names = {
    speakers: new Map([
      ...lists.speakers.map(({ id, name }) => [id, name] as const),
      ...file.speakers.map(({ key, name }) => [idsOfFile.speakers.get(key) ?? madeUpId(key), name] as const),
    ]),
    rooms: new Map([
      ...lists.scenarios.map(({ id, name }) => [id, name] as const),
      ...file.rooms.map(({ key, name }) => [idsOfFile.rooms.get(key) ?? madeUpId(key), name] as const),
    ]),
  }
  const exported = isOwn ? asExported(lists, eventDay) : null
  const events = file.talks.map((talk) =>
    talkTarget(talk, talkOf.get(talk) ?? null, { known: idsOfFile, names, exported }, eventDay),
  )
  const removedTargets = <K extends ImportedKey>(key: K, targets: Target<K>[]): Target<K>[] => {
    const matchedIds = new Set(targets.map(({ current }) => current?.id))
    const items = lists[key] as unknown as Item<K>[]
    return (
      items
        // Exports do not contain hidden items.
        .filter((item) => cameFrom(family, item) && !matchedIds.has(item.id) && (item.isActive || !isOwn))
        .map((item) => ({
          row: rowOf(key, item.sourceId, nameOf(item), 'gone'),
          key: item.sourceId,
          current: item,
          fields: null,
        }))
    )
  }
  const targets = {
    speakers: [...speakers, ...removedTargets('speakers', speakers)],
    scenarios: [...scenarios, ...removedTargets('scenarios', scenarios)],
    events: [...events, ...removedTargets('events', events)],
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
  notes: [],
})

/** A file may use a key twice. */
function unique(rows: ImportRow[]): ImportRow[] {
  const timesById = new Map<string, number>()
  for (const row of rows) {
    const times = (timesById.get(row.id) ?? 0) + 1
    timesById.set(row.id, times)
    if (times > 1) row.id = `${row.id}#${times}`
  }
  return rows
}

export type Sizes = Record<ImportedKey, { name: string; now: number; most: number }>

/** Returns the current and maximum sizes. */
export function sizesOf(lists: Lists): Sizes {
  const size = (key: ImportedKey) => ({ name: nouns[key], now: lists[key].length, most: limits.lists[key] })
  return { speakers: size('speakers'), scenarios: size('scenarios'), events: size('events') }
}

type Matched = { id: string; sourceId: string; sourceMark: string }

/** `moment` tells apart talks with the same key or name. */
type Look = { name: string; moment: string }

/** Finds the stored item of each imported one, by key, then by name. At the same moment first, so that the moved one remains. */
function matches<T extends Matched, F extends { key: string }>(
  section: ImportedKey,
  items: readonly T[],
  things: readonly F[],
  { family, isOwn }: { family: string; isOwn: boolean },
  look: (item: T | F) => Look,
): Map<F, T> {
  const matched = new Map<F, T>()
  const candidates = things.map((thing) => ({ thing, key: storedKey(thing.key), ...look(thing) }))
  const pair = (among: readonly T[], by: (looked: Look & { key: string }) => string, keyOf = (item: T) => item.sourceId) => {
    const matchedItems = new Set(matched.values())
    const free = new Map<string, T[]>()
    for (const item of among.filter((item) => !matchedItems.has(item))) {
      const looked = by({ key: keyOf(item), ...look(item) })
      free.set(looked, [...(free.get(looked) ?? []), item])
    }
    for (const { thing, ...looked } of candidates.filter((candidate) => !matched.has(candidate.thing))) {
      const item = free.get(by(looked))?.shift()
      if (item) matched.set(thing, item)
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
  return matched
}

/** Returns the key as it is stored. */
export const storedKey = (key: string) => key.slice(0, limits.shortText)

/** Returns a placeholder for an id that does not exist yet. */
export const madeUpId = (key: string) => `new:${key}`

/** Returns true for such a placeholder. */
export const isMadeUp = (id: unknown) => typeof id === 'string' && id.startsWith(madeUpId(''))

const idsByKey = (targets: Target<'speakers'>[] | Target<'scenarios'>[]) =>
  new Map(targets.map(({ key, current }) => [key, current?.id ?? madeUpId(key)]))

function lostKeys(targets: Target<'scenarios'>[]): Set<string> {
  const there = new Set(targets.filter(({ current, row }) => current || row.problems.length === 0).map(({ key }) => key))
  return new Set(targets.map(({ key }) => key).filter((key) => !there.has(key)))
}

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

function speakerTarget(speaker: SourceSpeaker, current: Item<'speakers'> | null): Target<'speakers'> {
  const { key, name, title, company, bio, linkedinUrl, twitterUrl, links, photo, problems, notes } = speaker
  const good = goodLinks({ linkedinUrl, twitterUrl, links })
  const fields = definedFields({ name, title, company, bio, ...good.fields })
  const ofFile = { key, name, problems, notes: [...(notes ?? []), ...good.notes], fields }
  const target = targetOf('speakers', ofFile, current, (item) => item, shownAs)
  return { ...target, ...(photo !== undefined && { photo }) }
}

type Links = Pick<SourceSpeaker, 'linkedinUrl' | 'twitterUrl' | 'links'>

const maxNotedCharacters = 80

/** Returns the links of a speaker that can be stored, and a note on each other. */
function goodLinks({ linkedinUrl, twitterUrl, links }: Links): { fields: Links; notes: string[] } {
  const schema = itemSchemas.speakers.shape
  const notes: string[] = []
  const note = (url: string, why = '') => notes.push(`Sin el enlace «${shortened(url)}»: ${why}`)
  const profile = (field: 'linkedinUrl' | 'twitterUrl', url: string | undefined) => {
    const error = url === undefined ? undefined : schema[field].safeParse(url).error
    if (url !== undefined && error) note(url, error.issues[0]?.message)
    return error ? undefined : url
  }
  const [linkedin, twitter] = [profile('linkedinUrl', linkedinUrl), profile('twitterUrl', twitterUrl)]
  const others = links?.flatMap((link) => {
    const { data, error } = schema.links.safeParse([link])
    if (error) note(link.url, error.issues[0]?.message)
    return data?.length ? [link] : []
  })
  for (const { url } of others?.slice(limits.links) ?? []) note(url, `caben ${limits.links} además de LinkedIn y X.`)
  return { fields: definedFields({ linkedinUrl: linkedin, twitterUrl: twitter, links: others?.slice(0, limits.links) }), notes }
}

const shortened = (url: string) => (url.length > maxNotedCharacters ? `${url.slice(0, maxNotedCharacters)}…` : url)

const roomTarget = ({ key, name, description, problems }: SourceRoom, current: Item<'scenarios'> | null) =>
  targetOf('scenarios', { key, name, problems, fields: definedFields({ name, description }) }, current, (item) => item, shownAs)

type Ids = { speakers: Map<string, string>; rooms: Map<string, string> }

/** Without its room the talk would be in all rooms. */
export const lostRoom = 'Se queda fuera: su escenario no se puede traer'

function talkTarget(
  talk: SourceTalk,
  current: Item<'events'> | null,
  { known: idsOfFile, names, exported }: { known: Ids & { lost: ReadonlySet<string> }; names: Ids; exported: Exported | null },
  eventDay: string,
): Target<'events'> {
  const { key, title, description, day, startTime, endTime, isPlenary, language, level, track, slug } = talk
  const problems = idsOfFile.lost.has(talk.room) && !isPlenary ? [...talk.problems, lostRoom] : talk.problems
  const scenarioId = talk.room === '' ? '' : (idsOfFile.rooms.get(talk.room) ?? '')
  const speakerIds = [...new Set(talk.speakers.flatMap((speaker) => idsOfFile.speakers.get(speaker) ?? []))]
  // A missing time is listed as a problem.
  const when = startTime === '' ? {} : { day, startTime, endTime }
  const written = definedFields({ title, description, ...when, scenarioId, speakerIds, isPlenary, language, level, track })
  const fields = current && exported ? { ...written, ...exported(current, written) } : written
  const complete = ({ scenarioId, ...item }: Item<'events'>) => ({
    ...item,
    day: item.day || eventDay,
    scenarioId: isMadeUp(scenarioId) ? '' : scenarioId,
  })
  const show = (field: string, value: unknown) => {
    if (field === 'scenarioId') return names.rooms.get(String(value)) ?? ''
    if (field === 'speakerIds') return (value as string[]).map((id) => names.speakers.get(id) ?? id)
    return shownAs(field, value)
  }
  const target = targetOf('events', { key, name: title, problems, notes: talk.notes, fields }, current, complete, show)
  if (talk.row !== undefined) target.row.row = talk.row
  const isAsked = target.row.change === 'new' && target.fields !== null && itemSchemas.events.shape.slug.safeParse(slug).success
  return isAsked ? { ...target, fields: { ...target.fields, slug } } : target
}

type Exported = (current: Item<'events'>, written: Partial<Item<'events'>>) => Partial<Item<'events'>>

/** Restores values that an export writes differently: derived ends, hidden speakers and rooms. */
function asExported({ events, speakers, scenarios }: Lists, eventDay: string): Exported {
  const hidden = new Set([...speakers, ...scenarios].filter(({ isActive }) => !isActive).map(({ id }) => id))
  const visibleEvents = events.filter(({ isActive }) => isActive)
  const ends = new Map(daysOf(visibleEvents, eventDay).flatMap(({ events }) => [...endsOf(events)]))
  return (current, { startTime, endTime, scenarioId, speakerIds }) => {
    const end = ends.get(current.id) ?? ''
    const isOpen = current.endTime === '' && startTime === current.startTime && endTime === (end || hourAfter(startTime))
    const isInHidden = scenarioId === '' && hidden.has(current.scenarioId)
    const visibleSpeakerIds = current.speakerIds.filter((id) => !hidden.has(id))
    return {
      ...(isOpen && { endTime: '' }),
      ...(isInHidden && { scenarioId: current.scenarioId }),
      ...(isSame(visibleSpeakerIds, speakerIds) && { speakerIds: current.speakerIds }),
    }
  }
}

const hourAfter = (time: string) => `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`

function shownAs(field: string, value: unknown): Shown {
  if (field === 'links') return (value as { label: string; url: string }[]).map(({ label, url }) => `${label}: ${url}`)
  return typeof value === 'boolean' ? value : String(value ?? '')
}

type OfFile = { key: string; name: string; problems: string[]; notes?: string[] | undefined; fields: Record<string, unknown> }

/** `complete` fills fields that an item inherits. */
function targetOf<K extends ImportedKey>(
  section: K,
  { key, name, problems, notes = [], fields }: OfFile,
  current: Item<K> | null,
  complete: (item: Item<K>) => object,
  show: (field: string, value: unknown) => Shown,
): Target<K> {
  const row = { ...rowOf(section, key, name, current ? 'same' : 'new'), problems: [...problems], notes: [...notes] }
  const checked = checkedFields(section, fields)
  if (checked.problems.length > 0) row.problems.push(...checked.problems)
  const now: object = current ? complete(current) : {}
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
