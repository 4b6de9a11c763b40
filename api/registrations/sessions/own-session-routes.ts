import { Hono } from 'hono'
import type { Db } from '../../../data/db/db.ts'
import { chooseSessions } from '../../../data/seats/choosing.ts'
import { sessionsFormSchema } from '../../../data/seats/schema.ts'
import { readsForm, repeatedFormOf } from '../../http/validate.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { OwnPage, RenderedPage } from '../../publishing/render.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { ownPath } from '../own/own-page.ts'
import type { OwnEnv } from '../own/own-seat-routes.ts'
import { type ChangeNeeds, placeChange } from '../place-change.ts'
import { refusalOf } from './refusals.ts'

type Needs = ChangeNeeds & { db: Db; publisher: Publisher }

const unreadable = 'No se pudo leer lo que elegiste. Vuelve a intentarlo; como máximo puedes elegir 100 sesiones.'

type Show = (registration: OwnPage['registration'], choice: OwnPage['choice']) => Promise<RenderedPage>

export function ownSessionRoutes(needs: Needs, show: Show) {
  return new Hono<OwnEnv>().post('/:token/sesiones', readsForm(sessionsFormSchema, { isLenient: true }), async (c) => {
    const { own: registration } = c.var
    const form = sessionsFormSchema.strip().safeParse(await repeatedFormOf(c))
    if (!form.success) return answerPage(c, await show(registration, { message: unreadable }), 422)
    const { session: ids } = form.data
    const refused =
      registration.edition === null
        ? chooseSessions(needs.db, registration.id, ids, placeChange(needs), { by: 'own' })
        : ({ outcome: 'no-place' } as const)
    if (refused.outcome === 'stored' || refused.outcome === 'missing')
      return c.redirect(ownPath(registration.token, 'sesiones-guardadas'), 303)
    const { status, message } = refusalOf(refused)
    return answerPage(c, await show(registration, { message, ids }), status)
  })
}
