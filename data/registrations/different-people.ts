/** Pairs of registrations of which staff said that they are two people. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'

/** A pair has one name, whichever of the two is said first. */
export const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** The keys of all these pairs. */
export function differentPairs(db: Db): Set<string> {
  const pairs = prepared<{ a: string; b: string }>(db, 'SELECT a, b FROM differentPeople').all()
  return new Set(pairs.map(({ a, b }) => pairKey(a, b)))
}

/** Notes that two registrations are of two people, or takes it back. False when one of them is not there. */
export function setDifferent(db: Db, pair: { a: string; b: string }, isDifferent: boolean): boolean {
  const [a, b] = [pair.a, pair.b].toSorted()
  const there = prepared<{ people: number }>(db, 'SELECT count(*) AS people FROM registrations WHERE id IN (?, ?)').get(a, b)
  if (there?.people !== 2) return false
  if (isDifferent) prepared(db, 'INSERT INTO differentPeople (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING').run(a, b)
  else prepared(db, 'DELETE FROM differentPeople WHERE a = ? AND b = ?').run(a, b)
  return true
}
