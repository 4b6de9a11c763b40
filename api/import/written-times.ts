import { fold } from '../../data/text.ts'
import { dayAfter } from '../../data/zone.ts'
import { instantOf, timeOfMinutes } from './times.ts'

const months = [
  ...['enero january', 'febrero february', 'marzo march', 'abril april', 'mayo may', 'junio june', 'julio july'],
  ...['agosto august', 'septiembre setiembre september', 'octubre october', 'noviembre november', 'diciembre december'],
].map((names) => names.split(' '))

const weekdays = [
  ...['domingo sunday', 'lunes monday', 'martes tuesday', 'miercoles wednesday', 'jueves thursday', 'viernes friday'],
  'sabado saturday',
].map((names) => names.split(' '))

const indexOfName = (names: string[][], word: string) =>
  /^[a-z]{3,}$/.test(word) ? names.findIndex((same) => same.some((name) => name.startsWith(word))) : -1

const plain = (text: string) =>
  fold(text)
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[–—−]/g, '-')
    .trim()

const iso = (year: number, month: number, day: number) => {
  const text = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
  return Number.isNaN(instantOf(text)) ? null : text
}

const nearestOf = (days: (string | null)[], eventDay: string): string | null => {
  const distance = (text: string) => Math.abs(instantOf(text) - instantOf(eventDay))
  return days.flatMap((day) => day ?? []).toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

function nearest(month: number, day: number, eventDay: string): string | null {
  const year = Number(eventDay.slice(0, 4))
  return nearestOf(
    [year - 1, year, year + 1].map((candidate) => iso(candidate, month, day)),
    eventDay,
  )
}

function nearestMonth(day: number, eventDay: string): string | null {
  const [year = 0, month = 0] = eventDay.split('-').map(Number)
  const months = [-2, -1, 0].map((offset) => new Date(Date.UTC(year, month + offset, 1)))
  return nearestOf(
    months.map((first) => iso(first.getUTCFullYear(), first.getUTCMonth() + 1, day)),
    eventDay,
  )
}

const fullYear = (text: string) => (text.length === 2 ? 2000 : 0) + Number(text)

/** '5/12' is 5 December. */
function numericDay(text: string, eventDay: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  if (year) return iso(Number(year), Number(month), Number(day))
  const [, first, second, last] = /^(\d{1,2})([-/.]\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/.exec(text) ?? []
  if (!first || !second) return null
  const monthNumber = Number(second.slice(1))
  return last ? iso(fullYear(last), monthNumber, Number(first)) : nearest(monthNumber, Number(first), eventDay)
}

/** Reads '5/12/26', 'Oct 21', 'sábado' or 'Día 2' as yyyy-MM-dd, nearest to `eventDay`. */
export function writtenDay(text: string, eventDay: string): string | null {
  const words = plain(text)
    .replace(/[,()]|\b(?:de|del|of|the|el|on)\b/g, ' ')
    .replace(/(\d)(?:\.?[º°]|(?:st|nd|rd|th|ro|er|o)\b)/g, '$1')
    .replace(/([a-z])\./g, '$1')
    .trim()
  const [, ordinal] = /^(?:dia|day|jornada) ?(\d{1,2})$/.exec(words) ?? []
  if (ordinal) return Number(ordinal) > 0 ? dayAfter(eventDay, Number(ordinal) - 1) : null
  const numeric = numericDay(words.replace(/ ?([-/.]) ?/g, '$1'), eventDay)
  if (numeric) return numeric
  const tokens = words.split(/[ \-/.]+/).filter(Boolean)
  // 'mar' is Tuesday (martes) if the text names another month, else March (marzo).
  const isMonth = (word: string) => indexOfName(months, word) >= 0
  const isWeekday = (word: string) => indexOfName(weekdays, word) >= 0 && (!isMonth(word) || tokens.filter(isMonth).length > 1)
  const weekday = tokens.find(isWeekday)
  const rest = weekday === undefined ? tokens : tokens.toSpliced(tokens.indexOf(weekday), 1)
  if (weekday && rest.length === 0) return nextWeekday(eventDay, indexOfName(weekdays, weekday))
  if (weekday && rest.length === 1) return nearestMonth(Number(rest[0]), eventDay)
  if (weekday && rest.every((token) => /^\d+$/.test(token))) return numericDay(rest.join('-'), eventDay)
  const month = rest.find(isMonth)
  const [day = '', year, ...others] = rest.filter((token) => token !== month)
  if (!month || others.length > 0 || !/^\d{1,2}$/.test(day)) return null
  if (year === undefined) return nearest(indexOfName(months, month) + 1, Number(day), eventDay)
  return /^\d{2}(?:\d{2})?$/.test(year) ? iso(fullYear(year), indexOfName(months, month) + 1, Number(day)) : null
}

function nextWeekday(eventDay: string, weekday: number): string {
  const eventWeekday = new Date(instantOf(eventDay)).getUTCDay()
  return dayAfter(eventDay, (weekday - eventWeekday + 7) % 7)
}

const time = String.raw`(\d{1,2})(?:\s?[:.h]\s?(\d\d))?(?::\d\d(?:\.\d+)?)?\s?(am|pm|m|hs|hrs|hr|h|horas|hours)?`
const single = new RegExp(`^${time}$`)
const range = new RegExp(String.raw`^${time}\s?(?:-|/|a|al|to|hasta|till|until)\s?(?:las?\s)?${time}$`)

type Half = 'am' | 'pm' | ''

/** Returns minutes since midnight. A bare '9' is a time only in a range such as '9 - 10:30'. */
function clock(
  [hours = '', minutes = '', suffix = '']: (string | undefined)[],
  half: Half,
  isBareAllowed: boolean,
): number | null {
  if (minutes === '' && suffix === '' && !isBareAllowed) return null
  const [hour, minute] = [Number(hours), Number(minutes || 0)]
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null
  if (half === '') return hour * 60 + minute
  return hour === 0 || hour > 12 ? null : ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute
}

/** In Spanish '12:00 m.' is noon (meridiano). */
const halfOf = ([hours, , suffix]: (string | undefined)[]): Half => {
  if (suffix === 'm') return hours === '12' ? 'pm' : ''
  return suffix === 'am' || suffix === 'pm' ? suffix : ''
}

const dayMinutes = 24 * 60

/** In '8:00 - 8:40 a. m.' both times are a. m. In '11 - 1 p. m.' only the second is p. m. */
function rangeOf(from: (string | undefined)[], to: (string | undefined)[]): { start: string; end: string } | null {
  const [fromHalf, toHalf] = [halfOf(from), halfOf(to)]
  const isBareAllowed = [...from.slice(1), ...to.slice(1)].some(Boolean)
  const starts = fromHalf || !toHalf ? [fromHalf] : ([toHalf, 'am'] as const)
  const ends = toHalf || !fromHalf ? [toHalf] : ([fromHalf, 'pm', ''] as const)
  for (const startHalf of starts) {
    for (const endHalf of ends) {
      const [start, end] = [clock(from, startHalf, isBareAllowed), clock(to, endHalf, isBareAllowed)]
      if (start === null || end === null || start >= dayMinutes) continue
      const isLast = startHalf === starts.at(-1) && endHalf === ends.at(-1)
      if (end > start || isLast) return { start: timeOfMinutes(start), end: timeOfMinutes(end) }
    }
  }
  return null
}

/** Reads '2 pm' or 'de 9 a 10:30' as HH:mm. `end` may be empty. */
export function writtenTimes(text: string): { start: string; end: string } | null {
  const words = plain(text)
    .replace(/\bmediodia\b|\bnoon\b/g, '12:00')
    .replace(/\bmedianoche\b|\bmidnight\b/g, '00:00')
    .replace(/\b([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/(\d) ?([ap])\b\.?/g, (text, digit: string, half: string, at: number, all: string) =>
      /^ ?m|^ (?:las? )?\d/.test(all.slice(at + text.length)) ? text : `${digit} ${half}m`,
    )
    .replace(/\b(m|hs|hrs|hr|h|horas|hours)\./g, '$1')
    .replace(/^(?:de|desde|from|a|at)? ?(?:las? )?(?=\d)/, '')
    .trim()
  const pair = range.exec(words)
  if (pair) return rangeOf(pair.slice(1, 4), pair.slice(4, 7))
  const parts = single.exec(words)?.slice(1)
  const minutes = parts ? clock(parts, halfOf(parts), false) : null
  return minutes === null ? null : { start: timeOfMinutes(minutes), end: '' }
}

export type WrittenMoment = { day: string | null; start: string; end: string }

export function writtenMoment(text: string, eventDay: string, first: 'day' | 'time'): WrittenMoment | null {
  const day = () => {
    const read = writtenDay(text, eventDay)
    return read === null ? null : { day: read, start: '', end: '' }
  }
  const times = () => {
    const read = writtenTimes(text)
    return read === null ? null : { day: null, ...read }
  }
  return (first === 'day' ? (day() ?? times()) : (times() ?? day())) ?? both(text, eventDay)
}

function both(text: string, eventDay: string): WrittenMoment | null {
  const words = plain(text).replace(/(\d)t(\d)/, '$1 $2')
  for (let at = words.lastIndexOf(' '); at > 0; at = words.lastIndexOf(' ', at - 1)) {
    const times = writtenTimes(words.slice(at + 1))
    const day = times && writtenDay(words.slice(0, at).replace(/[,;:-]+ ?$|,? (?:a|at)$/g, ''), eventDay)
    if (times && day) return { day, ...times }
  }
  return null
}
