import type { APIRoute } from 'astro'
import { listedEvents } from '../../data/programme/public-content.ts'
import { sessionSpans } from '../../data/programme/spans.ts'
import { calendarOf, entryOf } from '../schedule/talk-calendar.ts'

/** Caches each session's entry like a part of the page, because ical-generator takes 0.1 ms for an entry. */
export const GET: APIRoute = async ({ locals: { content, timeZone, origin, parts } }) => {
  const { title, location } = content.hero
  const scenarios = new Map(content.scenarios.map(({ id, name }) => [id, name]))
  const speakers = new Map(content.speakers.map(({ id, name, company }) => [id, [name, company].filter(Boolean).join(', ')]))
  const spans = sessionSpans(content, timeZone)
  // Passes on only the fields in the file, so that a change of other fields does not invalidate the cached file.
  const sessions = listedEvents(content).map(
    ({ id, slug, title, description, createdAt, updatedAt, scenarioId, speakerIds }) => ({
      id,
      slug,
      title,
      description,
      createdAt,
      updatedAt,
      location: [scenarios.get(scenarioId), location].filter(Boolean).join(', '),
      speakers: speakerIds.flatMap((id) => speakers.get(id) ?? []).join('\n'),
      span: spans.get(id),
      origin,
    }),
  )
  const text = calendarOf(`${title}: agenda`, await parts.textOf(entryOf, sessions, entryOf))
  return new Response(text, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
