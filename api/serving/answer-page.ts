import type { Context } from 'hono'
import type { Bytes } from './site.ts'

export function answerPage(
  c: Context,
  { body, csp }: { body: Bytes | string; csp: string },
  status: 200 | 404 | 409 | 413 | 415 | 422 | 429 | 503 = 200,
) {
  if (csp) c.header('Content-Security-Policy', csp)
  return c.body(body, status, { 'Content-Type': 'text/html; charset=UTF-8' })
}
