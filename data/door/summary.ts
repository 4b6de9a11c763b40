import type { Db } from '../db/db.ts'
import { countRows, prepared } from '../db/prepared.ts'
import { validArrivals } from '../registrations/arrivals.ts'
import { quarterMs } from '../time.ts'
import type { DoorSummary } from './schema.ts'

const maxDoublesCount = 100

type Doubles = Pick<DoorSummary, 'doublesCount' | 'doublesSeen'>

type Totals = Pick<DoorSummary, 'expected' | 'arrived' | 'walkIns' | 'missing'>

/** Yields between queries of at most 10 ms each, so that other requests run. */
export function* doorNumbers(db: Db): Generator<void, Omit<DoorSummary, keyof Doubles>> {
  const totals = readTotals(db)
  yield
  const byDoor = prepared<DoorSummary['byDoor'][number]>(
    db,
    'SELECT door, count(*) AS count FROM registrations WHERE arrivedAt IS NOT NULL GROUP BY door ORDER BY count DESC, door',
  ).all()
  yield
  const byMinute = prepared<{ minute: string; count: number }>(
    db,
    'SELECT substr(arrivedAt, 1, 16) AS minute, count(*) AS count FROM registrations WHERE arrivedAt IS NOT NULL GROUP BY 1 ORDER BY 1',
  ).all()
  const byQuarter = new Map<string, number>()
  for (const { minute, count } of byMinute) {
    const at = new Date(Math.floor(Date.parse(`${minute}Z`) / quarterMs) * quarterMs).toISOString()
    byQuarter.set(at, (byQuarter.get(at) ?? 0) + count)
  }
  return { ...totals, byDoor, byQuarter: [...byQuarter].map(([at, count]) => ({ at, count })) }
}

function readTotals(db: Db): Totals {
  const counts = prepared<Totals & { seatedHere: number; seated: number; seatedWalkIns: number }>(
    db,
    `SELECT count(*) AS arrived, count(*) FILTER (WHERE isWalkIn = 1) AS walkIns,
       count(*) FILTER (WHERE status = 'registered') AS seatedHere,
       (SELECT people FROM statusCounts WHERE status = 'registered') AS seated,
       (SELECT count(*) FROM registrations WHERE isWalkIn = 1 AND status = 'registered') AS seatedWalkIns
     FROM registrations WHERE arrivedAt IS NOT NULL`,
  ).get()
  if (!counts) throw new Error('an aggregate query returned no row')
  const { arrived, walkIns, seatedHere, seated, seatedWalkIns } = counts
  return { expected: seated - seatedWalkIns, arrived, walkIns, missing: seated - seatedHere }
}

export function doublesNow(db: Db): Doubles {
  const doublesCount = countRows(db, 'SELECT count(*) FROM doorDoubles JOIN registrations ON registrations.id = registration')
  const rows = prepared<{ registration: string; name: string }>(
    db,
    `SELECT registration, name FROM doorDoubles JOIN registrations ON registrations.id = registration
     ORDER BY lastAt DESC, registration LIMIT ${maxDoublesCount}`,
  ).all()
  const doublesSeen = rows.flatMap((person) => {
    const arrivals = validArrivals(db, person.registration)
    return arrivals.length < 2 ? [] : [{ ...person, at: arrivals.map(({ at }) => at), doors: arrivals.map(({ door }) => door) }]
  })
  return { doublesCount, doublesSeen }
}
