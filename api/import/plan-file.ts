/** Reads an untrusted file in a process of its own. Standard input is a line of JSON, then the file. */
import { text } from 'node:stream/consumers'
import type { Question } from '../../data/content/schema.ts'
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

export type PeopleRequest = { people: PeopleSource; questions: readonly Question[] } & TableChoice

export type ProgrammeRequest = { source: Source; lists: Lists; eventDay: string; timeZone: string } & TableChoice

export type Request = PeopleRequest | (ProgrammeRequest & { isPlan: boolean })

export type Preview = {
  rows: ImportRow[]
  columns: Columns
  table: TableAbout | null
  missing: 'title' | null
  sizes: Sizes
  over: string[]
}

export type Answer = Preview | { plan: ImportPlan } | PeopleFile

async function readProgramme(request: ProgrammeRequest, data: string): Promise<SourceFile> {
  const { source, timeZone } = request
  if (source === 'pretalx') return (await import('./read-pretalx.ts')).readPretalx(data, timeZone)
  if (source === 'frab') return (await import('./read-frab.ts')).readFrab(data, timeZone)
  if (source === 'sessionize') return (await import('./read-sessionize.ts')).readSessionize(data, timeZone)
  const { readTable } = await import('./read-table.ts')
  return readTable(await sheetsOf(source, data), request, request)
}

async function sheetsOf(source: 'csv' | 'xlsx', data: string): Promise<Sheet[]> {
  if (source === 'xlsx') return (await import('./read-xlsx.ts')).xlsxSheets(data)
  return [(await import('./csv.ts')).csvSheet(data)]
}

/**
 * Throws Unreadable if the text is not UTF-8. Accepts a few replacement characters (U+FFFD), because the source itself may
 * contain them.
 */
function insistOnText(data: string, isTable: boolean): void {
  const hasBytesBetween = (data.slice(0, 1_000).match(/\0/g)?.length ?? 0) > Math.min(data.length, 1_000) / 4
  const isMarked = !isTable && /\ufffd{2}|\w\ufffd\w/.test(data)
  const count = (letters: RegExp) => data.match(letters)?.length ?? 0
  const hasMarks = isMarked && count(/\ufffd/g) > count(/[\u0080-\ufffc]/g)
  if (hasBytesBetween || hasMarks || (isTable && /\ufffd/.test(data.split(/[\r\n]/, 1)[0] ?? '')))
    throw new Unreadable('El archivo no está en UTF-8: guárdalo así («CSV UTF-8» en Excel) e impórtalo de nuevo.')
}

async function answerTo(request: Request, data: string): Promise<Answer> {
  insistOnText(data, 'people' in request || request.source === 'csv')
  if ('people' in request) {
    const { people: source, questions, ...choice } = request
    const sheets = await sheetsOf(source, data)
    return (await import('./read-people.ts')).readPeople(sheets, choice, questions)
  }
  const { lists, source, eventDay, isPlan } = request
  const file = await readProgramme(request, data)
  const { columns, table = null, missing = null } = file
  const plan = planImport(lists, file, source, eventDay)
  if (!isPlan) return { rows: missing === null ? plan.rows : [], columns, table, missing, sizes: sizesOf(lists), over: plan.over }
  if (missing !== null) throw new Unreadable('Ninguna columna es el título: elige cuál es.')
  return { plan }
}

async function outcomeOf(input: string): Promise<Answer | { problem: string }> {
  const end = input.indexOf('\n')
  try {
    return await answerTo(JSON.parse(input.slice(0, end)), input.slice(end + 1).replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

process.stdout.write(JSON.stringify(await outcomeOf(await text(process.stdin))))
