import { isAfter } from '../../data/clock-time.ts'
import { minuteMs } from '../../data/time.ts'
import { instantOfDay } from '../../data/zone.ts'
import { textIn } from './lenient.ts'
import { endsBefore, notATime, type Place, shownTwice, unscheduled } from './messages.ts'

export type When = { day: string; startTime: string; endTime: string; notes: string[] }

export const noTime: When = { day: '', startTime: '', endTime: '', notes: [] }

/**
 * `at` is Unix milliseconds, or null if the text has no offset. `isSecond` is true if this clock time comes again after the clock
 * was set back.
 */
type Moment = { day: string; time: string; at: number | null; isSecond: boolean }

export type Clock = (text: string) => Moment | null

const withZone = /(?:Z|[+-]\d\d:?\d\d)$/i
const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}:\d\d))?/

/** Returns UTC milliseconds, or NaN for days such as 30 February. */
export function instantOf(day: string, time = '00:00'): number {
  const at = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? Number.NaN : at
}

export function clockIn(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (text) => {
    const written = text.trim()
    if (!withZone.test(written)) {
      const [, day, time] = local.exec(written) ?? []
      return day && time && !Number.isNaN(instantOf(day, time))
        ? { day, time: time.padStart(5, '0'), at: null, isSecond: false }
        : null
    }
    const at = Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'))
    if (Number.isNaN(at)) return null
    const [day = '', time = ''] = format.format(at).split(' ')
    return { day, time, at, isSecond: at >= Date.parse(instantOfDay(timeZone, day, time)) + minuteMs }
  }
}

export const timeOfMinutes = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

export function later(text: string, minutes: number): string {
  const written = text.trim()
  const hasZone = withZone.test(written)
  const [, day = '', time = ''] = local.exec(written) ?? []
  const at = new Date((hasZone ? Date.parse(written) : instantOf(day, time)) + minutes * minuteMs)
  if (Number.isNaN(at.getTime())) return ''
  return hasZone ? at.toISOString() : at.toISOString().slice(0, 16)
}

const hoursWord = 'h|hs|hr|hrs|hora|horas|hour|hours'
const minutesWord = "'|m|min|mins|minuto|minutos|minute|minutes"
const wordedDuration = new RegExp(
  String.raw`^(?:(?:(\d{1,3})(?:[.,](\d{1,2}))?|(una|media|half an|an|one))\s*(?:${hoursWord})\.?)?` +
    String.raw`(?:\s*(?:y|and|,)?\s*(?:(\d{1,4})\s*(?:${minutesWord})?\.?|(media|cuarto|half)))?$`,
)

function wordedMinutes(text: string): number | null {
  const [match, hours = '', fraction = '', hourWord = '', minutes = '', part = ''] = wordedDuration.exec(text) ?? []
  if (!match) return null
  const fromHours = hours === '' ? 0 : Number(`${hours}.${fraction || 0}`) * 60
  const fromWord = hourWord === '' ? 0 : /media|half/.test(hourWord) ? 30 : 60
  const fromPart = part === '' ? 0 : part === 'cuarto' ? 15 : 30
  return Math.round(fromHours + fromWord + fromPart + Number(minutes || 0))
}

/** Reads minutes, 'H:MM', 'HH:MM:SS', '1h 30' or '1 hora y media'. */
export function minutesOf(duration: unknown): number | null {
  if (typeof duration === 'number') return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : null
  const written = textIn(duration).trim().toLowerCase().replace(/[’′´]/g, "'")
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)(?::[0-5]?\d)?(?:\s*(?:h|hs|hrs|horas))?$/.exec(written) ?? []
  return hours === undefined ? wordedMinutes(written) : Number(hours) * 60 + Number(minutes)
}

/** `endTime` is empty unless `end` is on the day of `start` or in the following night. */
export function whenOf(clock: Clock, start: string, end: string | null): When | null {
  const from = clock(start)
  if (!from) return null
  const to = end === null ? null : clock(end)
  const isEnd = to !== null && isAfter(to.time, from.time) && to.day > from.day === to.time <= from.time
  const isBefore = to !== null && !isEnd && from.at !== null && to.at !== null && to.at > from.at && to.day === from.day
  const notes = [
    ...(from.isSecond ? [shownTwice('empieza', from.time)] : []),
    ...(isEnd && to.isSecond ? [shownTwice('termina', to.time)] : []),
    ...(isBefore ? [endsBefore(to.time)] : []),
  ]
  return { day: from.day, startTime: from.time, endTime: isEnd ? to.time : '', notes }
}

export type WrittenTimes = { date: string; start: string; end?: string; day: string; minutes: number | null }

const maxDurationMinutes = 14 * 24 * 60

/** `date` takes precedence over `day`. Without a readable start the times are empty. */
export function scheduled(clock: Clock, written: WrittenTimes, place: Place): { when: When; problems: string[] } {
  const [date, hours, day] = [written.date.trim(), written.start.trim(), written.day.trim()]
  const time = /^(\d{1,2}):(\d\d)/.exec(hours)
  const onDay = (of: string) => {
    const iso = /^\d{4}-\d\d-\d\d/.exec(of)?.[0]
    return iso && time ? `${iso}T${time[1]?.padStart(2, '0')}:${time[2]}` : ''
  }
  const start = [date, hours, onDay(date), onDay(day)].find((text) => clock(text) !== null)
  if (start === undefined) {
    const isWritten = date !== '' || hours !== ''
    return { when: noTime, problems: [isWritten ? notATime([date, hours].filter(Boolean).join(' '), place) : unscheduled] }
  }
  const minutes = written.minutes && written.minutes <= maxDurationMinutes ? written.minutes : null
  const end = written.end?.trim() || (minutes ? later(start, minutes) : null)
  const when = whenOf(clock, start, end)
  return { when: when ?? noTime, problems: when ? [] : [unscheduled] }
}
