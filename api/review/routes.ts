import { Hono } from 'hono'
import { readContent } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { backgroundsOf } from '../../data/look/logo-backgrounds.ts'
import { picturesIn, review } from '../../data/review/review.ts'
import type { Env } from '../http/env.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { linkCheck } from './links.ts'
import { pictureSizes } from './pictures.ts'

type Needs = {
  db: Db
  publisher: Publisher
  uploads: Uploads
  mailer: Mailer | null
  config: { publicOrigin: string; timeZone: string }
}

export function reviewRoutes({ db, publisher, uploads, mailer, config }: Needs) {
  const sizesOf = pictureSizes(uploads.storage)
  return new Hono<Env>().get('/', async (c) => {
    const { content } = readContent(db)
    const pictures = await sizesOf(picturesIn(content).map(({ address }) => address))
    const findings = review(content, {
      timeZone: config.timeZone,
      now: Date.now(),
      sendsMail: mailer !== null,
      pictures,
      backgrounds: backgroundsOf(db, content.partners),
      leadsSomewhere: linkCheck(publisher.site(), content, {
        origin: config.publicOrigin,
        years: pastEditions(db).map(({ year }) => year),
      }),
    })
    return c.json(findings, 200)
  })
}
