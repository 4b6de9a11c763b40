import { type Offer, openToAll } from '../content/places.ts'
import {
  type AgendaEvent,
  type CollectionKey,
  type Content,
  collectionKeys,
  type Item,
  type SectionKey,
} from '../content/schema.ts'
import { hasSame, keptWith } from '../memo.ts'
import { dayOf } from '../zone.ts'
import type { Now } from './now.ts'

/** Sections of which visitors see nothing: neither over the API nor in what the page is made from. */
export const closedSections = ['mailTexts', 'places', 'certificates'] as const satisfies readonly SectionKey[]

/** An edition that is over: its page is at `/{year}/`. */
export type PastEdition = { year: string; name: string }

/** What visitors may see; of the places what they mean for somebody who registers now; what takes place; and what took place before. */
export type PublicContent = Omit<Content, (typeof closedSections)[number]> & { offer: Offer; now: Now; editions: PastEdition[] }

/** Before the first day. Not in now.ts: what page and panel share is a file of its own, which visitors would wait for. */
export const beforehand: Now = { moment: 'before', day: '', isUnderWay: false, running: [], next: [] }

/** What of an item says where it stands in its list. */
type Listed = { displayOrder: number; day?: string; startTime?: string }

/**
 * How two items of a list compare: by displayOrder, those with a time by day and start time first. An empty day is `eventDay`
 * (yyyy-MM-dd).
 */
export const listOrder =
  (eventDay = '') =>
  (a: Listed, b: Listed) =>
    (a.day || eventDay).localeCompare(b.day || eventDay) ||
    (a.startTime ?? '').localeCompare(b.startTime ?? '') ||
    a.displayOrder - b.displayOrder

/** The same content with other lists. */
function withLists(content: Content, change: <T extends Listed & { isActive: boolean }>(items: T[]) => T[]): Content {
  const lists = collectionKeys.map((key) => [key, change<Item<CollectionKey>>(content[key])])
  return { ...content, ...Object.fromEntries(lists) }
}

/** Every list in the order in which it is shown, in `timeZone`. */
export function inOrder(content: Content, timeZone: string): Content {
  const order = listOrder(dayOf(timeZone, content.hero.eventDate))
  return withLists(content, (items) => items.toSorted(order))
}

/**
 * What visitors may see: closed sections and hidden items left out, and events of a hidden scenario with them, but for those
 * that span all; lists in order, in `timeZone`.
 */
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
    kept(items, [eventDay], () => items.filter(({ isActive }) => isActive).toSorted(order)),
  )
  const { scenarios, speakers } = lists
  const events = kept(lists.events, [scenarios, speakers], () => {
    const shown = new Set(scenarios.map(({ id }) => id))
    const named = new Set(speakers.map(({ id }) => id))
    return lists.events
      .filter(({ scenarioId, isPlenary }) => isPlenary || shown.has(scenarioId))
      .map((event) => withoutHidden(event, shown, named))
  })
  const open = { ...lists, events }
  const isOpen = ([key]: [string, unknown]) => !(closedSections as readonly string[]).includes(key)
  return { ...Object.fromEntries(Object.entries(open).filter(isOpen)), offer, now, editions } as PublicContent
}

/** The talks that visitors are told of, wherever: none where the organisers hid the agenda. */
export const listedEvents = ({ layout, events }: Pick<PublicContent, 'layout' | 'events'>) =>
  layout.sections.some(({ key, isVisible }) => key === 'agenda' && isVisible) ? events : []

const keep = keptWith<object, readonly unknown[]>()

/**
 * What `make` makes of a list and of what else it is made `from`; the same list again as long as those are the same, or all in it is.
 * Only of a list that nobody can change.
 */
function kept<T>(list: readonly T[], from: readonly unknown[], make: () => T[]): T[] {
  if (!Object.isFrozen(list)) return make()
  // Frozen, though its type does not say so: whoever shows content does not change it.
  return keep(list, from, (before) => {
    const made = make()
    return before && hasSame(before, made) ? before : Object.freeze(made)
  }) as T[]
}

/**
 * An event that names no scenario and no speaker that is hidden. One that stays as it is stays the same object: what was made
 * from it is kept.
 */
function withoutHidden(event: AgendaEvent, scenarios: Set<string>, speakers: Set<string>): AgendaEvent {
  const speakerIds = event.speakerIds.filter((id) => speakers.has(id))
  const scenarioId = scenarios.has(event.scenarioId) ? event.scenarioId : ''
  if (speakerIds.length === event.speakerIds.length && scenarioId === event.scenarioId) return event
  return { ...event, scenarioId, speakerIds, speakerId: speakerIds[0] ?? '' }
}
