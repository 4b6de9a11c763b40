/** Reads values of other programs' files whatever their type: one wrong value must not end a file. */

/** The object's fields; none if it is not an object. */
export function fieldsIn(value: unknown): Record<string, unknown> {
  return isObject(value) ? (value as Record<string, unknown>) : {}
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of a list; a single value is a list of one. PHP writes a list with gaps as an object. */
export function listIn(value: unknown): unknown[] {
  return namedIn(value).map(([, entry]) => entry)
}

/** The entries of an object by their names. PHP writes an empty object, and one whose names are numbers, as a list. */
export function namedIn(value: unknown): [name: string, entry: unknown][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map((entry) => ['', entry])
  return isObject(value) ? Object.entries(value) : [['', value]]
}

/** An id, which may be a number; empty if there is none. */
export function idIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** A text; empty for anything else. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
