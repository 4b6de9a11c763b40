import type { Context } from 'hono'
import { Unreadable } from '../../data/import/source.ts'
import type { ErrorBody } from '../http/errors.ts'

/** Error handler of routes that read files: answers with the reason. Rethrows other errors. */
export function answerUnreadable(error: Error, c: Context) {
  if (!(error instanceof Unreadable)) throw error
  return c.json({ error: error.message, fields: { [error.field]: error.message } } satisfies ErrorBody, 422)
}
