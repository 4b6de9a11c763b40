import { type Availability, type Offer, openToAll } from '../content/places.ts'
import {
  type AgendaEvent,
  type CollectionKey,
  type Content,
  collectionKeys,
  type Item,
  type SectionKey,
  type Speaker,
} from '../content/schema.ts'
import { haveSameEntries, memoCache, memoized } from '../memo.ts'
import { dayOf } from '../zone.ts'
import { type Live, nothingLive } from './live.ts'
import type { ShownNotice } from './notice.ts'
import type { Now } from './now.ts'

export const closedSections = ['mailTexts', 'places', 'certificates', 'speakerEdits'] as const satisfies readonly SectionKey[]

export type PastEdition = { year: string; name: string }

export type PublicContent = Omit<Content, (typeof closedSections)[number] | 'speakers' | 'notice'> & {
  speakers: Speaker[]
  offer: Offer
  now: Now
  editions: PastEdition[]
  notice: ShownNotice
  live: Live
  /** By session id. Only sessions that need a reservation and are not over. */
  availability: Readonly<Record<string, Availability>>
}

/** Must be equal to `before` in now.ts. */
export const beforehand: Now = { moment: 'before', day: '', isUnderWay: false, running: [], next: [] }

type Listed = { displayOrder: number; day?: string; startTime?: string }

export const listOrder =
  (eventDay = '') =>
  (a: Listed, b: Listed) =>
    (a.day || eventDay).localeCompare(b.day || eventDay) ||
    (a.startTime ?? '').localeCompare(b.startTime ?? '') ||
    a.displayOrder - b.displayOrder

function withLists(content: Content, change: <T extends Listed & { isActive: boolean }>(items: T[]) => T[]): Content {
  const lists = collectionKeys.map((key) => [key, change<Item<CollectionKey>>(content[key])])
  return { ...content, ...Object.fromEntries(lists) }
}

export function inOrder(content: Content, timeZone: string): Content {
  const order = listOrder(dayOf(timeZone, content.hero.eventDate))
  return withLists(content, (items) => items.toSorted(order))
}

const publicSpeaker = memoized(({ email: _, ...speaker }: Item<'speakers'>): Speaker => Object.freeze(speaker))

/** Hidden rooms hide their sessions, except plenaries. */
export function publicContent(
  content: Content,
  timeZone: string,
  offer: Offer = openToAll,
  now: Now = beforehand,
  editions: PastEdition[] = [],
): PublicContent {
  const eventDay = dayOf(timeZone, content.hero.eventDate)
  const order = listOrder(eventDay)
  const lists = withLists(content, (items) =>
    cachedList(items, [eventDay], () => items.filter(({ isActive }) => isActive).toSorted(order)),
  )
  const { scenarios } = lists
  const speakers = cachedList(lists.speakers, [], () => lists.speakers.map(publicSpeaker)) as Speaker[]
  const events = cachedList(lists.events, [scenarios, speakers], () => {
    const roomIds = new Set(scenarios.map(({ id }) => id))
    const speakerIds = new Set(speakers.map(({ id }) => id))
    return lists.events
      .filter(({ scenarioId, isPlenary }) => isPlenary || roomIds.has(scenarioId))
      .map((event) => withoutHidden(event, roomIds, speakerIds))
  })
  const open = { ...lists, speakers, events }
  const { text, url } = content.notice
  const isOpen = ([key]: [string, unknown]) => !(closedSections as readonly string[]).includes(key)
  return {
    ...Object.fromEntries(Object.entries(open).filter(isOpen)),
    offer,
    now,
    editions,
    notice: { text, url },
    live: nothingLive,
    availability: {},
  } as PublicContent
}

export const listedEvents = ({ layout, events }: Pick<PublicContent, 'layout' | 'events'>) =>
  layout.sections.some(({ key, isVisible }) => key === 'agenda' && isVisible) ? events : []

const keep = memoCache<object, readonly unknown[]>()

function cachedList<T>(list: readonly T[], from: readonly unknown[], make: () => T[]): T[] {
  if (!Object.isFrozen(list)) return make()
  // The list is frozen although its type is mutable. No caller changes it.
  return keep(list, from, (before) => {
    const result = make()
    return before && haveSameEntries(before, result) ? before : Object.freeze(result)
  }) as T[]
}

function withoutHidden(event: AgendaEvent, scenarios: Set<string>, speakers: Set<string>): AgendaEvent {
  const speakerIds = event.speakerIds.filter((id) => speakers.has(id))
  const scenarioId = scenarios.has(event.scenarioId) ? event.scenarioId : ''
  if (speakerIds.length === event.speakerIds.length && scenarioId === event.scenarioId) return event
  return { ...event, scenarioId, speakerIds, speakerId: speakerIds[0] ?? '' }
}
