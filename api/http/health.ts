import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { problem } from './errors.ts'

/** /api/live: the process answers. /api/ready: it can also take registrations and has a page to show. */
export function healthRoutes({ db, publisher, stopping }: Deps) {
  return new Hono<Env>()
    .get('/live', (c) => c.json({ status: 'ok' }, 200))
    .get('/ready', (c) => {
      if (stopping.aborted) return problem(c, 503, 'El servidor se está deteniendo.')
      // Taking the write lock shows that the database is there and writable; a locked one throws and becomes 503.
      db.transaction(() => {}).immediate()
      if (publisher.status().publishedAt === null) return problem(c, 503, 'La página todavía no está publicada.')
      return c.json({ status: 'ok' }, 200)
    })
}
