import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Db } from '../../../data/db/db.ts'
import { placeLinkByToken } from '../../../data/registrations/links.ts'
import { registrationSchema } from '../../../data/registrations/schema.ts'
import { bodyUpTo } from '../../http/body-up-to.ts'
import type { Env } from '../../http/env.ts'
import { readsForm } from '../../http/validate.ts'
import { visitLimit } from '../../http/visit-limit.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { RefusedForm } from '../../publishing/render.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { registeredPath, sentForm } from '../form.ts'
import { noShareMessage, type Refusal, type Registering } from '../registering.ts'
import { waitPage, waitPolicy } from '../wait-page.ts'

export const placeLinkPath = (token: string): string => `/registro/cupo/${token}`

type Needs = {
  db: Db
  publisher: Publisher
  registering: Registering
  config: { registrationLimit: number; trustProxy: number }
}

/** The page behind a link that keeps places. It works without JavaScript. */
export function placeLinkPageRoutes({ db, publisher, registering, config }: Needs) {
  const find = (token: string) => placeLinkByToken(db, token, new Date().toISOString())

  async function show(c: Context<Env>, token: string, status: 200 | 422, refused: RefusedForm | null = null) {
    const link = find(token)
    const { label = '', until = '', state = 'unknown' } = link ?? {}
    return answerPage(
      c,
      await publisher.placeLink({ token, key: randomUUID(), label, until, state, refused }),
      link ? status : 404,
    )
  }

  return new Hono<Env>()
    .use('/:token', bodyUpTo(192 * 1024), visitLimit(config))
    .get('/:token', (c) => show(c, c.req.param('token'), 200))
    .post('/:token', readsForm(registrationSchema), async (c) => {
      const token = c.req.param('token')
      const { early, values, shortFields, register } = await sentForm(c, db, registering)
      const refuse = (refusal: Refusal, retry?: Parameters<typeof waitPage>[2]) => {
        c.header('Content-Security-Policy', waitPolicy)
        const page = waitPage(refusal, shortFields, retry ?? { action: placeLinkPath(token), label: 'Reintentar' })
        return c.html(page, refusal.status)
      }
      const withoutLink = () =>
        refuse(
          { status: 409, message: noShareMessage, reason: 'no-share' },
          { action: '/api/registrations#registro', label: 'Registrarme sin el enlace' },
        )

      if (early) return refuse(early)
      const link = find(token)
      if (!link) return withoutLink()
      const result = await register(token)
      if ('errors' in result)
        return link.state === 'open' ? show(c, token, 422, { values, errors: result.errors }) : withoutLink()
      if (!result.refusal) return c.redirect(registeredPath, 303)
      return result.refusal.reason === 'no-share' ? withoutLink() : refuse(result.refusal)
    })
}
