/** Readers that accept any value, so that a wrong value makes only its own session unreadable. */
import { Unreadable } from '../../data/import/source.ts'

export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new Unreadable('El archivo no es JSON, o le falta una parte.')
  }
}

export function fieldsIn(value: unknown): Record<string, unknown> {
  return isObject(value) ? (value as Record<string, unknown>) : {}
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Also reads objects, because PHP writes lists with gaps as objects. */
export function listIn(value: unknown): unknown[] {
  return entriesIn(value).map(([, entry]) => entry)
}

/** Also reads lists, because PHP writes objects with numeric names as lists. */
export function entriesIn(value: unknown): [name: string, entry: unknown][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map((entry) => ['', entry])
  return isObject(value) ? Object.entries(value) : [['', value]]
}

export function idIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
