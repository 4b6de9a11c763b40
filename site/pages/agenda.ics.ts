import type { APIRoute } from 'astro'
import ical from 'ical-generator'
import type { AgendaEvent } from '../../data/schema.ts'
import { instantOn } from '../../data/zone.ts'

/** `place` and `speaker` are texts, empty where there is none. */
type Session = { event: AgendaEvent; place: string; speaker: string; eventDate: string; timeZone: string; origin: string }

/** Every session as a calendar entry, to subscribe to. Instants are in UTC: right in every calendar, whatever its zone. */
export const GET: APIRoute = async ({ locals: { content, timeZone, origin, parts } }) => {
  const { title, location, eventDate } = content.hero
  const scenarios = new Map(content.scenarios.map(({ id, name }) => [id, name]))
  const speakers = new Map(content.speakers.map(({ id, name, company }) => [id, `${name}, ${company}`]))
  const sessions = content.events.map((event) => ({
    event,
    place: [scenarios.get(event.scenarioId), location].filter(Boolean).join(', '),
    speaker: speakers.get(event.speakerId) ?? '',
    eventDate,
    timeZone,
    origin,
  }))
  const calendar = ical({ name: `${title}: agenda`, timezone: null }).toString()
  const end = calendar.lastIndexOf('END:VCALENDAR')
  const text = calendar.slice(0, end) + (await parts.place(entry, sessions, entry)) + calendar.slice(end)
  return new Response(text, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}

/** A session's entry, kept like a part of the page: the library takes a tenth of a millisecond for each. */
function entry({ event, place, speaker, eventDate, timeZone, origin }: Session): string {
  const { id, title, description, startTime, endTime, createdAt } = event
  const start = instantOn(timeZone, eventDate, startTime)
  const calendar = ical()
  calendar.createEvent({
    id: `${id}@${new URL(origin).host}`,
    summary: title,
    description: [speaker, description].filter(Boolean).join('\n\n'),
    location: place,
    url: `${origin}/#agenda`,
    start: new Date(start),
    end: new Date(endTime ? instantOn(timeZone, eventDate, endTime) : start),
    // Not the time of its last change, which grows when an earlier version is restored: the file is then as it was.
    stamp: new Date(createdAt),
  })
  const text = calendar.toString()
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf('END:VCALENDAR'))
}
