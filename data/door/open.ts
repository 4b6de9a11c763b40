import type { Db } from '../db/db.ts'
import { timelineNow } from '../programme/timeline.ts'
import { dayMs } from '../time.ts'

const aroundMs = 3 * dayMs

type Span = { from: number; until: number }

export function doorSpanNow(db: Db, timeZone: string): () => Span | null {
  const timeline = timelineNow(db, timeZone)
  return () => {
    const { days } = timeline()
    const [first, last] = [days[0], days.at(-1)]
    return first && last ? { from: first.opens - aroundMs, until: last.ends + aroundMs } : null
  }
}

export function doorStateAt(span: Span | null, at: string): 'open' | 'no-date' | 'before' | 'over' {
  if (span === null) return 'no-date'
  const time = Date.parse(at)
  return time < span.from ? 'before' : time >= span.until ? 'over' : 'open'
}
