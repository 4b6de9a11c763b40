import { notATime, type Place, unscheduled } from './messages.ts'
import { type clockIn, later, type When, whenOf } from './times.ts'

/** `date` may include the hour, `start` and `end` have any form, `day` is the surrounding day. */
type Written = { date: string; start: string; end?: string; day: string; minutes: number | null }

/** Two weeks. Longer durations are mistakes. */
const maxMinutes = 14 * 24 * 60

const never: When = { day: '', startTime: '', endTime: '', notes: [] }

/**
 * Times of a session. An hour in `date` precedes `start`; its day precedes `day`. Without a readable start the times are
 * empty and `problems` has the reason.
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
