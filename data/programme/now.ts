/** What takes place at an instant. Pure functions without a library: the page asks them too. */

/** Whether the conference is still to come, under way or over. */
export type Moment = 'before' | 'during' | 'after'

/** A day (yyyy-MM-dd) of the conference in Unix milliseconds: two hours before it starts it opens. */
export type CourseDay = { day: string; opens: number; starts: number; ends: number }

/** The days of the conference, the first one first; none while its date is not known. */
export type Course = { days: CourseDay[]; sessions: { id: string; start: number; end: number }[] }

/** `day` is the one under way, else the next one, and empty before and after; the others are the sessions' ids. */
export type Now = { moment: Moment; day: string; isUnderWay: boolean; running: string[]; next: string[] }

const before: Now = { moment: 'before', day: '', isUnderWay: false, running: [], next: [] }

/** What takes place at an instant in Unix milliseconds, and what starts next on that day. */
export function nowOf({ days, sessions }: Course, at: number): Now {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last || at < first.opens) return before
  if (at >= last.ends) return { ...before, moment: 'after' }
  const today = days.find(({ opens, ends }) => opens <= at && at < ends)
  if (!today) return { ...before, moment: 'during', day: days.find(({ opens }) => opens > at)?.day ?? '' }
  const running = sessions.filter(({ start, end }) => start <= at && at < end)
  const later = sessions.filter(({ start }) => start > at && start < today.ends)
  const soonest = Math.min(...later.map(({ start }) => start))
  const ids = (some: Course['sessions']) => some.map(({ id }) => id)
  return {
    moment: 'during',
    day: today.day,
    isUnderWay: true,
    running: ids(running),
    next: ids(later.filter(({ start }) => start === soonest)),
  }
}
