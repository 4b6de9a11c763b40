import { notATime, type Place, unscheduled } from './messages.ts'
import { type clockIn, later, type When, whenOf } from './times.ts'

/** What a file says of when a session takes place: `date` with or without an hour, `start` and `end` in any form, `day` around it. */
type Written = { date: string; start: string; end?: string; day: string; minutes: number | null }

/** Longer durations are a mistake; far longer ones are not even dates. */
const maxMinutes = 14 * 24 * 60

const never: When = { day: '', startTime: '', endTime: '', notes: [] }

/**
 * When a session takes place. An hour in `date` counts before `start`, and the day in `date` before the day around it. Without
 * a start that can be read the times are empty, and `problems` has why.
 */
export function scheduled(clock: ReturnType<typeof clockIn>, written: Written, place: Place): { when: When; problems: string[] } {
  const [date, hours, day] = [written.date.trim(), written.start.trim(), written.day.trim()]
  const time = /^(\d{1,2}):(\d\d)/.exec(hours)
  const onDay = (of: string) => {
    const iso = /^\d{4}-\d\d-\d\d/.exec(of)?.[0]
    return iso && time ? `${iso}T${time[1]?.padStart(2, '0')}:${time[2]}` : ''
  }
  const start = [date, hours, onDay(date), onDay(day)].find((text) => clock(text) !== null)
  if (start === undefined) {
    const isWritten = date !== '' || hours !== ''
    return { when: never, problems: [isWritten ? notATime([date, hours].filter(Boolean).join(' '), place) : unscheduled] }
  }
  const minutes = written.minutes && written.minutes <= maxMinutes ? written.minutes : null
  const end = written.end?.trim() || (minutes ? later(start, minutes) : null)
  const when = whenOf(clock, start, end)
  return { when: when ?? never, problems: when ? [] : [unscheduled] }
}
