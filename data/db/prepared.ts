import type { Statement } from 'better-sqlite3'
import type { Db } from './db.ts'

const statements = new WeakMap<Db, Map<string, Statement>>()

/** Returns a cached statement. Do not iterate over it, because it allows one run at a time. */
export function prepared<Row>(db: Db, sql: string): Statement<unknown[], Row> {
  const ofConnection = statements.get(db) ?? new Map<string, Statement>()
  statements.set(db, ofConnection)
  const statement = ofConnection.get(sql) ?? db.prepare(sql)
  ofConnection.set(sql, statement)
  return statement as Statement<unknown[], Row>
}

/** Locks the database first. Within another transaction, a failure undoes only `work`. */
export function inTransaction<Result>(db: Db, work: () => Result): Result {
  return db.transaction(work).immediate()
}
