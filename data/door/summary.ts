/** The door in numbers. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { isMissing } from '../registrations/search.ts'
import { minute } from '../time.ts'
import type { DoorSummary } from './schema.ts'

/** More than these are no list to read. */
const mostDoubles = 100

const quarter = 15 * minute

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
  const found = prepared<{ registration: string; name: string; arrivals: string }>(
    db,
    `WITH undoing AS (
       SELECT registration, at, undo FROM arrivals WHERE undo IS NOT NULL
         AND (registration, id) NOT IN (SELECT registration, undo FROM arrivals WHERE undo IS NOT NULL)),
       undone AS (SELECT registration, max(at) AS until FROM undoing WHERE undo = '' GROUP BY registration)
     SELECT registration, registrations.name AS name, json_group_array(json_array(arrivals.at, arrivals.door) ORDER BY arrivals.at, arrivals.id) AS arrivals
     FROM arrivals JOIN registrations ON registrations.id = registration LEFT JOIN undone USING (registration)
     WHERE undo IS NULL AND arrivals.at > coalesce(until, '')
       AND (registration, arrivals.id) NOT IN (SELECT registration, undo FROM undoing)
     GROUP BY registration HAVING count(*) > 1 ORDER BY max(arrivals.at) DESC, registration LIMIT ${mostDoubles}`,
  ).all()
  return found.map(({ registration, name, arrivals }) => {
    const each: [at: string, door: string][] = JSON.parse(arrivals)
    return { registration, name, at: each.map(([at]) => at), doors: each.map(([, door]) => door) }
  })
}
