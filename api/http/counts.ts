import type { Context } from 'hono'

/** Says in `X-Counts` how many there are: the body is the list alone, as callers expect. What is null is left out. */
export function setCounts(c: Context, counts: Record<string, number | null>): void {
  const pairs = Object.entries(counts).flatMap(([name, count]) => (count === null ? [] : `${name}=${count}`))
  c.header('X-Counts', pairs.join(', '))
}
