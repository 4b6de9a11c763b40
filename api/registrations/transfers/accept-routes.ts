import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '../../../data/db/db.ts'
import { acceptTransfer, refuseTransfer, type TransferPage, transferByToken } from '../../../data/transfers/transfers.ts'
import { bodyUpTo } from '../../http/body-up-to.ts'
import type { Env } from '../../http/env.ts'
import { visitLimit } from '../../http/visit-limit.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { serveSite } from '../../serving/serve-site.ts'
import { ownPath, transferPath } from '../own/own-page.ts'
import { type ChangeNeeds, placeChange } from '../place-change.ts'

type AcceptEnv = { Variables: Env['Variables'] & { page: TransferPage } }

type Needs = ChangeNeeds & { db: Db; publisher: Publisher; config: { registrationLimit: number; trustProxy: number } }

/**
 * The page for accepting an offered place. Mail programs open links by themselves, so only the page's buttons change something.
 */
export function acceptRoutes(needs: Needs) {
  const { db, config, publisher } = needs
  const notFound = serveSite(publisher.site)
  const findTransfer = createMiddleware<AcceptEnv>(async (c, next) => {
    const page = transferByToken(db, c.req.param('token') ?? '', new Date().toISOString())
    if (!page) return notFound(c)
    c.set('page', page)
    return next()
  })

  return new Hono<AcceptEnv>()
    .use('/:token/*', bodyUpTo(16 * 1024), visitLimit(config), findTransfer)
    .get('/:token', async (c) => {
      const { giver, transfer, state } = c.var.page
      return answerPage(c, await publisher.own({ registration: giver, refused: null, accepts: { ...transfer, state } }))
    })
    .post('/:token', (c) => {
      const { token } = c.var.page.transfer
      const newToken = acceptTransfer(db, token, placeChange(needs))
      return c.redirect(newToken ? ownPath(newToken, 'aceptado') : transferPath(token), 303)
    })
    .post('/:token/no', (c) => {
      const { token } = c.var.page.transfer
      refuseTransfer(db, token, new Date().toISOString())
      return c.redirect(transferPath(token), 303)
    })
}
