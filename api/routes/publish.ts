import { Hono } from 'hono'
import { latestRevision } from '../../data/queries/content.ts'
import type { Deps, Env } from '../deps.ts'

/** /api/publish: what visitors see, beside the newest revision that was saved. */
export function publishRoutes({ db, publisher }: Deps) {
  return new Hono<Env>().get('/', (c) => c.json({ ...publisher.status(), savedRevision: latestRevision(db) }, 200))
}
