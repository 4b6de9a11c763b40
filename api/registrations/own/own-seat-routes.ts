import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Db } from '../../../data/db/db.ts'
import { cancelRegistration, confirmOwn } from '../../../data/own/own-changes.ts'
import type { OwnRegistration } from '../../../data/own/own-registration.ts'
import type { Env } from '../../http/env.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { OwnPage } from '../../publishing/render.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { type ChangeNeeds, placeChange } from '../place-change.ts'
import { ownPath } from './own-page.ts'

export type OwnEnv = { Variables: Env['Variables'] & { own: OwnRegistration } }

type Needs = ChangeNeeds & { db: Db; publisher: Publisher }

export function ownSeatRoutes(needs: Needs, isOver: (registration: OwnRegistration) => boolean) {
  const { db, publisher } = needs
  const unlessOver: MiddlewareHandler<OwnEnv> = async (c, next) =>
    isOver(c.var.own) ? c.redirect(ownPath(c.var.own.token), 303) : next()

  /** Mail programs open links by themselves, so the link only shows a button. */
  const askFirst = (asks: NonNullable<OwnPage['asks']>) =>
    createMiddleware<OwnEnv>(async (c) => {
      const { own: registration } = c.var
      const mayComeBack = asks === 'going' && registration.unconfirmedAt !== null
      if (registration.status !== 'registered' && !mayComeBack) return c.redirect(ownPath(registration.token), 303)
      return answerPage(c, await publisher.own({ registration, refused: null, asks }))
    })

  return new Hono<OwnEnv>()
    .get('/:token/voy', unlessOver, askFirst('going'))
    .post('/:token/voy', unlessOver, (c) => {
      const { token } = c.var.own
      const seat = confirmOwn(db, token, placeChange(needs))
      return c.redirect(ownPath(token, seat === 'waitlisted' ? 'espera' : seat ? 'voy' : undefined), 303)
    })
    .get('/:token/libero', unlessOver, askFirst('leaving'))
    .post('/:token/cancelar', unlessOver, (c) => {
      const { token } = c.var.own
      cancelRegistration(db, token, placeChange(needs))
      return c.redirect(ownPath(token, 'cancelado'), 303)
    })
}
