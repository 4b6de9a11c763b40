import { fold } from '../../data/text.ts'

const clear = /\s*[;|\n/]\s*|\s+&\s+/
const listed = /\s*,\s*/
const lastOfList = /\s+(?:y|e|and)\s+/i

const wordCount = (name: string) => name.split(/\s+/).length

/** Splits cells into names. 'Santiago Ramón y Cajal' and 'Ana Pérez, PhD' are one person each. */
export function peopleInCells(cells: readonly string[]): (cell: string) => string[] {
  const split = (cell: string) => cell.split(clear).filter(Boolean)
  const alone = new Set(
    cells
      .flatMap(split)
      .filter((name) => !listed.test(name) && !lastOfList.test(name))
      .map(fold),
  )
  const isPerson = (part: string) => wordCount(part) > 1 || alone.has(fold(part))
  const divide = (name: string, separator: RegExp): string[] => {
    const parts = name.split(separator).filter(Boolean)
    const areShort = separator === lastOfList && parts.every((part) => wordCount(part) === 1)
    return parts.every(isPerson) || areShort ? parts : [name]
  }
  const ofList = (name: string): string[] => {
    const parts = name.split(listed).filter(Boolean)
    const last = parts.pop() ?? ''
    // 'Ana Pérez, Luis Gómez, y Eva Paz'.
    const ends = divide(last.replace(/^(?:y|e|and)\s+/i, ''), lastOfList)
    const all = [...parts.flatMap((part) => divide(part, lastOfList)), ...ends]
    return parts.length === 0 || ends.length > 1 || all.every(isPerson) ? all : [name]
  }
  return (cell) => split(cell).flatMap(ofList)
}
