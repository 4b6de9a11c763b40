import { Hono } from 'hono'
import type { Env } from './env.ts'
import { problem } from './errors.ts'
import type { Readiness } from './readiness.ts'

type Needs = {
  readiness: Readiness
  publisher: { status(): { publishedAt: string | null } }
  stopping: AbortSignal
}

export function healthRoutes({ readiness, publisher, stopping }: Needs) {
  return new Hono<Env>()
    .get('/live', (c) => c.json({ status: 'ok' }, 200))
    .get('/ready', async (c) => {
      if (stopping.aborted) return problem(c, 503, 'El servidor se está deteniendo.')
      if (!readiness.isActive()) return problem(c, 503, 'No se sabe si otra máquina tomó el relevo.')
      const reason = await readiness.reason()
      if (reason) return problem(c, 503, reason)
      if (publisher.status().publishedAt === null) return problem(c, 503, 'La página todavía no está publicada.')
      return c.json({ status: 'ok' }, 200)
    })
}
