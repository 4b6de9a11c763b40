import { isFormula, unescapeFormulas } from '../../data/formulas.ts'
import { type Columns, type TableAbout, type TableChoice, Unreadable } from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { fold } from '../../data/text.ts'

/** `problem` describes, in Spanish, content that is not text. */
export type Cell = string | { problem: string }

/** `number` is the row's number in the spreadsheet. If a row has a `problem`, it cannot be read. */
export type Row = { number: number; cells: Cell[]; problem?: string }

export type Sheet = { name: string; rows: Row[] }

export type Recognition<F extends string> = {
  fields: readonly F[]
  /** Known headings in lower case, without accents, separated by '|'. */
  names: Record<F, string>
  words: Partial<Record<F, RegExp>>
  looks: Partial<Record<F, (text: string) => boolean>>
  byContent: Partial<Record<F, (text: string) => boolean>>
  several: readonly F[]
  settle: (guessed: (F | '')[], headings: readonly string[]) => void
}

export type Table<F extends string> = {
  columns: Columns
  about: TableAbout
  body: Row[]
  has: (field: F) => boolean
  /**
   * Adds the problems of the row's cells to `problems`. With `isExact`, accepts letters that look damaged, as in our own exports.
   */
  read: (row: Row, problems: string[], isExact?: boolean) => { text: (field: F) => string; texts: (field: F) => string[] }
}

export const isFilled = (cell: Cell | undefined) => cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

const filledCount = ({ cells }: Row) => cells.filter(isFilled).length

const headRowCount = 10

const [checkedCount, sampleCount] = [50, 2]

const maxSampleLength = 80

export const wordsOf = (heading: string) => {
  const words = (text: string) =>
    fold(text)
      .replace(/[^a-z0-9]+/g, ' ')
      .replace(/ \d{1,2} *$/, '')
      .trim()
  return words(heading.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')) || words(heading)
}

const isValue = (cell: Cell) =>
  typeof cell !== 'string' ||
  /\S@\S+\.\S|https?:|\d[:/-]\d|^\s*[\d.,]{3,}\s*$/.test(cell) ||
  cell.trim().length > limits.shortText

export function understand<F extends string>(sheets: readonly Sheet[], choice: TableChoice, how: Recognition<F>): Table<F> {
  const candidates = sheets
    .map(({ name, rows }) => ({ name, rows: rows.filter((row) => row.problem !== undefined || filledCount(row) > 0) }))
    .filter(({ rows }) => rows.length > 0)
    .map((sheet) => ({ ...sheet, head: headingRow(sheet.rows, how) }))
  const [likely] = candidates.toSorted((a, b) => b.head.score - a.head.score)
  const sheet = candidates.find(({ name }) => name === choice.sheet) ?? likely
  if (!sheet) throw new Unreadable('El archivo no tiene ninguna tabla.')
  const number = choice.headings ?? sheet.head.number
  const head = sheet.rows.find((row) => row.number === number)
  // Leaves out rows that repeat the headings, as printed sheets do on each page.
  const body = sheet.rows.filter((row) => row.number > number && JSON.stringify(row.cells) !== JSON.stringify(head?.cells))
  const columns = columnsOf(head, body)
  const headingCount = columns.filter(({ heading }) => heading !== '').length
  if (headingCount > limits.columns) throw new Unreadable(`La tabla tiene ${headingCount} columnas; caben ${limits.columns}.`)
  const fields = fieldsOf(columns, choice.columns ?? {}, how)
  const columnsByField = Map.groupBy(columns, (_, at) => fields[at])
  return {
    columns: Object.fromEntries(columns.map(({ name }, at) => [name, fields[at] ?? ''])),
    about: {
      sheets: candidates.map(({ name }) => name),
      sheet: sheet.name,
      headings: head?.number ?? 0,
      samples: columns.map(({ name, contents }) => ({ column: name, values: samplesOf(contents) })),
    },
    body,
    has: (field) => columnsByField.has(field),
    read: (row, problems, isExact = false) => {
      const cellText = ({ index, name }: Column) => {
        const cell = row.cells[index] ?? ''
        const problem = problemOf(cell, isExact)
        if (problem !== '') problems.push(`«${name}» tiene ${problem}.`)
        return problem === '' && typeof cell === 'string' ? unescapeFormulas(cell).trim() : ''
      }
      const texts = (field: F) => (columnsByField.get(field) ?? []).map(cellText).filter(Boolean)
      return { texts, text: (field) => texts(field)[0] ?? '' }
    },
  }
}

const samplesOf = (contents: readonly string[]) =>
  [...new Set(contents)].slice(0, sampleCount).map((text) => text.replace(/\s+/g, ' ').slice(0, maxSampleLength))

function headingRow<F extends string>(rows: readonly Row[], how: Recognition<F>): { number: number; score: number } {
  const firstRows = rows.slice(0, headRowCount)
  const valuesFrom = firstRows.findIndex(({ cells }) => cells.some(isValue))
  const candidates = firstRows.flatMap((row, at) => {
    if (row.cells.some(isValue)) return []
    const fields = row.cells.flatMap((cell) => (typeof cell === 'string' ? (fieldByName(wordsOf(cell), how) ?? []) : []))
    const score = new Set(fields).size
    const isBehindValues = valuesFrom >= 0 && at > valuesFrom
    return isBehindValues && score < 2 ? [] : [{ number: row.number, score, width: filledCount(row) }]
  })
  const [best] = candidates.toSorted((a, b) => b.score - a.score || b.width - a.width || a.number - b.number)
  if (best && best.score > 0) return best
  const maxWidth = Math.max(...firstRows.map(filledCount))
  const likely = candidates.find(({ width }) => width >= Math.min(2, maxWidth))
  return { number: likely?.number ?? 0, score: 0 }
}

const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

type Column = { index: number; heading: string; name: string; contents: string[] }

function columnsOf(head: Row | undefined, body: readonly Row[]): Column[] {
  const firstRows = body.slice(0, checkedCount)
  const count = Math.max(head?.cells.length ?? 0, ...firstRows.map(({ cells }) => cells.length))
  const names = new Set<string>()
  const columns: Column[] = []
  for (let index = 0; index < count; index++) {
    const cell = head?.cells[index] ?? ''
    const heading = typeof cell === 'string' ? cell.trim().slice(0, limits.shortText - 10) : ''
    const isUsed = columns.length < limits.columns && body.some(({ cells }) => isFilled(cells[index]))
    if (heading === '' && !isUsed) continue
    const plain = heading || `Columna ${letters(index)}`
    let name = plain
    for (let times = 2; names.has(name); times++) name = `${plain} (${times})`
    names.add(name)
    columns.push({ index, heading, name, contents: firstRows.flatMap(({ cells }) => textIn(cells[index])) })
  }
  return columns
}

const textIn = (cell: Cell | undefined) => (typeof cell === 'string' && isFilled(cell) ? [unescapeFormulas(cell).trim()] : [])

const fieldByName = <F extends string>(words: string, { fields, names }: Pick<Recognition<F>, 'fields' | 'names'>) =>
  words === '' ? undefined : fields.find((field) => field.toLowerCase() === words || names[field].split('|').includes(words))

function fieldsOf<F extends string>(columns: readonly Column[], chosen: Columns, how: Recognition<F>): (F | '')[] {
  const words = columns.map(({ heading }) => wordsOf(heading))
  const fields = columns.map(({ name }): F | '' | null =>
    Object.hasOwn(chosen, name) ? (how.fields.find((field) => field === chosen[name]) ?? '') : null,
  )
  const isFree = (field: F) => !fields.includes(field)
  const isMostly = (looks: (text: string) => boolean, at: number, ifEmpty: boolean) => {
    const cells = columns[at]?.contents ?? []
    return cells.length === 0 ? ifEmpty : cells.filter(looks).length * 2 >= cells.length
  }
  const open = () => fields.flatMap((field, at) => (field === null ? [at] : []))
  for (const at of open()) {
    const field = fieldByName(words[at] ?? '', how)
    if (field && (isFree(field) || how.several.includes(field))) fields[at] = field
  }
  for (const [field, pattern] of Object.entries(how.words) as [F, RegExp][]) {
    const looks = how.looks[field] ?? (() => true)
    const at = open().find((index) => pattern.test(words[index] ?? '') && isMostly(looks, index, true))
    if (at !== undefined && isFree(field)) fields[at] = field
  }
  for (const [field, looks] of Object.entries(how.byContent) as [F, (text: string) => boolean][]) {
    const at = isFree(field) ? open().find((index) => isMostly(looks, index, false)) : undefined
    if (at !== undefined) fields[at] = field
  }
  const guessed = fields.map((field) => field ?? '')
  if (Object.keys(chosen).length === 0) how.settle(guessed, words)
  return guessed
}

const damagedLetters = /\ufffd|\0|[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œž]/

function problemOf(cell: Cell, isExact: boolean): string {
  if (typeof cell !== 'string') return cell.problem
  if (isFormula(cell)) return 'una fórmula: escribe su valor'
  if (isExact || !damagedLetters.test(cell)) return ''
  return `letras dañadas («${cell.trim().slice(0, maxSampleLength)}»): guarda el archivo como «CSV UTF-8»`
}
