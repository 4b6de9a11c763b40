/** Tables of people and of a programme alike: their sheet, their headings, and what each column is. */

import { isFormula, withoutEscapes } from '../../data/formulas.ts'
import { type Columns, type TableAbout, type TableChoice, Unreadable } from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { fold } from '../../data/text.ts'

/** A cell: its text, or in Spanish what it has that cannot be read. */
export type Cell = string | { has: string }

/** A row by the number that a spreadsheet shows. With a `problem`, in Spanish, it cannot be read. */
export type Row = { number: number; cells: Cell[]; problem?: string }

export type Sheet = { name: string; rows: Row[] }

/** How the columns of a table are recognised. */
export type Recognition<F extends string> = {
  fields: readonly F[]
  /** Whole headings, without accents and in lower case. */
  names: Record<F, readonly string[]>
  /** Parts of a heading, in the order in which they are tried. */
  words: Partial<Record<F, RegExp>>
  /** Whether a cell may be of this field. */
  looks: Partial<Record<F, (text: string) => boolean>>
  /** Fields that are recognised by their cells alone, in this order. */
  byContent: readonly F[]
  /** Fields of which there may be several columns. */
  several: readonly F[]
  /** Changes what was guessed, by the words of each heading. */
  settle: (guessed: (F | '')[], headings: readonly string[]) => void
}

export type Table<F extends string> = {
  columns: Columns
  about: TableAbout
  body: Row[]
  /** Whether any column is this field. */
  has: (field: F) => boolean
  /** Reads the cells of a row; what cannot be read is added to `problems`. `isExact` takes every letter as it stands. */
  read: (row: Row, problems: string[], isExact?: boolean) => { text: (field: F) => string; texts: (field: F) => string[] }
}

const isFilled = (cell: Cell) => typeof cell !== 'string' || cell.trim() !== ''

const filledCells = ({ cells }: Row) => cells.filter(isFilled)

/** Rows among which the headings are looked for. */
const headRowCount = 10

/** Cells of a column that are looked at, and how many of them are shown. */
const [lookedCount, sampleCount] = [50, 2]

const maxSampleLength = 80

/** A heading in plain words: without what stands in brackets, marks, and the number of a repeated one. */
const wordsOf = (heading: string) => {
  const words = (text: string) =>
    fold(text)
      .replace(/[^a-z0-9]+/g, ' ')
      .replace(/ \d{1,2} *$/, '')
      .trim()
  return words(heading.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')) || words(heading)
}

/** Headings are no values: no address, no date, no amount. */
const isValue = (cell: Cell) =>
  typeof cell !== 'string' ||
  /\S@\S+\.\S|https?:|\d[:/-]\d|^\s*[\d.,]{3,}\s*$/.test(cell) ||
  cell.trim().length > limits.shortText

/**
 * Reads the sheets of a file as one table, as `choice` says or else by what is in them. Throws Unreadable if there is none, or with too
 * many columns.
 */
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
        return wrong === '' && typeof cell === 'string' ? withoutEscapes(cell).trim() : ''
      }
      const texts = (field: F) => (index.get(field) ?? []).map(cellText).filter(Boolean)
      return { texts, text: (field) => texts(field)[0] ?? '' }
    },
  }
}

const textIn = (cell: Cell) => (typeof cell === 'string' && cell.trim() !== '' ? [withoutEscapes(cell).trim()] : [])

const samplesOf = (contents: readonly string[]) =>
  [...new Set(contents)].slice(0, sampleCount).map((text) => text.replace(/\s+/g, ' ').slice(0, maxSampleLength))

/** Sheets that are printed have their headings on each page. */
const isRepeated = (row: Row, head: Row | undefined) =>
  head !== undefined && JSON.stringify(row.cells) === JSON.stringify(head.cells)

/** The row of the headings: the one with most that are recognised, or the first that may be one; 0 if there is none. */
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

/** The columns with something in them, by names that tell them apart. */
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

/** What each column is: as it is chosen, by its whole heading, by words in it, or by its cells. */
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

/** Letters as they look after a text was read in another encoding than its own. */
const damagedLetters = /\ufffd|\0|[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œž]/

/** What a cell has that is not read as text; empty if it is read. */
function wrongWith(cell: Cell, isExact: boolean): string {
  if (typeof cell !== 'string') return cell.has
  if (isFormula(cell)) return 'una fórmula: escribe su valor'
  if (isExact || !damagedLetters.test(cell)) return ''
  return `letras dañadas («${cell.trim().slice(0, maxSampleLength)}»): guarda el archivo como «CSV UTF-8»`
}
