import type { APIRoute } from 'astro'
import { calendarOf, entryOf } from '../../schedule/talk-calendar.ts'

/** Must equal the talk's entry in agenda.ics, so that a calendar with both files shows the talk once. */
export const GET: APIRoute = ({ locals: { item, origin } }) => {
  if (!item || !('talk' in item)) return new Response(null, { status: 404 })
  const { talk, around } = item
  const { id, slug, title, description, createdAt, updatedAt, room, starts: start, ends: end } = talk
  const location = [room, around.hero.location].filter(Boolean).join(', ')
  const speakers = talk.speakers.map(({ name, company }) => [name, company].filter(Boolean).join(', ')).join('\n')
  const entry = entryOf({ id, slug, title, description, createdAt, updatedAt, location, speakers, span: { start, end }, origin })
  return new Response(calendarOf(title, entry), { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}
