import type { Statement } from 'better-sqlite3'
import type { Db } from './db.ts'

type Statements = WeakMap<Db, Map<string, Statement>>

const rowStatements: Statements = new WeakMap()
const valueStatements: Statements = new WeakMap()

/** Caches the statement. Do not iterate over its rows, because a statement that is still running cannot run again. */
export function prepared<Row>(db: Db, sql: string): Statement<unknown[], Row> {
  return cached(rowStatements, db, sql, () => db.prepare(sql)) as Statement<unknown[], Row>
}

const plucked = <Value>(db: Db, sql: string) =>
  cached(valueStatements, db, sql, () => db.prepare(sql).pluck()) as Statement<unknown[], Value>

function cached(statements: Statements, db: Db, sql: string, prepare: () => Statement): Statement {
  const ofConnection = statements.get(db) ?? new Map<string, Statement>()
  statements.set(db, ofConnection)
  const statement = ofConnection.get(sql) ?? prepare()
  ofConnection.set(sql, statement)
  return statement
}

export function readValue<Value>(db: Db, sql: string, ...values: unknown[]): Value | undefined {
  return plucked<Value>(db, sql).get(...values)
}

export function readValues<Value>(db: Db, sql: string, ...values: unknown[]): Value[] {
  return plucked<Value>(db, sql).all(...values)
}

export const countRows = (db: Db, sql: string, ...values: unknown[]): number => readValue<number>(db, sql, ...values) ?? 0

export function insertRow(db: Db, table: string, row: Readonly<Record<string, unknown>>): void {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  prepared(db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`).run(row)
}

/** Locks the database at once. Within another transaction, an error undoes only `work`. */
export function inTransaction<Result>(db: Db, work: () => Result): Result {
  return db.transaction(work).immediate()
}
