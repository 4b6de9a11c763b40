import type { Statement } from 'better-sqlite3'
import type { Db } from './db.ts'

const statements = new WeakMap<Db, Map<string, Statement>>()

/**
 * The statement, compiled once for each connection: for what every save asks. Not to be iterated over, for while one run is
 * under way there cannot be another.
 */
export function prepared<Row>(db: Db, sql: string): Statement<unknown[], Row> {
  const ofConnection = statements.get(db) ?? new Map<string, Statement>()
  statements.set(db, ofConnection)
  const statement = ofConnection.get(sql) ?? db.prepare(sql)
  ofConnection.set(sql, statement)
  return statement as Statement<unknown[], Row>
}
