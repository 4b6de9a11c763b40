/** When the door is open: phones get the list, and walk-ins are taken. */

import type { Db } from '../db/db.ts'
import { courseNow } from '../programme/timeline.ts'
import { day } from '../time.ts'

/** Milliseconds before the event opens in which phones already get the list, and after its end in which they still do. */
const aroundMs = 3 * day

/** In Unix milliseconds. */
type Span = { from: number; until: number }

/** Returns a function for the time around the event as it is saved now; null while the event has no date. */
export function doorSpanNow(db: Db, timeZone: string): () => Span | null {
  const course = courseNow(db, timeZone)
  return () => {
    const { days } = course()
    const [first, last] = [days[0], days.at(-1)]
    return first && last ? { from: first.opens - aroundMs, until: last.ends + aroundMs } : null
  }
}

/** Whether the door is open at an instant (ISO 8601), and if it is not, why. */
export function doorStateAt(span: Span | null, at: string): 'open' | 'no-date' | 'before' | 'over' {
  if (span === null) return 'no-date'
  const time = Date.parse(at)
  return time < span.from ? 'before' : time >= span.until ? 'over' : 'open'
}
