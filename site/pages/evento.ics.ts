import type { APIRoute } from 'astro'
import ical from 'ical-generator'
import { eventSpan } from '../calendar.ts'

/** The event as one calendar entry. Instants are in UTC: right in every calendar, whatever its zone. */
export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) => {
  const { hero, event } = content
  const { start, end } = eventSpan(content, timeZone)
  const calendar = ical({ name: hero.title })
  calendar.createEvent({
    id: `evento@${new URL(origin).host}`,
    summary: hero.title,
    description: hero.description,
    location: hero.location,
    ...(event.contactEmail && { organizer: { name: event.organiser || hero.title, email: event.contactEmail } }),
    url: `${origin}/`,
    start: new Date(start),
    end: new Date(end),
    // Without it the file would differ at each publish.
    stamp: new Date(start),
  })
  return new Response(calendar.toString(), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
