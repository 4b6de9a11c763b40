import type { Db } from '../db/db.ts'
import { courseNow } from '../programme/timeline.ts'
import { dayMs } from '../time.ts'

/** Before and after the event. */
const aroundMs = 3 * dayMs

/** Unix milliseconds. */
type Span = { from: number; until: number }

/** Returns a function for the opening period, null without a date. */
export function doorSpanNow(db: Db, timeZone: string): () => Span | null {
  const course = courseNow(db, timeZone)
  return () => {
    const { days } = course()
    const [first, last] = [days[0], days.at(-1)]
    return first && last ? { from: first.opens - aroundMs, until: last.ends + aroundMs } : null
  }
}

/** Returns whether the door is open at an instant (ISO 8601). */
export function doorStateAt(span: Span | null, at: string): 'open' | 'no-date' | 'before' | 'over' {
  if (span === null) return 'no-date'
  const time = Date.parse(at)
  return time < span.from ? 'before' : time >= span.until ? 'over' : 'open'
}
