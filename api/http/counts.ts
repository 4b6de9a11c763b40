import type { Context } from 'hono'

export function setCounts(c: Context, counts: Record<string, number | null>): void {
  const pairs = Object.entries(counts).flatMap(([name, count]) => (count === null ? [] : `${name}=${count}`))
  c.header('X-Counts', pairs.join(', '))
}
