import { Hono } from 'hono'
import { readNewest } from '../../data/content/newest-content.ts'
import { type ContentKey, presenceSchema } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { currentUser } from '../accounts/guard.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'

/** Names the revision that the section has now: whoever shows an older one reads it again. */
export const sectionRevision = 'X-Section-Revision'

/** Milliseconds after which somebody who has not called again has gone. */
const present = 30_000

type Presence = { id: string; name: string; section: ContentKey; until: number }

type Needs = { db: Db }

/**
 * /api/presence: who else has a section open. In memory, for half a minute after each call: at most one entry for each
 * user and section, and none after a restart.
 */
export function presenceRoutes({ db }: Needs, now: () => number = () => performance.now()) {
  const open = new Map<string, Presence>()

  return new Hono<Env>().put('/', validate('json', presenceSchema), (c) => {
    const { id, name } = currentUser(c)
    const { section } = c.req.valid('json')
    for (const [key, { until }] of open) if (until <= now()) open.delete(key)
    open.set(`${id} ${section}`, { id, name, section, until: now() + present })
    c.header(sectionRevision, String(readNewest(db, section).revision))
    const others = [...open.values()].filter((other) => other.section === section && other.id !== id)
    return c.json(
      others.map((other) => ({ id: other.id, name: other.name })),
      200,
    )
  })
}
