import type { Context } from 'hono'
import { Unreadable } from '../../data/import/source.ts'
import type { ErrorBody } from '../http/errors.ts'

/** Reports why a file was not read. Rethrows other errors. */
export function unreadable(c: Context, error: unknown) {
  if (!(error instanceof Unreadable)) throw error
  return c.json({ error: error.message, fields: { data: error.message } } satisfies ErrorBody, 422)
}
