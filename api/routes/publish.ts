import { Hono } from 'hono'
import { latestRevision } from '../../data/queries/content.ts'
import type { Deps, Env } from '../deps.ts'

/** /api/publish: what visitors see, beside the newest revision that was saved; POST tries again when publishing failed. */
export function publishRoutes({ db, publisher }: Deps) {
  return (
    new Hono<Env>()
      .get('/', (c) => c.json({ ...publisher.status(), savedRevision: latestRevision(db) }, 200))
      // Saving something again would publish as well, but as a change that nobody made: others would be told of a conflict.
      .post('/', async (c) => c.json({ ...(await publisher.publish()), savedRevision: latestRevision(db) }, 200))
  )
}
