import type { Context } from 'hono'

/** The body is a bare list, as callers expect. */
export function setCounts(c: Context, counts: Record<string, number | null>): void {
  const pairs = Object.entries(counts).flatMap(([name, count]) => (count === null ? [] : `${name}=${count}`))
  c.header('X-Counts', pairs.join(', '))
}
