import type { Context } from 'hono'

/** Says in `X-Counts` how many there are: the body is the list alone, as callers expect. */
export function setCounts(c: Context, counts: Record<string, number>): void {
  const pairs = Object.entries(counts).map(([name, count]) => `${name}=${count}`)
  c.header('X-Counts', pairs.join(', '))
}
