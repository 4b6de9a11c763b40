import type { Row, Sheet } from './table.ts'

const delimiters = [',', ';', '\t', '|']

const [guessedLineCount, guessedCharacterCount] = [30, 64 * 1024]

const lineEnd = /\r\n|\n|\r/g

/** Excel may name the delimiter in the first line: `sep=;`. */
const namedDelimiter = /^"?sep=(.)"?[\t ;,]*(?:\r\n|\n|\r|$)/i

export function csvSheet(text: string): Sheet {
  const [firstLine = '', namedByExcel] = namedDelimiter.exec(text) ?? []
  const data = text.slice(firstLine.length)
  const guess = guessDelimiter(data)
  const delimiter = namedByExcel ?? guess.delimiter
  const rows: Row[] = []
  let [at, line] = [0, firstLine === '' ? 1 : 2]
  while (at < data.length) {
    const record = readRecord(data, at, { delimiter, width: guess.delimiter === delimiter ? guess.width : 0 })
    const problem = record.isBroken ? { problem: `La línea ${line} del archivo tiene una comilla que no cierra.` } : {}
    rows.push({ number: rows.length + 1, cells: record.cells, ...problem })
    line += data.slice(at, record.next).match(lineEnd)?.length ?? 0
    at = record.next
  }
  return { name: '', rows }
}

/** May contain line ends. */
const quotedCell = /(?<=^|[,;\t|])"(?:[^"]|"")*"(?=[\t ]*(?:[,;\t|]|$))/gm

const quotedInLine = /"[^"\r\n]*(?:"|$)/gm

function guessDelimiter(data: string): Form {
  const unquoted = data.slice(0, guessedCharacterCount).replace(quotedCell, '').replace(quotedInLine, '')
  const lines = unquoted.split(lineEnd).filter((line) => delimiters.some((delimiter) => line.includes(delimiter)))
  const guesses = delimiters.map((delimiter) => {
    const counts = lines.slice(0, guessedLineCount).flatMap((line) => line.split(delimiter).length - 1 || [])
    const lineCount = (count: number) => counts.filter((other) => other === count).length
    const [commonCount = 0] = counts.toSorted((a, b) => lineCount(b) - lineCount(a) || b - a)
    return { delimiter, width: commonCount + 1, lineCount: lineCount(commonCount) }
  })
  const [best] = guesses.toSorted((a, b) => b.lineCount - a.lineCount || b.width - a.width)
  return best ?? { delimiter: ',', width: 1 }
}

type Form = { delimiter: string; width: number }

type Record = { cells: string[]; next: number; isBroken: boolean }

function readRecord(data: string, from: number, { delimiter, width }: Form): Record {
  const cells: string[] = []
  for (let at = from; ; ) {
    let end: number
    if (data[at] === '"') {
      const close = closingQuote(data, at, delimiter)
      if (close < 0 || swallowsRows(data, at, close, { delimiter, width })) return broken(data, at, delimiter, cells)
      cells.push(data.slice(at + 1, close).replaceAll('""', '"'))
      end = afterBlanks(data, close + 1, delimiter)
    } else {
      end = cellEnd(data, at, delimiter)
      cells.push(data.slice(at, end))
    }
    if (data[end] !== delimiter) return { cells, next: afterLine(data, end), isBroken: false }
    at = end + 1
  }
}

function broken(data: string, at: number, delimiter: string, cells: string[]): Record {
  const end = cellEnd(data, at, '\n')
  const rest = data.slice(at, end).split(delimiter)
  return { cells: [...cells, ...rest.map((cell) => cell.replace(/^"|"$/g, ''))], next: afterLine(data, end), isBroken: true }
}

const isLineEnd = (letter: string | undefined) => letter === undefined || letter === '\n' || letter === '\r'

function cellEnd(data: string, from: number, delimiter: string): number {
  let at = from
  while (data[at] !== delimiter && !isLineEnd(data[at])) at++
  return at
}

const afterLine = (data: string, end: number) => end + (data[end] === '\r' && data[end + 1] === '\n' ? 2 : 1)

function afterBlanks(data: string, from: number, delimiter: string): number {
  let at = from
  while (data[at] !== delimiter && (data[at] === ' ' || data[at] === '\t')) at++
  return at
}

function closingQuote(data: string, from: number, delimiter: string): number {
  for (let at = data.indexOf('"', from + 1); at >= 0; at = data.indexOf('"', at + 2)) {
    if (data[at + 1] === '"') continue
    const next = data[afterBlanks(data, at + 1, delimiter)]
    return next === delimiter || isLineEnd(next) ? at : -1
  }
  return -1
}

/** Returns true if the text between two quotes looks like rows. Lines with a space after a delimiter count as ordinary text. */
function swallowsRows(data: string, at: number, close: number, { delimiter, width }: Form): boolean {
  const inner = data.slice(at, close).split(lineEnd).slice(1, -1)
  return width > 1 && inner.some((line) => line.split(delimiter).length === width && !line.includes(`${delimiter} `))
}
