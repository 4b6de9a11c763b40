import { type Context, Hono } from 'hono'
import type { Db } from '../../../data/db/db.ts'
import {
  changePlaceLink,
  createPlaceLink,
  endPlaceLink,
  maxPlaceLinks,
  type PlaceLinkOutcome,
  renewPlaceLink,
} from '../../../data/place-links/place-links.ts'
import { placeLinkChangeSchema, placeLinkSchema } from '../../../data/place-links/schema.ts'
import { listPlaceLinks, type PlaceLink, stageOf } from '../../../data/registrations/links.ts'
import { adminOnly, currentUser } from '../../accounts/guard.ts'
import { recorded } from '../../activity/record.ts'
import type { Env } from '../../http/env.ts'
import { problem } from '../../http/errors.ts'
import { invalidFields, validate, validateNothing } from '../../http/validate.ts'
import { type ChangeNeeds, placeChange } from '../place-change.ts'
import { placeLinkPath } from './page-routes.ts'

type Needs = ChangeNeeds & { db: Db; config: { publicOrigin: string } }

const tooMany = `Máximo ${maxPlaceLinks} enlaces. Quita antes uno que ya no sirva.`
const pastInstant = 'Elige un momento que todavía no haya pasado'

const tooLarge = (maxCount: number) =>
  maxCount === 0 ? 'No hay lugares libres: amplía antes el cupo' : `Como máximo ${maxCount}: no hay más lugares libres`

export function placeLinkRoutes(deps: Needs) {
  const { db, config } = deps
  const answerOf = (link: PlaceLink) => {
    const { id, label, places, used, until, returnedAt, token } = link
    const state = stageOf(link, new Date().toISOString())
    return { id, label, places, used, until, state, returnedAt, url: config.publicOrigin + placeLinkPath(token) }
  }
  const isStored = ({ outcome }: PlaceLinkOutcome) => outcome === 'stored'

  function answer<Status extends 200 | 201>(c: Context<Env>, result: PlaceLinkOutcome, status: Status) {
    if (result.outcome === 'stored') return c.json(answerOf(result.link), status)
    if (result.outcome === 'full') return invalidFields(c, { places: tooLarge(result.most) })
    if (result.outcome === 'past') return invalidFields(c, { until: pastInstant })
    return result.outcome === 'missing' ? problem(c, 404) : problem(c, 409, tooMany)
  }

  return new Hono<Env>()
    .get('/', (c) => c.json(listPlaceLinks(db).map(answerOf), 200))
    .use(adminOnly)
    .post('/', validate('json', placeLinkSchema), (c) => {
      const fields = c.req.valid('json')
      const create = () => createPlaceLink(db, fields, new Date().toISOString())
      const result = recorded(db, currentUser(c), (done) => isStored(done) && { action: 'place-link-made' }, create)
      return answer(c, result, 201)
    })
    .put('/:id', validate('json', placeLinkChangeSchema), (c) => {
      const change = () => changePlaceLink(db, c.req.param('id'), c.req.valid('json'), placeChange(deps))
      const result = recorded(db, currentUser(c), (done) => isStored(done) && { action: 'place-link-changed' }, change)
      return answer(c, result, 200)
    })
    .post('/:id/renew', validateNothing, (c) => {
      const renew = () => renewPlaceLink(db, c.req.param('id'))
      const link = recorded(db, currentUser(c), { action: 'place-link-renewed' }, renew)
      return link ? c.json(answerOf(link), 200) : problem(c, 404)
    })
    .delete('/:id', validateNothing, (c) => {
      const end = () => endPlaceLink(db, c.req.param('id'), placeChange(deps))
      const result = recorded(db, currentUser(c), (done) => done && ({ action: `place-link-${done}` } as const), end)
      return result ? c.json({ ended: true }, 200) : problem(c, 404)
    })
}
