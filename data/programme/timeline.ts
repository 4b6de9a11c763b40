import { contentVersion, readContent } from '../content/content.ts'
import { sectionDefaults } from '../content/defaults.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { haveSameEntries } from '../memo.ts'
import { hourMs } from '../time.ts'
import { dayOf } from '../zone.ts'
import { daysOf } from './days.ts'
import type { Timeline } from './now.ts'
import { publicContent } from './public-content.ts'
import { eventSpan, type Programme, sessionSpans } from './spans.ts'

const opensBeforeMs = 2 * hourMs

export function timelineOf(content: Programme, timeZone: string): Timeline {
  const { hero, events } = content
  if (hero.eventDate === sectionDefaults.hero.eventDate) return { days: [], sessions: [] }
  const spans = sessionSpans(content, timeZone)
  const conference = eventSpan(content, timeZone)
  const eventDay = dayOf(timeZone, hero.eventDate)
  const daysWithEvents = daysOf(events, eventDay)
  const withFirst = daysWithEvents.some(({ day }) => day === eventDay)
    ? daysWithEvents
    : [...daysWithEvents, { day: eventDay, events: [] }]
  const days = withFirst
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .map(({ day, events: dayEvents }, index) => {
      const ofDay = dayEvents.flatMap(({ id }) => spans.get(id) ?? [])
      const starts = [...ofDay.map(({ start }) => start), ...(day === eventDay ? [hero.eventDate] : [])].map(Date.parse)
      const isLast = index === withFirst.length - 1
      // The day of the conference's date may have no sessions. Then this day ends when it starts.
      const ends = isLast ? [conference.end] : ofDay.map(({ end }) => end)
      const start = Math.min(...starts)
      return { day, opens: start - opensBeforeMs, starts: start, ends: Math.max(start, ...ends.map(Date.parse)) }
    })
  const sessions = [...spans].map(([id, { start, end }]) => ({ id, start: Date.parse(start), end: Date.parse(end) }))
  return { days, sessions: sessions.toSorted((a, b) => a.start - b.start) }
}

export function timelineNow(db: Db, timeZone: string): () => Timeline {
  let cached: { version: string; read: unknown[]; timeline: Timeline } | undefined
  return () => {
    const version = contentVersion(db)
    if (cached?.version === version) return cached.timeline
    const { endTime, startTime } = readKey(db, 'event').value
    const lists = (['events', 'scenarios'] as const).map((key) => readKey(db, key).value)
    const read = [...lists, readKey(db, 'hero').value.eventDate, startTime, endTime]
    const timeline =
      cached && haveSameEntries(cached.read, read)
        ? cached.timeline
        : timelineOf(publicContent(readContent(db).content, timeZone), timeZone)
    cached = { version, read, timeline }
    return timeline
  }
}
