import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import type { Backups } from './schedule.ts'

type Needs = { backups: Backups }

export function backupRoutes({ backups }: Needs) {
  return new Hono<Env>().get('/', async (c) => c.json(await backups.status(), 200))
}
