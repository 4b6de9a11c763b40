/** Tables of people and programmes: sheet, headings, columns. */

import { isFormula, unescapeFormulas } from '../../data/formulas.ts'
import { type Columns, type TableAbout, type TableChoice, Unreadable } from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { fold } from '../../data/text.ts'

/** Text, or the Spanish name of an unreadable value. */
export type Cell = string | { has: string }

/** `number` as in the spreadsheet. `problem`, in Spanish, marks an unreadable row. */
export type Row = { number: number; cells: Cell[]; problem?: string }

export type Sheet = { name: string; rows: Row[] }

export type Recognition<F extends string> = {
  fields: readonly F[]
  /** Whole headings, lower case, without accents. */
  names: Record<F, readonly string[]>
  /** Parts of headings, tried in this order. */
  words: Partial<Record<F, RegExp>>
  looks: Partial<Record<F, (text: string) => boolean>>
  /** Fields recognised by their cells, in this order. */
  byContent: readonly F[]
  /** Fields that may have several columns. */
  several: readonly F[]
  /** Corrects the guess by the words of each heading. */
  settle: (guessed: (F | '')[], headings: readonly string[]) => void
}

export type Table<F extends string> = {
  columns: Columns
  about: TableAbout
  body: Row[]
  has: (field: F) => boolean
  /** Reads the cells and adds `problems`. `isExact` keeps the text unchanged. */
  read: (row: Row, problems: string[], isExact?: boolean) => { text: (field: F) => string; texts: (field: F) => string[] }
}

const isFilled = (cell: Cell) => typeof cell !== 'string' || cell.trim() !== ''

const filledCells = ({ cells }: Row) => cells.filter(isFilled)

/** Headings are searched in these first rows. */
const headRowCount = 10

/** Cells checked in a column, and cells shown as samples. */
const [lookedCount, sampleCount] = [50, 2]

const maxSampleLength = 80

/** Without brackets, punctuation and the number of a repeated heading. */
const wordsOf = (heading: string) => {
  const words = (text: string) =>
    fold(text)
      .replace(/[^a-z0-9]+/g, ' ')
      .replace(/ \d{1,2} *$/, '')
      .trim()
  return words(heading.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')) || words(heading)
}

/** Headings are not addresses, dates or amounts. */
const isValue = (cell: Cell) =>
  typeof cell !== 'string' ||
  /\S@\S+\.\S|https?:|\d[:/-]\d|^\s*[\d.,]{3,}\s*$/.test(cell) ||
  cell.trim().length > limits.shortText

/** Reads the sheets as one table, with `choice` or by content. Throws Unreadable for no table or too many columns. */
export function understand<F extends string>(sheets: readonly Sheet[], choice: TableChoice, how: Recognition<F>): Table<F> {
  const filled = sheets
    .map(({ name, rows }) => ({ name, rows: rows.filter((row) => row.problem !== undefined || row.cells.some(isFilled)) }))
    .filter(({ rows }) => rows.length > 0)
  const recognised = filled.map((sheet) => ({ ...sheet, head: headingRow(sheet.rows, how) }))
  const [likely] = recognised.toSorted((a, b) => b.head.score - a.head.score)
  const sheet = recognised.find(({ name }) => name === choice.sheet) ?? likely
  if (!sheet) throw new Unreadable('El archivo no tiene ninguna tabla.')
  const number = choice.headings ?? sheet.head.number
  const head = sheet.rows.find((row) => row.number === number)
  const body = sheet.rows.filter((row) => row.number > number && !isRepeated(row, head))
  const { headings, places } = headingsOf(head, body)
  const namedCount = headings.filter(({ text }) => text !== '').length
  if (namedCount > limits.columns) throw new Unreadable(`La tabla tiene ${namedCount} columnas; caben ${limits.columns}.`)
  const cellsAt = (place: number) => body.slice(0, lookedCount).flatMap(({ cells }) => textIn(cells[place] ?? ''))
  const contents = places.map(cellsAt)
  const words = headings.map(({ text }) => wordsOf(text))
  const fields = fieldsOf(
    headings.map(({ name }) => name),
    { words, contents },
    choice.columns ?? {},
    how,
  )
  const index = new Map(how.fields.map((field) => [field, places.filter((_, at) => fields[at] === field)]))
  return {
    columns: Object.fromEntries(headings.map(({ name }, at) => [name, fields[at] ?? ''])),
    about: {
      sheets: filled.map(({ name }) => name),
      sheet: sheet.name,
      headings: head?.number ?? 0,
      samples: headings.map(({ name }, at) => ({ column: name, values: samplesOf(contents[at] ?? []) })),
    },
    body,
    has: (field) => (index.get(field) ?? []).length > 0,
    read: (row, problems, isExact = false) => {
      const nameOf = (place: number) => headings[places.indexOf(place)]?.name ?? ''
      const cellText = (place: number) => {
        const cell = row.cells[place] ?? ''
        const wrong = wrongWith(cell, isExact)
        if (wrong !== '') problems.push(`«${nameOf(place)}» tiene ${wrong}.`)
        return wrong === '' && typeof cell === 'string' ? unescapeFormulas(cell).trim() : ''
      }
      const texts = (field: F) => (index.get(field) ?? []).map(cellText).filter(Boolean)
      return { texts, text: (field) => texts(field)[0] ?? '' }
    },
  }
}

const textIn = (cell: Cell) => (typeof cell === 'string' && cell.trim() !== '' ? [unescapeFormulas(cell).trim()] : [])

const samplesOf = (contents: readonly string[]) =>
  [...new Set(contents)].slice(0, sampleCount).map((text) => text.replace(/\s+/g, ' ').slice(0, maxSampleLength))

/** Printed sheets repeat the headings on each page. */
const isRepeated = (row: Row, head: Row | undefined) =>
  head !== undefined && JSON.stringify(row.cells) === JSON.stringify(head.cells)

/** Row with most known headings, else the first possible one; 0 if there is no heading row. */
function headingRow<F extends string>(rows: readonly Row[], how: Recognition<F>): { number: number; score: number } {
  const first = rows.slice(0, headRowCount)
  const valuesFrom = first.findIndex(({ cells }) => cells.some(isValue))
  const candidates = first.flatMap((row, at) => {
    if (row.cells.some(isValue)) return []
    const fields = row.cells.flatMap((cell) => (typeof cell === 'string' ? (fieldByName(wordsOf(cell), how) ?? []) : []))
    const score = new Set(fields).size
    const isBehindValues = valuesFrom >= 0 && at > valuesFrom
    return isBehindValues && score < 2 ? [] : [{ number: row.number, score, width: filledCells(row).length }]
  })
  const [best] = candidates.toSorted((a, b) => b.score - a.score || b.width - a.width || a.number - b.number)
  if (best && best.score > 0) return best
  const widest = Math.max(...first.map((row) => filledCells(row).length))
  const likely = candidates.find(({ width }) => width >= Math.min(2, widest))
  return { number: likely?.number ?? 0, score: 0 }
}

const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

type Heading = { text: string; name: string }

/** Columns with content, by unique names. */
function headingsOf(head: Row | undefined, body: readonly Row[]): { headings: Heading[]; places: number[] } {
  const count = Math.max(head?.cells.length ?? 0, ...body.slice(0, lookedCount).map(({ cells }) => cells.length))
  const names = new Set<string>()
  const places: number[] = []
  const headings: Heading[] = []
  for (let place = 0; place < count; place++) {
    const cell = head?.cells[place] ?? ''
    const text = typeof cell === 'string' ? cell.trim().slice(0, limits.shortText - 10) : ''
    const isUsed = headings.length < limits.columns && body.some(({ cells }) => isFilled(cells[place] ?? ''))
    if (text === '' && !isUsed) continue
    const plain = text || `Columna ${letters(place)}`
    let name = plain
    for (let times = 2; names.has(name); times++) name = `${plain} (${times})`
    names.add(name)
    places.push(place)
    headings.push({ text, name })
  }
  return { headings, places }
}

const fieldByName = <F extends string>(words: string, { fields, names }: Pick<Recognition<F>, 'fields' | 'names'>) =>
  words === '' ? undefined : fields.find((field) => field.toLowerCase() === words || names[field].includes(words))

type Looked = { words: readonly string[]; contents: readonly (readonly string[])[] }

/** By choice, whole heading, words in it, then cells. */
function fieldsOf<F extends string>(
  names: readonly string[],
  { words, contents }: Looked,
  chosen: Columns,
  how: Recognition<F>,
): (F | '')[] {
  const isField = (text: string | undefined): text is F => (how.fields as readonly string[]).includes(text ?? '')
  const fields = names.map((name): F | '' | null => {
    const field = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    return field === undefined ? null : isField(field) ? field : ''
  })
  const isFree = (field: F) => !fields.includes(field)
  const looksLike = (field: F, at: number, isNeeded: boolean) => {
    const [cells, looks] = [contents[at] ?? [], how.looks[field]]
    if (!looks || cells.length === 0) return !isNeeded
    return cells.filter(looks).length * 2 >= cells.length
  }
  const open = () => fields.flatMap((field, at) => (field === null ? [at] : []))
  for (const at of open()) {
    const field = fieldByName(words[at] ?? '', how)
    if (field && (isFree(field) || how.several.includes(field))) fields[at] = field
  }
  for (const [field, pattern] of Object.entries(how.words) as [F, RegExp][]) {
    const at = open().find((place) => pattern.test(words[place] ?? '') && looksLike(field, place, false))
    if (at !== undefined && isFree(field)) fields[at] = field
  }
  for (const field of how.byContent) {
    const at = isFree(field) ? open().find((place) => looksLike(field, place, true)) : undefined
    if (at !== undefined) fields[at] = field
  }
  const guessed = fields.map((field) => field ?? '')
  if (Object.keys(chosen).length === 0) how.settle(guessed, words)
  return guessed
}

/** Typical letters of a wrong encoding. */
const damagedLetters = /\ufffd|\0|[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œž]/

/** Empty if the cell is readable. */
function wrongWith(cell: Cell, isExact: boolean): string {
  if (typeof cell !== 'string') return cell.has
  if (isFormula(cell)) return 'una fórmula: escribe su valor'
  if (isExact || !damagedLetters.test(cell)) return ''
  return `letras dañadas («${cell.trim().slice(0, maxSampleLength)}»): guarda el archivo como «CSV UTF-8»`
}
