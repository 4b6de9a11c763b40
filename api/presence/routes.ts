import { Hono } from 'hono'
import { readNewest } from '../../data/content/newest-content.ts'
import { type ContentKey, presenceSchema } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { currentUser } from '../accounts/guard.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'

/** Header with the newest revision of the section. If it has changed, the panel reloads the list that is open. */
export const sectionRevision = 'X-Section-Revision'

const presentForMs = 30_000

type Presence = { id: string; name: string; section: ContentKey; until: number }

type Needs = { db: Db }

export function presenceRoutes({ db }: Needs, now: () => number = () => performance.now()) {
  const open = new Map<string, Presence>()

  return new Hono<Env>().put('/', validate('json', presenceSchema), (c) => {
    const { id, name } = currentUser(c)
    const { section } = c.req.valid('json')
    for (const [key, { until }] of open) if (until <= now()) open.delete(key)
    open.set(`${id} ${section}`, { id, name, section, until: now() + presentForMs })
    c.header(sectionRevision, String(readNewest(db, section).revision))
    const others = [...open.values()].filter((other) => other.section === section && other.id !== id)
    return c.json(
      others.map((other) => ({ id: other.id, name: other.name })),
      200,
    )
  })
}
