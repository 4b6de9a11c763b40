import { fold } from '../../data/text.ts'

const sureSeparator = /\s*[;|\n/]\s*|\s+&\s+/
const comma = /\s*,\s*/
const conjunction = /\s+(?:y|e|and)\s+/i

const wordCount = (name: string) => name.split(/\s+/).length

/** Separates the people in a cell, but keeps 'Santiago Ramón y Cajal' and 'Ana Pérez, PhD' as one person each. */
export function peopleInCells(cells: readonly string[]): (cell: string) => string[] {
  const split = (cell: string) => cell.split(sureSeparator).filter(Boolean)
  const alone = new Set(
    cells
      .flatMap(split)
      .filter((name) => !comma.test(name) && !conjunction.test(name))
      .map(fold),
  )
  const isPerson = (part: string) => wordCount(part) > 1 || alone.has(fold(part))
  const divide = (name: string, separator: RegExp): string[] => {
    const parts = name.split(separator).filter(Boolean)
    const areShort = separator === conjunction && parts.every((part) => wordCount(part) === 1)
    return parts.every(isPerson) || areShort ? parts : [name]
  }
  const ofList = (name: string): string[] => {
    const parts = name.split(comma).filter(Boolean)
    const last = parts.pop() ?? ''
    const ends = divide(last.replace(/^(?:y|e|and)\s+/i, ''), conjunction)
    const all = [...parts.flatMap((part) => divide(part, conjunction)), ...ends]
    return parts.length === 0 || ends.length > 1 || all.every(isPerson) ? all : [name]
  }
  return (cell) => split(cell).flatMap(ofList)
}
