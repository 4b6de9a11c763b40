import type { APIRoute } from 'astro'
import ical from 'ical-generator'
import { instantOn } from '../../data/zone.ts'

/** Every session as a calendar entry, to subscribe to. Instants are in UTC: right in every calendar, whatever its zone. */
export const GET: APIRoute = ({ locals: { content, timeZone, origin } }) => {
  const { hero, events, scenarios, speakers } = content
  const calendar = ical({ name: `${hero.title}: agenda`, timezone: null })
  for (const { id, title, description, startTime, endTime, scenarioId, speakerId, updatedAt } of events) {
    const scenario = scenarios.find((other) => other.id === scenarioId)?.name
    const speaker = speakers.find((other) => other.id === speakerId)
    const start = instantOn(timeZone, hero.eventDate, startTime)
    calendar.createEvent({
      id: `${id}@${new URL(origin).host}`,
      summary: title,
      description: [speaker && `${speaker.name}, ${speaker.company}`, description].filter(Boolean).join('\n\n'),
      location: [scenario, hero.location].filter(Boolean).join(', '),
      url: `${origin}/#agenda`,
      start: new Date(start),
      end: new Date(endTime ? instantOn(timeZone, hero.eventDate, endTime) : start),
      stamp: new Date(updatedAt),
    })
  }
  return new Response(calendar.toString(), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
