/**
 * A program of its own: reads a file and says what taking it over would change. On its standard input a line of JSON (`Asked`), then the
 * file; on its output JSON (`Told`). Nobody else's file is read in the process that serves visitors: it holds nobody up, and a file
 * that wants too much memory or time ends this program alone.
 */
import { text } from 'node:stream/consumers'
import type { FilePerson, PeopleSource } from '../../data/import/people-file.ts'
import { type ImportPlan, type ImportRow, type Lists, planImport } from '../../data/import/plan.ts'
import { type Columns, type Source, type SourceFile, Unreadable } from '../../data/import/source.ts'
import type { Cell } from './read-table.ts'

/** People are read alone: they are compared where they are stored, so that nobody's data goes to another program. */
export type AskedPeople = { people: PeopleSource; columns: Columns | undefined }

export type PeopleFile = { people: FilePerson[]; columns: Columns; missing: 'name' | 'email' | null }

export type Asked = {
  source: Source
  columns: Columns | undefined
  lists: Lists
  eventDay: string
  timeZone: string
  /** Whether the plan is wanted, and not only what it would change. */
  isPlan: boolean
}

/** `over`: sentences for lists that would hold too much if all rows were taken. */
export type Preview = { rows: ImportRow[]; columns: Columns; over: string[] }
export type Told = Preview | { plan: ImportPlan } | PeopleFile | { problem: string }

/** Loads the reader of this form alone. */
async function read({ source, columns, timeZone }: Asked, data: string): Promise<SourceFile> {
  if (source === 'pretalx') return (await import('./read-pretalx.ts')).readPretalx(data, timeZone)
  if (source === 'frab') return (await import('./read-frab.ts')).readFrab(data, timeZone)
  if (source === 'sessionize') return (await import('./read-sessionize.ts')).readSessionize(data, timeZone)
  const { readTable } = await import('./read-table.ts')
  return readTable(await rowsOf(source, data), timeZone, columns)
}

async function rowsOf(source: 'csv' | 'xlsx', data: string): Promise<Cell[][]> {
  if (source === 'xlsx') return (await import('./read-xlsx.ts')).xlsxRows(data)
  return (await import('./read-table.ts')).csvRows(data)
}

async function readPeople({ people: source, columns }: AskedPeople, data: string): Promise<PeopleFile> {
  const rows = await rowsOf(source, data)
  return (await import('./read-people.ts')).readPeople(rows, columns)
}

/** A file that was written in another encoding has marks in place of its letters, or nothing between them. */
function insistOnText(data: string): void {
  if (data.includes('\0') || /\ufffd{2}|\w\ufffd\w/.test(data))
    throw new Unreadable('El archivo no está en UTF-8: guárdalo así («CSV UTF-8» en Excel) y tráelo de nuevo.')
}

async function tell(): Promise<Told> {
  const input = await text(process.stdin)
  const end = input.indexOf('\n')
  const asked: Asked | AskedPeople = JSON.parse(input.slice(0, end))
  try {
    const data = input.slice(end + 1).replace(/^\ufeff/, '')
    insistOnText(data)
    if ('people' in asked) return await readPeople(asked, data)
    const file = await read(asked, data)
    const plan = planImport(asked.lists, file, asked.source, asked.eventDay)
    return asked.isPlan ? { plan } : { rows: plan.rows, columns: file.columns, over: plan.over }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

process.stdout.write(JSON.stringify(await tell()))
