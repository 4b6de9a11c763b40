import type { APIRoute } from 'astro'
import ical from 'ical-generator'
import { eventSpan } from '../../data/programme/spans.ts'
import { courseOf } from '../../data/programme/timeline.ts'
import { hourMs } from '../../data/time.ts'
import { calendarName } from '../schedule/talk-calendar.ts'

/**
 * The event with an entry for each of its days: nobody is busy at night. Instants are in UTC: right in every calendar, whatever
 * its zone.
 */
export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) => {
  const { hero, event } = content
  const host = new URL(origin).host
  const { days } = courseOf(content, timeZone)
  const whole = eventSpan(content, timeZone)
  const entries =
    days.length > 1
      ? days.map(({ starts, ends }, index) => ({
          // By its number, the first one's that of a single day: what is moved keeps its entry in people's calendars.
          id: `evento${index === 0 ? '' : `-${index + 1}`}@${host}`,
          summary: `${hero.title} (día ${index + 1} de ${days.length})`,
          start: new Date(starts),
          // Of a day without sessions no more is known than when it begins.
          end: new Date(ends > starts ? ends : starts + hourMs),
        }))
      : [{ id: `evento@${host}`, summary: hero.title, start: new Date(whole.start), end: new Date(whole.end) }]
  const calendar = ical({ name: calendarName(hero.title) })
  for (const entry of entries)
    calendar.createEvent({
      ...entry,
      description: hero.description,
      location: hero.location,
      ...(event.contactEmail && { organizer: { name: event.organiser || hero.title, email: event.contactEmail } }),
      url: `${origin}/`,
      // Without it the file would differ at each publish.
      stamp: entry.start,
    })
  return new Response(calendar.toString(), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
