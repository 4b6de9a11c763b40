import { type Offer, openToAll } from '../registrations/places.ts'
import { dayOf } from '../zone.ts'
import { type AgendaEvent, type CollectionKey, type Content, type Item, itemSchemas, type SectionKey } from './schema.ts'

/** Sections of which visitors see nothing: neither over the API nor in what the page is made from. */
export const closedSections = ['mailTexts', 'places'] as const satisfies readonly SectionKey[]

/** What visitors may see; of the places what they mean for somebody who registers now. */
export type PublicContent = Omit<Content, (typeof closedSections)[number]> & { offer: Offer }

/** What of an item says where it stands in its list. */
type Listed = { displayOrder: number; day?: string; startTime?: string }

/** How two items of a list compare: by displayOrder, those with a time by day and start time first. An empty day is `eventDay` (yyyy-MM-dd). */
export const listOrder =
  (eventDay = '') =>
  (a: Listed, b: Listed) =>
    (a.day || eventDay).localeCompare(b.day || eventDay) ||
    (a.startTime ?? '').localeCompare(b.startTime ?? '') ||
    a.displayOrder - b.displayOrder

/** The same content with other lists. */
function withLists(content: Content, change: <T extends Listed & { isActive: boolean }>(items: T[]) => T[]): Content {
  const lists = (Object.keys(itemSchemas) as CollectionKey[]).map((key) => [key, change<Item<CollectionKey>>(content[key])])
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
export function publicContent(content: Content, timeZone: string, offer: Offer = openToAll): PublicContent {
  const visible = withLists(content, (items) => items.filter(({ isActive }) => isActive))
  const shown = new Set(visible.scenarios.map(({ id }) => id))
  const named = new Set(visible.speakers.map(({ id }) => id))
  const events = visible.events
    .filter(({ scenarioId, isPlenary }) => isPlenary || shown.has(scenarioId))
    .map((event) => withoutHidden(event, shown, named))
  const open = inOrder({ ...visible, events }, timeZone)
  const isOpen = ([key]: [string, unknown]) => !(closedSections as readonly string[]).includes(key)
  return { ...Object.fromEntries(Object.entries(open).filter(isOpen)), offer } as PublicContent
}

/** An event that names no scenario and no speaker that is hidden. One that stays as it is stays the same object: what was made from it is kept. */
function withoutHidden(event: AgendaEvent, scenarios: Set<string>, speakers: Set<string>): AgendaEvent {
  const speakerIds = event.speakerIds.filter((id) => speakers.has(id))
  const scenarioId = scenarios.has(event.scenarioId) ? event.scenarioId : ''
  if (speakerIds.length === event.speakerIds.length && scenarioId === event.scenarioId) return event
  return { ...event, scenarioId, speakerIds, speakerId: speakerIds[0] ?? '' }
}
