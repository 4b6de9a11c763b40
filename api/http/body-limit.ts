import type { Context, MiddlewareHandler } from 'hono'
import { isContentPath } from '../content/paths.ts'
import { bodyUpTo } from './body-up-to.ts'
import { isForm } from './validate.ts'

const kilobyte = 1024

/** Texts of the page. All other calls are a handful of short fields. */
const ofContent = bodyUpTo(1024 * kilobyte)
const ofForm = bodyUpTo(48 * kilobyte)
const ofJson = bodyUpTo(16 * kilobyte)

/**
 * Refuses bodies of the API that are larger than what the call can need: 16 KB, three times that where a form's
 * encoding makes three characters of a byte, a megabyte for content.
 */
export const limitBody: MiddlewareHandler = (c, next) => limitOf(c)(c, next)

function limitOf(c: Context): MiddlewareHandler {
  if (isContentPath(c.req.path) || c.req.path === '/api/preview') return ofContent
  // A thousand ids.
  if (c.req.path === '/api/registrations/confirm') return ofForm
  return isForm(c) ? ofForm : ofJson
}
