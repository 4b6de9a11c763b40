import type { APIRoute } from 'astro'
import ical from 'ical-generator'
import { eventSpan } from '../../data/programme/spans.ts'
import { timelineOf } from '../../data/programme/timeline.ts'
import { hourMs } from '../../data/time.ts'
import { calendarName } from '../schedule/talk-calendar.ts'

/** An event of several days has an entry for each day, because nobody is busy at night. */
export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) => {
  const { hero, event } = content
  const host = new URL(origin).host
  const { days } = timelineOf(content, timeZone)
  const span = eventSpan(content, timeZone)
  const entries =
    days.length > 1
      ? days.map(({ starts, ends }, index) => ({
          // The ids are numbered instead of dated, so that a moved day keeps its calendar entry.
          id: `evento${index === 0 ? '' : `-${index + 1}`}@${host}`,
          summary: `${hero.title} (día ${index + 1} de ${days.length})`,
          start: new Date(starts),
          // A day without sessions has no end, so its entry lasts an hour.
          end: new Date(ends > starts ? ends : starts + hourMs),
        }))
      : [{ id: `evento@${host}`, summary: hero.title, start: new Date(span.start), end: new Date(span.end) }]
  const calendar = ical({ name: calendarName(hero.title) })
  for (const entry of entries)
    calendar.createEvent({
      ...entry,
      description: hero.description,
      location: hero.location,
      ...(event.contactEmail && { organizer: { name: event.organiser || hero.title, email: event.contactEmail } }),
      url: `${origin}/`,
      // The library's default, the present time, would change the file at each publish.
      stamp: entry.start,
    })
  return new Response(calendar.toString(), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
