/** Converts times of files to the event's zone. */
import { isAfter } from '../../data/clock-time.ts'
import { instantOfDay } from '../../data/zone.ts'
import { endsBefore, shownTwice } from './messages.ts'

/** `notes`, in Spanish, are about changed times. */
export type When = { day: string; startTime: string; endTime: string; notes: string[] }

/** `isSecond`: this time occurs again after the clocks go back. `at`: milliseconds, null without an offset. */
type Clock = { day: string; time: string; at: number | null; isSecond: boolean }

const withZone = /(?:Z|[+-]\d\d:?\d\d)$/i
const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}:\d\d))?/

const minuteMs = 60_000

/** UTC milliseconds; NaN for an invalid date such as 30 February. */
export function instantOf(day: string, time = '00:00'): number {
  const at = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? Number.NaN : at
}

/** Returns a parser for times with an offset, or in the event's zone. The parser returns null for other texts. */
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

/** Adds minutes and keeps the offset. Empty for an invalid time. */
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

/** '45 min', '1h30', '1 hora y media', '1.5 h'. Null for other texts. */
function wordedMinutes(text: string): number | null {
  const [whole, hours = '', fraction = '', hourWord = '', minutes = '', part = ''] = wordedDuration.exec(text) ?? []
  if (!whole) return null
  const fromHours = hours === '' ? 0 : Number(`${hours}.${fraction || 0}`) * 60
  const fromWord = hourWord === '' ? 0 : /media|half/.test(hourWord) ? 30 : 60
  const fromPart = part === '' ? 0 : part === 'cuarto' ? 15 : 30
  return Math.round(fromHours + fromWord + fromPart + Number(minutes || 0))
}

/** Minutes from 'H:MM', 'HH:MM:SS', a number or words ('1h 30'). Null for other values. */
export function minutesOf(duration: unknown): number | null {
  if (typeof duration === 'number') return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : null
  const written = String(duration ?? '')
    .trim()
    .toLowerCase()
    .replace(/[’′´]/g, "'")
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)(?::[0-5]?\d)?(?:\s*(?:h|hs|hrs|horas))?$/.exec(written) ?? []
  return hours === undefined ? wordedMinutes(written) : Number(hours) * 60 + Number(minutes)
}

/** Day and times of a session. `endTime` is empty without an end on that day. */
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
