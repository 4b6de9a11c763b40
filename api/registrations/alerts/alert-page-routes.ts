import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { alertByToken, confirmAlert, deleteAlert } from '../../../data/alerts/alerts.ts'
import type { Db } from '../../../data/db/db.ts'
import { offerNow } from '../../../data/registrations/places-now.ts'
import type { Erasures } from '../../backup/erasures.ts'
import { bodyUpTo } from '../../http/body-up-to.ts'
import type { Env } from '../../http/env.ts'
import { visitLimit } from '../../http/visit-limit.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { AlertPage } from '../../publishing/render.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { serveSite } from '../../serving/serve-site.ts'
import { alertPath } from '../own/own-page.ts'

type AlertEnv = { Variables: Env['Variables'] & { id: string; alert: AlertPage } }

type Needs = {
  db: Db
  publisher: Publisher
  erasures: Erasures
  config: { timeZone: string; registrationLimit: number; trustProxy: number }
}

/** The page behind the link in a mail. Mail programs open links by themselves, so only the page's button changes something. */
export function alertPageRoutes({ db, publisher, erasures, config }: Needs) {
  const notFound = serveSite(publisher.site)
  const offer = offerNow(db, config.timeZone)

  const findAlert = createMiddleware<AlertEnv>(async (c, next) => {
    const token = c.req.param('token') ?? ''
    const at = new Date().toISOString()
    const alert = alertByToken(db, token, at)
    if (!alert) return notFound(c)
    const state = offer(at).state !== 'not-open' ? 'over' : alert.isConfirmed ? 'confirmed' : 'asks'
    c.set('id', alert.id)
    c.set('alert', { token, state })
    return next()
  })

  return new Hono<AlertEnv>()
    .use('/:token/*', bodyUpTo(16 * 1024), visitLimit(config), findAlert)
    .get('/:token', async (c) => answerPage(c, await publisher.alert(c.var.alert)))
    .post('/:token', (c) => {
      const { token, state } = c.var.alert
      if (state === 'asks') confirmAlert(db, token, new Date().toISOString())
      return c.redirect(alertPath(token), 303)
    })
    .post('/:token/no', (c) => {
      const { id } = c.var
      erasures.noteThenDelete('alert', [id], () => deleteAlert(db, id), Boolean)
      return c.redirect('/#avisame-borrado', 303)
    })
}
