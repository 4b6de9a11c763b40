import type { Content } from '../data/schema.ts'
import { instantOn } from '../data/zone.ts'

/** From when to when the event lasts, as ISO 8601 in UTC. */
type Span = { start: string; end: string }

/** From the event's date to the hour set for its end; without one to the end of its last session, or 18:00 while there is none. */
export function eventSpan({ hero, event, events }: Pick<Content, 'hero' | 'event' | 'events'>, timeZone: string): Span {
  const ends = events.map(({ startTime, endTime }) => endTime || startTime)
  const last = instantOn(timeZone, hero.eventDate, event.endTime || (ends.toSorted().at(-1) ?? '18:00'))
  // A date set to an hour after the last session still gives an event that ends after it starts.
  const end = last > hero.eventDate ? last : new Date(Date.parse(hero.eventDate) + 60 * 60_000).toISOString()
  return { start: hero.eventDate, end }
}

/** A link that opens Google Calendar with the event filled in. Parameters as in https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs. */
export function googleCalendarUrl(hero: Content['hero'], { start, end }: Span, timeZone: string): string {
  const basic = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: hero.title,
    dates: `${basic(start)}/${basic(end)}`,
    details: hero.description,
    location: hero.location,
    ctz: timeZone,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
