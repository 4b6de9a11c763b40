import type { Content } from '../../data/content/schema.ts'
import type { Span } from '../../data/programme/spans.ts'

/** Parameters: https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs */
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
