import { Hono } from 'hono'
import { latestRevision } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import type { Mirror } from '../store/mirror.ts'
import type { Publisher } from './publisher.ts'

type Needs = { db: Db; publisher: Publisher; mirror: Mirror | null }

/**
 * /api/publish: what visitors see, beside the newest revision that was saved; POST tries again when publishing failed,
 * here or in the object store: `remote`, null where there is none. */
export function publishRoutes({ db, publisher, mirror }: Needs) {
  const remote = () => mirror?.status() ?? null
  return (
    new Hono<Env>()
      .get('/', (c) => c.json({ ...publisher.status(), remote: remote(), savedRevision: latestRevision(db) }, 200))
      // Saving again would publish as well, but as a revision without a change: other editors would get a conflict.
      .post('/', async (c) => {
        const savedRevision = recorded(
          db,
          currentUser(c),
          () => latestRevision(db),
          (revision) => ({ action: 'publish-retried', revision }),
        )
        const status = await publisher.publish()
        mirror?.retry()
        return c.json({ ...status, remote: remote(), savedRevision }, 200)
      })
  )
}
