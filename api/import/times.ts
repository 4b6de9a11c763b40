/** Times of other programs' files, as the event's clock shows them. */
import { isAfter } from '../../data/content/programme.ts'

type When = { day: string; startTime: string; endTime: string }

const withZone = /(?:Z|[+-]\d\d:?\d\d)$/i
const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/

/** Returns what says a time with an offset, or without one in the event's zone, as day and time of its clock; null of what is none. */
export function clockIn(timeZone: string): (text: string) => { day: string; time: string } | null {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (text) => {
    const written = text.trim()
    if (!withZone.test(written)) {
      const [, day, time] = local.exec(written) ?? []
      return day && time && !Number.isNaN(Date.parse(`${day}T${time}:00Z`)) ? { day, time } : null
    }
    const at = Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'))
    if (Number.isNaN(at)) return null
    const [day = '', time = ''] = format.format(at).split(' ')
    return { day, time }
  }
}

/** A time so many minutes later, with the same offset, where it has one. */
export function later(text: string, minutes: number): string {
  const written = text.trim()
  if (withZone.test(written)) return new Date(Date.parse(written) + minutes * 60_000).toISOString()
  return new Date(Date.parse(`${written.slice(0, 16).replace(' ', 'T')}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)
}

/** Minutes of 'H:MM', 'HH:MM:SS' or a number of minutes; null of what is neither. */
export function minutesOf(duration: unknown): number | null {
  if (typeof duration === 'number') return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : null
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)(?::[0-5]?\d)?$/.exec(String(duration ?? '').trim()) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** From a start to an end, as an event says it: without an end where it would be none of that day. */
export function whenOf(clock: ReturnType<typeof clockIn>, start: string, end: string | null): When | null {
  const from = clock(start)
  if (!from) return null
  const to = end === null ? null : clock(end)
  const isEnd = to !== null && isAfter(to.time, from.time) && to.day > from.day === to.time <= from.time
  return { day: from.day, startTime: from.time, endTime: isEnd ? to.time : '' }
}
