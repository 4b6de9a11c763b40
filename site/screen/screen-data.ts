import { fallbackEventDate } from '../../data/content/defaults.ts'
import { roomsBySlug } from '../../data/live/room-slugs.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { listedEvents } from '../../data/programme/public-content.ts'
import { sessionSpans } from '../../data/programme/spans.ts'
import { timelineOf } from '../../data/programme/timeline.ts'
import { clockTimeOf, dayOf } from '../../data/zone.ts'
import { dayIn, formatIn } from '../text/dates.ts'
import { programmeMark } from '../timetable/programme-mark.ts'

/** Times are in Unix milliseconds, `from` and `until` are HH:mm. `room` is empty for a session in all rooms. */
export type ScreenSession = {
  id: string
  title: string
  room: string
  people: string
  from: string
  until: string
  start: number
  end: number
}

/** `paths` has the screens' addresses by the room's id. */
export type ScreenData = {
  room: string | null
  paths: Record<string, string>
  programme: string
  timeZone: string
  days: { day: string; opens: number; starts: number; ends: number; inWords: string }[]
  sessions: ScreenSession[]
}

type Content = Pick<PublicContent, 'hero' | 'event' | 'events' | 'scenarios' | 'speakers' | 'layout'>

/** With the id of a room, returns its sessions and the sessions for everybody. With null, returns all sessions. */
export function screenData(content: Content, timeZone: string, room: string | null): ScreenData {
  const { hero, scenarios, events } = content
  const spans = sessionSpans(content, timeZone)
  const names = new Map(scenarios.map(({ id, name }) => [id, name]))
  const speakers = new Map(content.speakers.map(({ id, name }) => [id, name]))
  const order = new Map(scenarios.map(({ id }, index) => [id, index]))
  const listedSessions = listedEvents(content as PublicContent).filter(
    ({ scenarioId, isPlenary }) => room === null || scenarioId === room || isPlenary,
  )
  const byRoom = listedSessions.toSorted((a, b) => (order.get(a.scenarioId) ?? -1) - (order.get(b.scenarioId) ?? -1))
  const sessions = byRoom.flatMap(({ id, title, scenarioId, speakerIds }): ScreenSession[] => {
    const span = spans.get(id)
    if (!span) return []
    const people = speakerIds.flatMap((speaker) => speakers.get(speaker) ?? []).join(', ')
    const [from, until] = [clockTimeOf(timeZone, span.start), clockTimeOf(timeZone, span.end)]
    const times = { from, until, start: Date.parse(span.start), end: Date.parse(span.end) }
    return [{ id, title, room: names.get(scenarioId) ?? '', people, ...times }]
  })
  const days = timelineOf(content, timeZone).days.map((day) => {
    const time = formatIn(timeZone, new Date(day.starts).toISOString(), 'HH:mm')
    return { ...day, inWords: `${dayIn(day.day, "EEEE d 'de' MMMM")}, ${time}` }
  })
  const eventDay = dayOf(timeZone, hero.eventDate || fallbackEventDate)
  const paths = Object.fromEntries([...roomsBySlug(scenarios)].map(([slug, id]) => [id, `/pantalla/${slug}`]))
  return { room, paths, programme: programmeMark(events, scenarios, eventDay), timeZone, days, sessions }
}
