import Database from 'better-sqlite3'
import { type Db, emptyDb } from './db.ts'
import { type Migration, migrations } from './migrations.ts'

type Described = Map<string, string>

/** Returns the first difference from the migrations, in Spanish. Ignores tables of other programs, such as Litestream. */
export function schemaDifference(db: Db, steps: readonly Migration[] = migrations): string | null {
  const reference = new Database(emptyDb(steps))
  try {
    const [expected, actual] = [describe(reference), describe(db)]
    for (const [name, how] of expected) {
      if (!actual.has(name)) return `falta ${name}`
      if (actual.get(name) !== how) return `${name} es distinto`
    }
    const isOurs = (name: string) => expected.has(name.split('.')[0] ?? '')
    const extra = [...actual.keys()].find((name) => !expected.has(name) && isOurs(name))
    return extra === undefined ? null : `sobra ${extra}`
  } finally {
    reference.close()
  }
}

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
  const description: Described = new Map()
  for (const { name } of columns) description.set(name.split('.')[0] ?? '', '')
  for (const { name, how } of columns) description.set(name, how)
  for (const { name, how, kind, of } of others) {
    // A trigger of another program must count as a difference, because it runs with each change. So triggers are named like columns.
    description.set(kind === 'trigger' ? `${of}.${name}` : name, how.replace(/\s+/g, ' '))
  }
  return description
}
