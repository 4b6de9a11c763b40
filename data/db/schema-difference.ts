import Database from 'better-sqlite3'
import { type Db, emptyDb } from './db.ts'
import { type Migration, migrations } from './migrations.ts'

/** What there is, by name such as `registrations.email`, and how it is. */
type Described = Map<string, string>

/**
 * The first thing in which a database differs from what the migrations make, such as `falta registrations.staffNotes`, in Spanish;
 * null when nothing does. Tables that are not of this product are nobody's matter: Litestream keeps its own.
 */
export function schemaDifference(db: Db, steps: readonly Migration[] = migrations): string | null {
  const made = new Database(emptyDb(steps))
  try {
    const [expected, found] = [describe(made), describe(db)]
    for (const [name, how] of expected) {
      if (!found.has(name)) return `falta ${name}`
      if (found.get(name) !== how) return `${name} es distinto`
    }
    const isOurs = (name: string) => expected.has(name.split('.')[0] ?? '')
    const extra = [...found.keys()].find((name) => !expected.has(name) && isOurs(name))
    return extra === undefined ? null : `sobra ${extra}`
  } finally {
    made.close()
  }
}

/** Columns in whatever order, indexes and triggers in whatever spacing. Indexes of SQLite's own have no text. */
function describe(db: Db): Described {
  const columns = db
    .prepare<[], { name: string; how: string }>(
      `SELECT tables.name || '.' || columns.name AS name, json_array(columns.type, columns."notnull", columns.dflt_value, columns.pk) AS how
       FROM pragma_table_list AS tables, pragma_table_xinfo(tables.name) AS columns
       WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite~_%' ESCAPE '~'`,
    )
    .all()
  const others = db
    .prepare<[], { name: string; how: string; kind: string; of: string }>(
      "SELECT name, sql AS how, type AS kind, tbl_name AS of FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all()
  const described: Described = new Map()
  for (const { name } of columns) described.set(name.split('.')[0] ?? '', '')
  for (const { name, how } of columns) described.set(name, how)
  for (const { name, how, kind, of } of others) {
    // A trigger of somebody else's would run with each change; an index of theirs only helps or hinders them.
    described.set(kind === 'trigger' ? `${of}.${name}` : name, how.replace(/\s+/g, ' '))
  }
  return described
}
