/** Imports nothing, so that visitors' browsers load small scripts. */

export type Moment = 'before' | 'during' | 'after'

/** Times are in Unix milliseconds. */
export type TimelineDay = { day: string; opens: number; starts: number; ends: number }

/** Both lists are empty while the event's date is the default. */
export type Timeline = { days: TimelineDay[]; sessions: { id: string; start: number; end: number }[] }

export type Now = { moment: Moment; day: string; isUnderWay: boolean; running: string[]; next: string[] }

const before: Now = { moment: 'before', day: '', isUnderWay: false, running: [], next: [] }

export function nowOf({ days, sessions }: Timeline, at: number): Now {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last || at < first.opens) return before
  if (at >= last.ends) return { ...before, moment: 'after' }
  const today = days.find(({ opens, ends }) => opens <= at && at < ends)
  if (!today) return { ...before, moment: 'during', day: days.find(({ opens }) => opens > at)?.day ?? '' }
  const running = sessions.filter(({ start, end }) => start <= at && at < end)
  const later = sessions.filter(({ start }) => start > at && start < today.ends)
  const soonest = Math.min(...later.map(({ start }) => start))
  const ids = (some: Timeline['sessions']) => some.map(({ id }) => id)
  return {
    moment: 'during',
    day: today.day,
    isUnderWay: true,
    running: ids(running),
    next: ids(later.filter(({ start }) => start === soonest)),
  }
}
