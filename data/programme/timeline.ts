/** The course of the conference, from the first day's opening to the last day's end. */

import { contentVersion, readContent } from '../content/content.ts'
import { sectionDefaults } from '../content/defaults.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { hasSame } from '../memo.ts'
import { hour } from '../time.ts'
import { dayOf } from '../zone.ts'
import { daysOf } from './days.ts'
import type { Course } from './now.ts'
import { publicContent } from './public-content.ts'
import { eventSpan, type Programme, sessionSpans } from './spans.ts'

/** How long before its first start a day opens, in milliseconds. */
const opensBefore = 2 * hour

/** The days and sessions of what visitors may see, in `timeZone`. The date of the beginning is nobody's: with it nothing takes place. */
export function courseOf(content: Programme, timeZone: string): Course {
  const { hero, events } = content
  if (hero.eventDate === sectionDefaults.hero.eventDate) return { days: [], sessions: [] }
  const spans = sessionSpans(content, timeZone)
  const whole = eventSpan(content, timeZone)
  const eventDay = dayOf(timeZone, hero.eventDate)
  const listed = daysOf(events, eventDay)
  const withFirst = listed.some(({ day }) => day === eventDay) ? listed : [...listed, { day: eventDay, events: [] }]
  const days = withFirst
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .map(({ day, events: own }, index) => {
      const ofDay = own.flatMap(({ id }) => spans.get(id) ?? [])
      const starts = [...ofDay.map(({ start }) => start), ...(day === eventDay ? [hero.eventDate] : [])].map(Date.parse)
      const isLast = index === withFirst.length - 1
      // A first day without sessions lasts until midnight of its last hour that is known: its start.
      const ends = isLast ? [whole.end] : ofDay.map(({ end }) => end)
      const start = Math.min(...starts)
      return { day, opens: start - opensBefore, starts: start, ends: Math.max(start, ...ends.map(Date.parse)) }
    })
  const sessions = [...spans].map(([id, { start, end }]) => ({ id, start: Date.parse(start), end: Date.parse(end) }))
  return { days, sessions: sessions.toSorted((a, b) => a.start - b.start) }
}

/** Returns a function for the course of the newest content, worked out again when something of it changed. */
export function courseNow(db: Db, timeZone: string): () => Course {
  let known: { version: string; read: unknown[]; course: Course } | undefined
  return () => {
    const version = contentVersion(db)
    if (known?.version === version) return known.course
    const { endTime, startTime } = readKey(db, 'event').value
    const lists = (['events', 'scenarios'] as const).map((key) => readKey(db, key).value)
    const read = [...lists, readKey(db, 'hero').value.eventDate, startTime, endTime]
    const course =
      known && hasSame(known.read, read) ? known.course : courseOf(publicContent(readContent(db).content, timeZone), timeZone)
    known = { version, read, course }
    return course
  }
}
