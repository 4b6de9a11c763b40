import { Hono } from 'hono'
import { latestRevision } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import type { Mirror } from '../store/mirror.ts'
import type { Publisher } from './publisher.ts'

type Needs = { db: Db; publisher: Publisher; mirror: Mirror | null }

export function publishRoutes({ db, publisher, mirror }: Needs) {
  const remote = () => mirror?.status() ?? null
  return (
    new Hono<Env>()
      .get('/', (c) => c.json({ ...publisher.status(), remote: remote(), savedRevision: latestRevision(db) }, 200))
      // Publishes without a save, because a save would give other editors a conflict.
      .post('/', async (c) => {
        const savedRevision = recorded(
          db,
          currentUser(c),
          (revision) => ({ action: 'publish-retried', revision }),
          () => latestRevision(db),
        )
        const status = await publisher.publish()
        mirror?.retry()
        return c.json({ ...status, remote: remote(), savedRevision }, 200)
      })
  )
}
