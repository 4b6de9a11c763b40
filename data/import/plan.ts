import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { itemDefaults } from '../content/defaults.ts'
import { ruleErrors } from '../content/rules.ts'
import { type Content, type Item, itemSchemas } from '../content/schema.ts'
import { limits } from '../limits.ts'
import { daysOf, endsOf } from '../programme/days.ts'
import { nameOfField } from '../programme/field-names.ts'
import { guidOf } from '../programme/guids.ts'
import { fold } from '../text.ts'
import { nouns, overBounds } from './bounds.ts'
import type { ImportedKey, Source, SourceFile, SourceRoom, SourceSpeaker, SourceTalk } from './source.ts'

type Shown = string | boolean | string[]

/** 'edited-here': an organiser changed what the import would overwrite. A row with `problems` is not imported. */
export type ImportRow = {
  id: string
  section: ImportedKey
  name: string
  change: 'new' | 'changed' | 'gone' | 'same' | 'edited-here'
  fields: { field: string; before: Shown; after: Shown }[]
  problems: string[]
  row?: number
  notes: string[]
}

export type Lists = Pick<Content, ImportedKey>

type Target<K extends ImportedKey> = {
  row: ImportRow
  key: string
  current: Item<K> | null
  fields: Record<string, unknown> | null
  photo?: string
}

export type ImportPlan = { rows: ImportRow[]; targets: { [K in ImportedKey]: Target<K>[] }; isOwn: boolean; over: string[] }

const marked = {
  speakers: ['name', 'title', 'company', 'bio', 'linkedinUrl', 'twitterUrl', 'links'],
  scenarios: ['name', 'description'],
  events: [
    ...['title', 'description', 'day', 'startTime', 'endTime', 'scenarioId', 'speakerIds', 'isPlenary'],
    ...['language', 'level', 'track', 'slidesUrl', 'recordingUrl'],
  ],
} as const satisfies { [K in ImportedKey]: readonly string[] }

const unmarked = '----'

/** Files of pretalx and frab have the same keys for the same item. */
export const familyOf = (source: Source) => (source === 'pretalx' || source === 'frab' ? 'guid' : source)

/** Hashes each imported field, to see later whether an organiser changed it. */
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

function isEdited(key: ImportedKey, item: { sourceMark: string }, now: object, field: string): boolean {
  if (field === 'scenarioId' && isMadeUp(Reflect.get(item, field))) return false
  // The e-mail has no hash in `sourceMark`, because that field is public. An import only fills in an empty e-mail, so no edit is lost.
  if (field === 'email') return false
  const [family = '', letters = ''] = item.sourceMark.split(':')
  const index = (marked[key] as readonly string[]).indexOf(field) * unmarked.length
  const hashIn = (text: string) => text.slice(index, index + unmarked.length)
  const importedHash = hashIn(letters)
  // The `sourceMark` of an older import lacks fields that were added to the code since. Such a field counts as edited unless it is empty.
  if (importedHash === '' && letters !== '') return Boolean(Reflect.get(now, field))
  const isMarked = importedHash !== '' && importedHash !== unmarked
  return !isMarked || hashIn(markOf(key, family, now, [field]).slice(family.length + 1)) !== importedHash
}

export const cameFrom = (family: string, { sourceMark }: { sourceMark: string }) => sourceMark.startsWith(`${family}:`)

export function planImport(lists: Lists, file: SourceFile, source: Source, eventDay: string): ImportPlan {
  const { isOwn } = file
  const origin = { family: familyOf(source), isOwn }
  const byName = ({ name }: { name: string }) => ({ name: fold(name), moment: '' })
  const byTitle = ({ title, day, startTime }: Pick<SourceTalk, 'title' | 'day' | 'startTime'>) => ({
    name: fold(title),
    moment: `${day || eventDay} ${startTime}`,
  })
  const speakerOf = matches('speakers', lists.speakers, file.speakers, origin, byName)
  const roomOf = matches('scenarios', lists.scenarios, file.rooms, origin, byName)
  const talkOf = matches('events', lists.events, file.talks, origin, byTitle)
  const speakers = file.speakers.map((speaker) => speakerTarget(speaker, speakerOf.get(speaker) ?? null))
  const scenarios = file.rooms.map((room) => roomTarget(room, roomOf.get(room) ?? null))
  const references = {
    ids: { speakers: idsByKey(speakers), rooms: idsByKey(scenarios) },
    names: { speakers: namesById(lists.speakers, speakers), rooms: namesById(lists.scenarios, scenarios) },
    lostRooms: lostKeys(scenarios),
  }
  const exported = isOwn ? asExported(lists, eventDay) : null
  const events = file.talks.map((talk) => talkTarget(talk, talkOf.get(talk) ?? null, { references, exported, eventDay }))
  const withRemoved = <K extends ImportedKey>(key: K, targets: Target<K>[]): Target<K>[] => {
    const matchedIds = new Set(targets.map(({ current }) => current?.id))
    const items = lists[key] as unknown as Item<K>[]
    const isRemoved = (item: Item<K>) => cameFrom(origin.family, item) && !matchedIds.has(item.id) && (item.isActive || !isOwn)
    const removed = items.filter(isRemoved).map((item): Target<K> => {
      const row = rowOf(key, item.sourceId, nameOf(item), 'gone')
      return { row, key: item.sourceId, current: item, fields: null }
    })
    return [...targets, ...removed]
  }
  const targets = {
    speakers: withRemoved('speakers', speakers),
    scenarios: withRemoved('scenarios', scenarios),
    events: withRemoved('events', events),
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

export function sizesOf(lists: Lists): Sizes {
  const size = (key: ImportedKey) => ({ name: nouns[key], now: lists[key].length, most: limits.lists[key] })
  return { speakers: size('speakers'), scenarios: size('scenarios'), events: size('events') }
}

type StoredItem = { id: string; sourceId: string; sourceMark: string }

/** `moment` is the day and start of a talk, to tell talks with the same key apart. */
type Identity = { key: string; name: string; moment: string }

/** Finds stored items by key, then by name. If several talks fit, one with an unchanged time is matched first. */
function matches<T extends StoredItem, F extends { key: string }>(
  section: ImportedKey,
  items: readonly T[],
  things: readonly F[],
  { family, isOwn }: { family: string; isOwn: boolean },
  describe: (item: T | F) => Omit<Identity, 'key'>,
): Map<F, T> {
  const matched = new Map<F, T>()
  const candidates = things.map((thing) => ({ thing, key: storedKey(thing.key), ...describe(thing) }))
  const pair = (among: readonly T[], by: (identity: Identity) => string, keyOf = (item: T) => item.sourceId) => {
    const matchedItems = new Set(matched.values())
    const freeItems = Map.groupBy(
      among.filter((item) => !matchedItems.has(item)),
      (item) => by({ key: keyOf(item), ...describe(item) }),
    )
    for (const { thing, ...identity } of candidates.filter((candidate) => !matched.has(candidate.thing))) {
      const item = freeItems.get(by(identity))?.shift()
      if (item) matched.set(thing, item)
    }
  }
  const keyAndMoment = ({ key, moment }: Identity) => `${key} ${moment}`
  const keyAlone = ({ key }: Identity) => key
  if (isOwn) for (const by of [keyAndMoment, keyAlone]) pair(items, by, (item) => guidOf(section, item))
  const ofFile = items.filter((item) => cameFrom(family, item))
  for (const by of [keyAndMoment, keyAlone]) pair(ofFile, by)
  const withoutSource = isOwn ? items : items.filter(({ sourceId }) => sourceId === '')
  pair(withoutSource, ({ name, moment }) => `${name} ${moment}`)
  pair(withoutSource, ({ name }) => name)
  return matched
}

export const storedKey = (key: string) => key.slice(0, limits.shortText)

/** Placeholder for the id that a new item gets later. */
export const madeUpId = (key: string) => `new:${key}`

export const isMadeUp = (id: unknown) => typeof id === 'string' && id.startsWith(madeUpId(''))

type ReferredTarget = Target<'speakers'> | Target<'scenarios'>

const idOf = ({ key, current }: ReferredTarget) => current?.id ?? madeUpId(key)

const idsByKey = (targets: ReferredTarget[]) => new Map(targets.map((target) => [target.key, idOf(target)]))

const namesById = (items: readonly { id: string; name: string }[], targets: ReferredTarget[]) =>
  new Map([
    ...items.map(({ id, name }) => [id, name] as const),
    ...targets.map((target) => [idOf(target), target.row.name] as const),
  ])

function lostKeys(targets: Target<'scenarios'>[]): Set<string> {
  const there = new Set(targets.filter(({ current, row }) => current || row.problems.length === 0).map(({ key }) => key))
  return new Set(targets.map(({ key }) => key).filter((key) => !there.has(key)))
}

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

function speakerTarget(speaker: SourceSpeaker, current: Item<'speakers'> | null): Target<'speakers'> {
  const { key, name, title, company, bio, linkedinUrl, twitterUrl, links, photo, email, problems, notes } = speaker
  const good = goodLinks({ linkedinUrl, twitterUrl, links })
  const address = current?.email || !email ? undefined : itemSchemas.speakers.shape.email.safeParse(email)
  const fields = definedFields({ name, title, company, bio, ...good.fields, email: address?.data })
  const wrongEmail = address?.success === false ? [`Sin el correo «${shortened(email ?? '')}»: no es válido.`] : []
  const ofFile = { key, name, problems, notes: [...(notes ?? []), ...good.notes, ...wrongEmail], fields }
  return { ...targetOf('speakers', ofFile, current), ...(photo !== undefined && { photo }) }
}

type Links = Pick<SourceSpeaker, 'linkedinUrl' | 'twitterUrl' | 'links'>

const maxNotedCharacters = 80

/** Returns the address if it can be stored. Otherwise adds a note to `notes`. */
function goodAddress(schema: z.ZodType, url: string | undefined, notes: string[]): string | undefined {
  const error = url === undefined ? undefined : schema.safeParse(url).error
  if (url !== undefined && error) notes.push(`Sin el enlace «${shortened(url)}»: ${error.issues[0]?.message}`)
  return error ? undefined : url
}

function goodLinks({ linkedinUrl, twitterUrl, links }: Links): { fields: Links; notes: string[] } {
  const schema = itemSchemas.speakers.shape
  const notes: string[] = []
  const note = (url: string, why = '') => notes.push(`Sin el enlace «${shortened(url)}»: ${why}`)
  const linkedin = goodAddress(schema.linkedinUrl, linkedinUrl, notes)
  const twitter = goodAddress(schema.twitterUrl, twitterUrl, notes)
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
  targetOf('scenarios', { key, name, problems, fields: definedFields({ name, description }) }, current)

type References = {
  ids: { speakers: Map<string, string>; rooms: Map<string, string> }
  names: { speakers: Map<string, string>; rooms: Map<string, string> }
  lostRooms: ReadonlySet<string>
}

export const lostRoom = 'Se queda fuera: su escenario no se puede importar'

function talkTarget(
  talk: SourceTalk,
  current: Item<'events'> | null,
  { references, exported, eventDay }: { references: References; exported: Exported | null; eventDay: string },
): Target<'events'> {
  const { ids, names, lostRooms } = references
  const { key, title, description, day, startTime, endTime, isPlenary, language, level, track, slug } = talk
  const notes = [...(talk.notes ?? [])]
  const { slidesUrl: slidesSchema, recordingUrl: recordingSchema } = itemSchemas.events.shape
  const problems = lostRooms.has(talk.room) && !isPlenary ? [...talk.problems, lostRoom] : talk.problems
  const scenarioId = talk.room === '' ? '' : (ids.rooms.get(talk.room) ?? '')
  const speakerIds = [...new Set(talk.speakers.flatMap((speaker) => ids.speakers.get(speaker) ?? []))]
  const when = startTime === '' ? {} : { day, startTime, endTime }
  const written = definedFields({
    title,
    description,
    ...when,
    scenarioId,
    speakerIds,
    isPlenary,
    language,
    level,
    track,
    slidesUrl: goodAddress(slidesSchema, talk.slidesUrl, notes),
    recordingUrl: goodAddress(recordingSchema, talk.recordingUrl, notes),
  })
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
  const target = targetOf('events', { key, name: title, problems, notes, fields }, current, complete, show)
  if (talk.row !== undefined) target.row.row = talk.row
  const takesSlug = target.row.change === 'new' && target.fields !== null && itemSchemas.events.shape.slug.safeParse(slug).success
  return takesSlug ? { ...target, fields: { ...target.fields, slug } } : target
}

type Exported = (current: Item<'events'>, written: Partial<Item<'events'>>) => Partial<Item<'events'>>

/** This site's exports fill in missing ends and omit hidden speakers and rooms. These differences must not count as changes. */
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

function targetOf<K extends ImportedKey>(
  section: K,
  { key, name, problems, notes = [], fields }: OfFile,
  current: Item<K> | null,
  complete: (item: Item<K>) => object = (item) => item,
  show: (field: string, value: unknown) => Shown = shownAs,
): Target<K> {
  const checked = checkedFields(section, fields)
  const now: object = current ? complete(current) : {}
  const changed = Object.entries(checked.fields).filter(([field, value]) => !isSame(Reflect.get(now, field), value))
  const row = {
    ...rowOf(section, key, name, current ? 'same' : 'new'),
    problems: [...problems, ...checked.problems],
    notes: [...notes],
    fields: changed.map(([field, after]) => ({
      field,
      before: current ? show(field, Reflect.get(now, field)) : '',
      after: show(field, after),
    })),
  }
  if (current && changed.length > 0)
    row.change = changed.some(([field]) => isEdited(section, current, now, field)) ? 'edited-here' : 'changed'
  const isWritten = row.change !== 'same' && row.problems.length === 0
  return { row, key, current, fields: isWritten ? checked.fields : null }
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Messages such as 'Título requerido' name their field already. */
function inWords(section: ImportedKey, field: string, message: string): string {
  const name = nameOfField(section, field)
  return name === undefined || message.startsWith(name) ? message : `${name}: ${message}`
}

function checkedFields(
  section: ImportedKey,
  fields: Record<string, unknown>,
): { fields: Record<string, unknown>; problems: string[] } {
  const parsed = itemSchemas[section].partial().safeParse(fields)
  if (!parsed.success)
    return { fields, problems: parsed.error.issues.map(({ path, message }) => inWords(section, String(path[0]), message)) }
  const rules = ruleErrors(section, { ...itemDefaults[section], ...parsed.data })
  return { fields: parsed.data, problems: Object.values(rules) }
}
