import { Hono } from 'hono'
import { recordActivity } from '../../data/queries/activity.ts'
import { latestRevision } from '../../data/queries/content.ts'
import { signedIn } from '../accounts/guard.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'

/** /api/publish: what visitors see, beside the newest revision that was saved; POST tries again when publishing failed. */
export function publishRoutes({ db, publisher }: Deps) {
  return (
    new Hono<Env>()
      .get('/', (c) => c.json({ ...publisher.status(), savedRevision: latestRevision(db) }, 200))
      // Saving again would publish as well, but as a revision without a change: other editors would get a conflict.
      .post('/', async (c) => {
        const savedRevision = latestRevision(db)
        recordActivity(db, signedIn(c), { action: 'publish-retried', revision: savedRevision }, new Date().toISOString())
        return c.json({ ...(await publisher.publish()), savedRevision }, 200)
      })
  )
}
