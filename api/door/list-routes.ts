import { Hono } from 'hono'
import { recordActivity } from '../../data/accounts/activity.ts'
import { endSession } from '../../data/accounts/sessions.ts'
import type { Db } from '../../data/db/db.ts'
import { doorPlaces } from '../../data/door/free-places.ts'
import { changeOf, countChanges } from '../../data/door/list.ts'
import { type doorSpanNow, doorStateAt } from '../../data/door/open.ts'
import { doorListSchema } from '../../data/door/schema.ts'
import { doorSessions } from '../../data/seats/door.ts'
import { currentUser } from '../accounts/guard.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { acceptedEncoding } from '../http/representations.ts'
import { fromPanel } from '../http/same-origin.ts'
import { validate } from '../http/validate.ts'
import { compressed, doorListParts } from './list-stream.ts'
import { type PhoneContact, phoneMessages } from './phone-contact.ts'

/** If an update has more changes, only one phone of an account may download at a time. */
const smallUpdateCount = 500

const busyRetrySeconds = 3

const tooManyPhones =
  'Esta cuenta ya abrió la puerta en demasiados teléfonos. Pide a un administrador que quite los que no se usan.'
const isListBusy = 'Otro teléfono con esta cuenta está bajando la lista. Espera unos segundos.'

type Needs = {
  db: Db
  config: { publicOrigin: string; timeZone: string }
  span: ReturnType<typeof doorSpanNow>
  contact: PhoneContact
}

export function doorListRoutes({ db, config, span, contact }: Needs) {
  const downloadingUsers = new Set<string>()

  return new Hono<Env>().get('/list', fromPanel({ config }), validate('query', doorListSchema), (c) => {
    const encoding = acceptedEncoding(c.req.header('Accept-Encoding'), 'gzip')
    const headers = {
      'Content-Type': 'application/json; charset=UTF-8',
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const user = currentUser(c)
    const { since, ...phone } = c.req.valid('query')
    const now = new Date().toISOString()
    const state = doorStateAt(span(), now)
    const phoneState = contact(c, phone, state === 'open')
    if (phoneState === 'ended') {
      // A removed phone requests the list only after it has sent all door events, so it no longer needs its session.
      if (user.isEnded) endSession(db, user.id, user.sessionId)
      return c.json({ error: phoneMessages.ended, ended: true }, 410)
    }
    if (state !== 'open') return c.json({ error: phoneMessages[state], isEarly: state !== 'over' }, 410)
    if (phoneState === 'too-many') return problem(c, 409, tooManyPhones)
    const change = since === undefined ? null : changeOf(db, since)
    const isSmall = change !== null && countChanges(db, change) <= smallUpdateCount
    if (!isSmall && downloadingUsers.has(user.id)) return problemWithRetry(c, 429, isListBusy, busyRetrySeconds)
    if (phone.device === undefined && change === null) recordActivity(db, user, { action: 'door-list-taken' }, now)
    if (!isSmall) downloadingUsers.add(user.id)
    const keepUntil = new Date(span()?.until ?? 0).toISOString()
    const places = doorPlaces(db, config.timeZone)
    const head = { now, keepUntil, sessions: doorSessions(db, config.timeZone), ...(places && { places }) }
    const parts = doorListParts(db, since, head)
    const body = compressed(parts, encoding, () => !isSmall && downloadingUsers.delete(user.id))
    return c.body(body, 200, headers)
  })
}
