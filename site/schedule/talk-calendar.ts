import ical from 'ical-generator'
import type { Span } from '../../data/programme/spans.ts'
import { plainText } from '../text/prose.ts'

type CalendarTalk = { id: string; slug: string; title: string; description: string } & {
  /** ISO 8601 in UTC. */
  createdAt: string
  updatedAt: string

  location: string
  speakers: string
  span: Span | undefined
  origin: string
}

/** Escapes the calendar's name (RFC 5545, 3.3.11), because ical-generator escapes only the other texts. */
export const calendarName = (name: string) => name.replaceAll(/[\\,;]/g, '\\$&')

/** `entries` are texts of `entryOf`. Their times are in UTC, so the calendar needs no time zone. */
export function calendarOf(name: string, entries: string): string {
  const calendar = ical({ name: calendarName(name), timezone: null }).toString()
  const end = calendar.lastIndexOf('END:VCALENDAR')
  return calendar.slice(0, end) + entries + calendar.slice(end)
}

/**
 * SEQUENCE (RFC 5545, 3.8.7.4) must grow with each change, so it is the time since creation in tenths of a second. Its maximum is
 * reached after almost seven years.
 */
export const sequenceOf = ({ createdAt, updatedAt }: Pick<CalendarTalk, 'createdAt' | 'updatedAt'>) =>
  Math.min(Math.max(Math.ceil((Date.parse(updatedAt) - Date.parse(createdAt)) / 100), 0), 2 ** 31 - 1)

export function entryOf({ id, slug, title, description, location, speakers, span, origin, ...times }: CalendarTalk): string {
  if (!span) return ''
  const changed = new Date(times.updatedAt)
  const calendar = ical()
  calendar.createEvent({
    id: `${id}@${new URL(origin).host}`,
    summary: title,
    description: [speakers, plainText(description)].filter(Boolean).join('\n\n'),
    location,
    url: slug ? `${origin}/charlas/${slug}` : `${origin}/#evento-${id}`,
    start: new Date(span.start),
    end: new Date(span.end),
    // Without METHOD, DTSTAMP is the time of the last change (RFC 5545, 3.8.7.2).
    stamp: changed,
    lastModified: changed,
    sequence: sequenceOf(times),
  })
  const text = calendar.toString()
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf('END:VCALENDAR'))
}
