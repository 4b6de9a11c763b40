import type { Db } from '../db/db.ts'
import { countRows, prepared, readValues } from '../db/prepared.ts'

export const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

export function differentPairs(db: Db): Set<string> {
  return new Set(readValues(db, "SELECT a || ' ' || b FROM differentPeople"))
}

export function setDifferent(db: Db, pair: { a: string; b: string }, isDifferent: boolean): boolean {
  const [a, b] = [pair.a, pair.b].toSorted()
  if (countRows(db, 'SELECT count(*) FROM registrations WHERE id IN (?, ?)', a, b) !== 2) return false
  if (isDifferent) prepared(db, 'INSERT INTO differentPeople (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING').run(a, b)
  else prepared(db, 'DELETE FROM differentPeople WHERE a = ? AND b = ?').run(a, b)
  return true
}
