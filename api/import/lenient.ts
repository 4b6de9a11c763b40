/** Reads values of any type, so that one wrong value does not end a file. */
import { Unreadable } from '../../data/import/source.ts'

/** Throws Unreadable for invalid JSON. */
export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new Unreadable('El archivo no es JSON, o le falta una parte.')
  }
}

/** Empty if it is not an object. */
export function fieldsIn(value: unknown): Record<string, unknown> {
  return isObject(value) ? (value as Record<string, unknown>) : {}
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A single value becomes a list. PHP writes a list with gaps as an object. */
export function listIn(value: unknown): unknown[] {
  return entriesIn(value).map(([, entry]) => entry)
}

/** PHP writes an empty object, or one with numeric names, as a list. */
export function entriesIn(value: unknown): [name: string, entry: unknown][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map((entry) => ['', entry])
  return isObject(value) ? Object.entries(value) : [['', value]]
}

/** Ids may be numbers. Empty if missing. */
export function idIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
