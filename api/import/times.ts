/** Times of other programs' files, as the event's clock shows them. */
import { isAfter } from '../../data/clock-time.ts'
import { instantOfDay } from '../../data/zone.ts'
import { endsBefore, shownTwice } from './messages.ts'

/** `notes`: the times that are not as the file has them, in Spanish. */
export type When = { day: string; startTime: string; endTime: string; notes: string[] }

/** `isSecond`: the clocks went back and show this time again. `at`: milliseconds, null for a time without an offset. */
type Clock = { day: string; time: string; at: number | null; isSecond: boolean }

const withZone = /(?:Z|[+-]\d\d:?\d\d)$/i
const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}:\d\d))?/

const minuteMs = 60_000

/** Returns a day and a time as an instant of UTC in milliseconds; NaN if they are on no calendar, as 30 February is. */
export function instantOf(day: string, time = '00:00'): number {
  const at = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? Number.NaN : at
}

/**
 * Returns a function that reads a time with an offset, or without one in the event's zone, as day and time of its clock. It returns null
 * for a text that is no time.
 */
export function clockIn(timeZone: string): (text: string) => Clock | null {
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

/** Returns a time some minutes later, with an offset if the text has one; an empty text if there is no such time. */
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

/** Reads a duration in words: '45 min', '1h30', '1 hora y media', '1.5 h'. Returns null for other texts. */
function wordedMinutes(text: string): number | null {
  const [whole, hours = '', fraction = '', hourWord = '', minutes = '', part = ''] = wordedDuration.exec(text) ?? []
  if (!whole) return null
  const fromHours = hours === '' ? 0 : Number(`${hours}.${fraction || 0}`) * 60
  const fromWord = hourWord === '' ? 0 : /media|half/.test(hourWord) ? 30 : 60
  const fromPart = part === '' ? 0 : part === 'cuarto' ? 15 : 30
  return Math.round(fromHours + fromWord + fromPart + Number(minutes || 0))
}

/** Minutes of 'H:MM', 'HH:MM:SS', a number of minutes or a duration in words ('1h 30', '45 min'); null for other values. */
export function minutesOf(duration: unknown): number | null {
  if (typeof duration === 'number') return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : null
  const written = String(duration ?? '')
    .trim()
    .toLowerCase()
    .replace(/[’′´]/g, "'")
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)(?::[0-5]?\d)?(?:\s*(?:h|hs|hrs|horas))?$/.exec(written) ?? []
  return hours === undefined ? wordedMinutes(written) : Number(hours) * 60 + Number(minutes)
}

/** Returns the day and times from a start to an end. Without an end, or with one that is not of that day, `endTime` is empty. */
export function whenOf(clock: ReturnType<typeof clockIn>, start: string, end: string | null): When | null {
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
