import { type Offer, openToAll } from './places.ts'
import type { AgendaEvent, Content, SectionKey } from './schema.ts'

/** Sections of which visitors see nothing: neither over the API nor in what the page is made from. */
export const closedSections = ['mailTexts', 'places'] as const satisfies readonly SectionKey[]

/** What visitors may see; of the places what they mean for somebody who registers now. */
export type PublicContent = Omit<Content, (typeof closedSections)[number]> & { offer: Offer }

const byOrder = (a: { displayOrder: number }, b: { displayOrder: number }) => a.displayOrder - b.displayOrder
const byTime = (a: AgendaEvent, b: AgendaEvent) => a.startTime.localeCompare(b.startTime) || byOrder(a, b)

/** How two items of each list compare: by displayOrder, events by start time first. */
export const listOrder = { speakers: byOrder, scenarios: byOrder, events: byTime, partners: byOrder }

/** Every list in the order in which it is shown. */
export function inOrder(content: Content): Content {
  return {
    ...content,
    speakers: content.speakers.toSorted(listOrder.speakers),
    scenarios: content.scenarios.toSorted(listOrder.scenarios),
    events: content.events.toSorted(listOrder.events),
    partners: content.partners.toSorted(listOrder.partners),
  }
}

/**
 * What visitors may see: closed sections and hidden items left out, and events of a hidden scenario with them; lists in
 * order.
 */
export function publicContent(content: Content, offer: Offer = openToAll): PublicContent {
  const visible = <T extends { isActive: boolean }>(items: T[]) => items.filter((item) => item.isActive)
  const scenarios = visible(content.scenarios)
  const speakers = visible(content.speakers)
  const shown = new Set(scenarios.map(({ id }) => id))
  const named = new Set(speakers.map(({ id }) => id))
  const open = inOrder({
    ...content,
    speakers,
    scenarios,
    events: visible(content.events)
      .filter((event) => shown.has(event.scenarioId))
      // One that stays as it is stays the same object: what was made from it is kept.
      .map((event) => (event.speakerId === '' || named.has(event.speakerId) ? event : { ...event, speakerId: '' })),
    partners: visible(content.partners),
  })
  const isOpen = ([key]: [string, unknown]) => !(closedSections as readonly string[]).includes(key)
  return { ...Object.fromEntries(Object.entries(open).filter(isOpen)), offer } as PublicContent
}
