import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'

export const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

export function differentPairs(db: Db): Set<string> {
  const pairs = prepared<{ a: string; b: string }>(db, 'SELECT a, b FROM differentPeople').all()
  return new Set(pairs.map(({ a, b }) => pairKey(a, b)))
}

/** Returns false if a registration is missing. */
export function setDifferent(db: Db, pair: { a: string; b: string }, isDifferent: boolean): boolean {
  const [a, b] = [pair.a, pair.b].toSorted()
  const there = prepared<{ people: number }>(db, 'SELECT count(*) AS people FROM registrations WHERE id IN (?, ?)').get(a, b)
  if (there?.people !== 2) return false
  if (isDifferent) prepared(db, 'INSERT INTO differentPeople (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING').run(a, b)
  else prepared(db, 'DELETE FROM differentPeople WHERE a = ? AND b = ?').run(a, b)
  return true
}
