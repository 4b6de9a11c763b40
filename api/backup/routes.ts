import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'

/** /api/backups: when the last verified backup was made, and whether the one after it failed. */
export function backupRoutes({ backups }: Pick<Deps, 'backups'>) {
  return new Hono<Env>().get('/', async (c) => c.json(await backups.status(), 200))
}
