/**
 * A program of its own: reads a file and says what taking it over would change. On its standard input a line of JSON (`Asked`), then the
 * file; on its output JSON (`Told`). Nobody else's file is read in the process that serves visitors: it holds nobody up, and a file
 * that wants too much memory or time ends this program alone.
 */
import { text } from 'node:stream/consumers'
import type { PeopleFile, PeopleSource } from '../../data/import/people-file.ts'
import { type ImportPlan, type ImportRow, type Lists, planImport, type Sizes, sizesOf } from '../../data/import/plan.ts'
import {
  type Columns,
  type Source,
  type SourceFile,
  type TableAbout,
  type TableChoice,
  Unreadable,
} from '../../data/import/source.ts'
import type { Sheet } from './table.ts'

/** People are read alone: they are compared where they are stored, so that nobody's data goes to another program. */
export type AskedPeople = { people: PeopleSource } & TableChoice

export type Asked = {
  source: Source
  lists: Lists
  eventDay: string
  timeZone: string
  /** Whether the plan is wanted, and not only what it would change. */
  isPlan: boolean
} & TableChoice

/** `table` is null for files that are no table. */
export type Preview = {
  rows: ImportRow[]
  columns: Columns
  table: TableAbout | null
  missing: 'title' | null
  sizes: Sizes
  /** Sentences for lists that would hold too much if all rows were taken. */
  over: string[]
}
export type Told = Preview | { plan: ImportPlan } | PeopleFile | { problem: string }

/** Loads the reader of this form alone. */
async function read(asked: Asked, data: string): Promise<SourceFile> {
  const { source, timeZone } = asked
  if (source === 'pretalx') return (await import('./read-pretalx.ts')).readPretalx(data, timeZone)
  if (source === 'frab') return (await import('./read-frab.ts')).readFrab(data, timeZone)
  if (source === 'sessionize') return (await import('./read-sessionize.ts')).readSessionize(data, timeZone)
  const { readTable } = await import('./read-table.ts')
  return readTable(await sheetsOf(source, data), asked, asked)
}

async function sheetsOf(source: 'csv' | 'xlsx', data: string): Promise<Sheet[]> {
  if (source === 'xlsx') return (await import('./read-xlsx.ts')).xlsxSheets(data)
  return [(await import('./csv.ts')).csvSheet(data)]
}

async function readPeople({ people: source, ...choice }: AskedPeople, data: string): Promise<PeopleFile> {
  const sheets = await sheetsOf(source, data)
  return (await import('./read-people.ts')).readPeople(sheets, choice)
}

/**
 * Throws Unreadable for letters in another encoding: bytes of zero between them, or marks in the place of most letters that are not
 * ASCII. Single marks are of the file's author; in a table they are a problem of their row.
 */
function insistOnText(data: string, isTable: boolean): void {
  const hasBytesBetween = (data.slice(0, 1_000).match(/\0/g)?.length ?? 0) > Math.min(data.length, 1_000) / 4
  const isMarked = !isTable && /\ufffd{2}|\w\ufffd\w/.test(data)
  const count = (letters: RegExp) => data.match(letters)?.length ?? 0
  const hasMarks = isMarked && count(/\ufffd/g) > count(/[\u0080-\ufffc]/g)
  if (hasBytesBetween || hasMarks || (isTable && /\ufffd/.test(data.split(/[\r\n]/, 1)[0] ?? '')))
    throw new Unreadable('El archivo no está en UTF-8: guárdalo así («CSV UTF-8» en Excel) y tráelo de nuevo.')
}

async function tell(): Promise<Told> {
  const input = await text(process.stdin)
  const end = input.indexOf('\n')
  const asked: Asked | AskedPeople = JSON.parse(input.slice(0, end))
  try {
    const data = input.slice(end + 1).replace(/^\ufeff/, '')
    insistOnText(data, 'people' in asked || asked.source === 'csv')
    if ('people' in asked) return await readPeople(asked, data)
    const file = await read(asked, data)
    const { columns, table = null, missing = null } = file
    const plan = planImport(asked.lists, file, asked.source, asked.eventDay)
    if (asked.isPlan && missing !== null) throw new Unreadable('Ninguna columna es el título: elige cuál es.')
    return asked.isPlan
      ? { plan }
      : { rows: missing === null ? plan.rows : [], columns, table, missing, sizes: sizesOf(asked.lists), over: plan.over }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

process.stdout.write(JSON.stringify(await tell()))
