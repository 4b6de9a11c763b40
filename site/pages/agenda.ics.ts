import type { APIRoute } from 'astro'
import ical from 'ical-generator'
import type { AgendaEvent } from '../../data/content/schema.ts'
import { type Span, sessionSpans } from '../calendar.ts'

/** `location` is a text, `speakers` are those who speak, a line each; both may be empty. */
type Session = Pick<AgendaEvent, 'id' | 'title' | 'description' | 'createdAt'> & {
  location: string
  speakers: string
  span: Span | undefined
  origin: string
}

/** Every session as a calendar entry, to subscribe to. Instants are in UTC: right in every calendar, whatever its zone. */
export const GET: APIRoute = async ({ locals: { content, timeZone, origin, parts } }) => {
  const { title, location } = content.hero
  const scenarios = new Map(content.scenarios.map(({ id, name }) => [id, name]))
  const speakers = new Map(content.speakers.map(({ id, name, company }) => [id, [name, company].filter(Boolean).join(', ')]))
  const spans = sessionSpans(content, timeZone)
  // Field by field: what of a session or a speaker is not read here leaves the file as it is.
  const sessions = content.events.map(({ id, title, description, createdAt, scenarioId, speakerIds }) => ({
    id,
    title,
    description,
    createdAt,
    location: [scenarios.get(scenarioId), location].filter(Boolean).join(', '),
    speakers: speakerIds.flatMap((id) => speakers.get(id) ?? []).join('\n'),
    span: spans.get(id),
    origin,
  }))
  const calendar = ical({ name: `${title}: agenda`, timezone: null }).toString()
  const end = calendar.lastIndexOf('END:VCALENDAR')
  const text = calendar.slice(0, end) + (await parts.textOf(entry, sessions, entry)) + calendar.slice(end)
  return new Response(text, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}

/** A session's entry, kept like a part of the page: the library takes a tenth of a millisecond for each. */
function entry({ id, title, description, createdAt, location, speakers, span, origin }: Session): string {
  if (!span) return ''
  const calendar = ical()
  calendar.createEvent({
    id: `${id}@${new URL(origin).host}`,
    summary: title,
    description: [speakers, description].filter(Boolean).join('\n\n'),
    location,
    url: `${origin}/#evento-${id}`,
    start: new Date(span.start),
    end: new Date(span.end),
    // Not the time of its last change, which grows when an earlier version is restored: the file is then as it was.
    stamp: new Date(createdAt),
  })
  const text = calendar.toString()
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf('END:VCALENDAR'))
}
