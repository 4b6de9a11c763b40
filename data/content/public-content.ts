import { type Offer, openToAll } from '../registrations/places.ts'
import { dayOf } from '../zone.ts'
import type { AgendaEvent, Content, SectionKey } from './schema.ts'

/** Sections of which visitors see nothing: neither over the API nor in what the page is made from. */
export const closedSections = ['mailTexts', 'places'] as const satisfies readonly SectionKey[]

/** What visitors may see; of the places what they mean for somebody who registers now. */
export type PublicContent = Omit<Content, (typeof closedSections)[number]> & { offer: Offer }

const byOrder = (a: { displayOrder: number }, b: { displayOrder: number }) => a.displayOrder - b.displayOrder

/** By day and start time; an empty day is `eventDay` (yyyy-MM-dd). */
export const byTime = (eventDay: string) => (a: AgendaEvent, b: AgendaEvent) =>
  (a.day || eventDay).localeCompare(b.day || eventDay) || a.startTime.localeCompare(b.startTime) || byOrder(a, b)

/** How two items of each list compare: by displayOrder, events by day and start time first. Those without a day are of the first. */
export const listOrder = { speakers: byOrder, scenarios: byOrder, events: byTime(''), partners: byOrder }

/** Every list in the order in which it is shown, in `timeZone`. */
export function inOrder(content: Content, timeZone: string): Content {
  return {
    ...content,
    speakers: content.speakers.toSorted(listOrder.speakers),
    scenarios: content.scenarios.toSorted(listOrder.scenarios),
    events: content.events.toSorted(byTime(dayOf(timeZone, content.hero.eventDate))),
    partners: content.partners.toSorted(listOrder.partners),
  }
}

/**
 * What visitors may see: closed sections and hidden items left out, and events of a hidden scenario with them, but for those
 * that span all; lists in order, in `timeZone`.
 */
export function publicContent(content: Content, timeZone: string, offer: Offer = openToAll): PublicContent {
  const visible = <T extends { isActive: boolean }>(items: T[]) => items.filter((item) => item.isActive)
  const scenarios = visible(content.scenarios)
  const speakers = visible(content.speakers)
  const shown = new Set(scenarios.map(({ id }) => id))
  const named = new Set(speakers.map(({ id }) => id))
  const open = inOrder(
    {
      ...content,
      speakers,
      scenarios,
      events: visible(content.events)
        .filter(({ scenarioId, isPlenary }) => isPlenary || shown.has(scenarioId))
        .map((event) => withoutHidden(event, shown, named)),
      partners: visible(content.partners),
    },
    timeZone,
  )
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
