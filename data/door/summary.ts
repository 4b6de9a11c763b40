/** The door in numbers. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { countedArrivals } from '../registrations/arrivals.ts'
import { isMissing } from '../registrations/search.ts'
import { quarter } from '../time.ts'
import type { DoorSummary } from './schema.ts'

/** More than these are no list to read. */
const mostDoubles = 100

/** How many were expected, came and did not, through which door and when. */
export function doorNumbers(db: Db): Omit<DoorSummary, 'doublesSeen'> {
  const totals = prepared<{ expected: number; walkIns: number; arrived: number; missing: number }>(
    db,
    `SELECT (SELECT people FROM statusCounts WHERE status = 'registered')
         - (SELECT count(*) FROM registrations WHERE isWalkIn = 1 AND status = 'registered') AS expected,
       (SELECT count(*) FROM registrations WHERE isWalkIn = 1 AND arrivedAt IS NOT NULL) AS walkIns,
       (SELECT count(*) FROM registrations WHERE arrivedAt IS NOT NULL) AS arrived,
       (SELECT count(*) FROM registrations WHERE ${isMissing}) AS missing`,
  ).get()
  if (!totals) throw new Error('an aggregate query returned no row')
  const byDoor = prepared<DoorSummary['byDoor'][number]>(
    db,
    'SELECT door, count(*) AS count FROM registrations WHERE arrivedAt IS NOT NULL GROUP BY door ORDER BY count DESC, door',
  ).all()
  const byMinute = prepared<{ minute: string; count: number }>(
    db,
    'SELECT substr(arrivedAt, 1, 16) AS minute, count(*) AS count FROM registrations WHERE arrivedAt IS NOT NULL GROUP BY 1 ORDER BY 1',
  ).all()
  const byQuarter = new Map<string, number>()
  for (const { minute, count } of byMinute) {
    const at = new Date(Math.floor(Date.parse(`${minute}Z`) / quarter) * quarter).toISOString()
    byQuarter.set(at, (byQuarter.get(at) ?? 0) + count)
  }
  return { ...totals, byDoor, byQuarter: [...byQuarter].map(([at, count]) => ({ at, count })) }
}

/** Who came in more than once, the last first. */
export function doublesSeen(db: Db): DoorSummary['doublesSeen'] {
  const readSeveralTimes = prepared<{ registration: string; name: string }>(
    db,
    `SELECT registration, name FROM arrivals JOIN registrations ON registrations.id = registration
     WHERE undo IS NULL GROUP BY registration HAVING count(*) > 1 ORDER BY max(arrivals.at) DESC, registration`,
  )
  const found: DoorSummary['doublesSeen'] = []
  for (const person of readSeveralTimes.iterate()) {
    const arrivals = countedArrivals(db, person.registration)
    if (arrivals.length < 2) continue
    found.push({ ...person, at: arrivals.map(({ at }) => at), doors: arrivals.map(({ door }) => door) })
    if (found.length === mostDoubles) break
  }
  const last = ({ at }: (typeof found)[number]) => at.at(-1) ?? ''
  return found.sort((one, other) => last(other).localeCompare(last(one)))
}
