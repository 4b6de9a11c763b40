import { Hono } from 'hono'
import { z } from 'zod'
import { type Caller, passkeyNameSchema, passkeySchema } from '../../data/accounts/schema.ts'
import {
  addPasskey,
  countRecoveryCodes,
  isSecondFactorRequired,
  listPasskeys,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '../../data/accounts/second-factor.ts'
import { endSession, endSessions, listSessions, markSessionStrong } from '../../data/accounts/sessions.ts'
import { readForEdit } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'
import { recorded } from '../activity/record.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { fieldProblem, validate, validateNothing } from '../http/validate.ts'
import type { AccountMailer } from './account-mails.ts'
import { currentUser, requireOwnFactor } from './guard.ts'
import type { Passkeys } from './passkeys.ts'
import { noPasskeys } from './passkeys.ts'
import { createSignInLimiter, tooMany } from './sign-in-limits.ts'
import type { Totp } from './totp.ts'

const wrongCode = fieldProblem('code', 'El código no es correcto. Escribe el que tu aplicación muestra ahora.')
const asksNobody = 'Esa llave no pide huella ni PIN, y aquí se pide un segundo factor. Ponle un PIN, o usa otra.'
const notAnswered = 'Tu dispositivo no completó la llave de acceso. Vuelve a intentarlo.'

type Needs = {
  db: Db
  totp: Totp
  passkeys: Passkeys
  mailer: AccountMailer | null
  config: { timeZone: string; trustProxy: number }
}

export function ownAccessRoutes(needs: Needs) {
  return new Hono<Env>().route('/', ownSessionRoutes(needs)).route('/', totpRoutes(needs)).route('/', passkeyRoutes(needs))
}

/** `what` is the sentence for the mail. If it is empty, the change is neither recorded nor mailed. */
function changeAccess<T>({ db, mailer }: Pick<Needs, 'db' | 'mailer'>, caller: Caller, work: () => T, what: string): T {
  const result = recorded(db, caller, (done) => (done && what ? { action: 'access-changed', subjectId: caller.id } : null), work)
  if (result && what) void mailer?.mailAccount({ about: 'access', what }, caller)
  return result
}

const siteNameOf = ({ db, config }: Needs) => readForEdit(db, 'event', config.timeZone).value.name

function ownSessionRoutes(needs: Needs) {
  const { db } = needs
  const needsOwnFactor = requireOwnFactor({ db })
  return new Hono<Env>()
    .get('/sessions', (c) => {
      const { id, sessionId } = currentUser(c)
      const sessions = listSessions(db, id, Date.now())
      return c.json(
        sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId })),
        200,
      )
    })
    .delete('/sessions', needsOwnFactor, (c) => {
      const caller = currentUser(c)
      return c.json({ ended: changeAccess(needs, caller, () => endSessions(db, caller.id, caller.sessionId), '') }, 200)
    })
    .delete('/sessions/:id', needsOwnFactor, (c) => {
      const caller = currentUser(c)
      const isEnded = changeAccess(needs, caller, () => endSession(db, caller.id, c.req.param('id')), '')
      return isEnded ? c.json({ ended: 1 }, 200) : problem(c, 404)
    })
}

function totpRoutes(needs: Needs) {
  const { db, totp, config } = needs
  const limiter = createSignInLimiter(db)
  const needsOwnFactor = requireOwnFactor({ db })
  return new Hono<Env>()
    .get('/totp', (c) => {
      const { id } = currentUser(c)
      return c.json(
        { isInUse: totp.isInUse(id), isReadable: totp.isReadable(id), recoveryCodes: countRecoveryCodes(db, id) },
        200,
      )
    })
    .post('/totp/begin', needsOwnFactor, validateNothing, (c) => {
      const caller = currentUser(c)
      const secret = changeAccess(needs, caller, () => totp.begin(caller.id, caller.email, siteNameOf(needs)), '')
      return secret ? c.json(secret, 200) : problem(c, 409, 'Ya tienes una aplicación de códigos. Quítala para poner otra.')
    })
    .post(
      '/totp/confirm',
      needsOwnFactor,
      validate('json', z.strictObject({ code: z.string('Escribe el código').trim().min(1, 'Escribe el código').max(20) })),
      async (c) => {
        const caller = currentUser(c)
        // This limit also counts wrong passwords. If a correct code reset the limit, more passwords could be guessed.
        const wait = await limiter.attempt(caller.email, clientAddress(c, config))
        if (wait > 0) return problemWithRetry(c, 429, tooMany, wait)
        const confirm = () => {
          const codes = totp.confirm(caller.id, c.req.valid('json').code)
          if (codes) markSessionStrong(db, caller.sessionId)
          return codes
        }
        const recoveryCodes = changeAccess(needs, caller, confirm, 'Se agregó una aplicación de códigos.')
        return recoveryCodes ? c.json({ recoveryCodes }, 200) : c.json(wrongCode, 422)
      },
    )
    .post('/totp/recovery-codes', needsOwnFactor, validateNothing, (c) => {
      const caller = currentUser(c)
      const recoveryCodes = changeAccess(
        needs,
        caller,
        () => totp.renewRecoveryCodes(caller.id),
        'Se hicieron códigos de recuperación nuevos; los de antes ya no sirven.',
      )
      return recoveryCodes ? c.json({ recoveryCodes }, 200) : problem(c, 409, 'No tienes una aplicación de códigos.')
    })
    .delete('/totp', needsOwnFactor, (c) => {
      const caller = currentUser(c)
      const deleted = changeAccess(needs, caller, () => removeTotp(db, caller.id), 'Se quitó la aplicación de códigos.')
      return c.json({ deleted }, 200)
    })
}

function passkeyRoutes(needs: Needs) {
  const { db, passkeys } = needs
  const needsOwnFactor = requireOwnFactor({ db })
  return new Hono<Env>()
    .get('/passkeys', (c) => c.json(listPasskeys(db, currentUser(c).id), 200))
    .post('/passkeys/register/options', needsOwnFactor, validateNothing, async (c) => {
      if (!passkeys.isOffered) return problem(c, 409, noPasskeys)
      return c.json(await passkeys.registrationOptions(currentUser(c), siteNameOf(needs)), 200)
    })
    .post('/passkeys/register', needsOwnFactor, validate('json', passkeySchema), async (c) => {
      if (!passkeys.isOffered) return problem(c, 409, noPasskeys)
      const caller = currentUser(c)
      const { name = 'Llave de acceso', ...response } = c.req.valid('json')
      const passkey = await passkeys.checkNew(caller.id, response, name)
      const isAdded = () => {
        if (!passkey || !addPasskey(db, passkey)) return false
        if (passkey.asksWho) markSessionStrong(db, caller.sessionId)
        return true
      }
      if (passkey?.asksWho === 0 && isSecondFactorRequired(db)) return problem(c, 422, asksNobody)
      if (!changeAccess(needs, caller, isAdded, `Se agregó la llave de acceso «${name}».`)) return problem(c, 422, notAnswered)
      return c.json(listPasskeys(db, caller.id), 201)
    })
    .put('/passkeys/:id', validate('json', passkeyNameSchema), (c) => {
      const caller = currentUser(c)
      const { name } = c.req.valid('json')
      const isRenamed = changeAccess(needs, caller, () => renamePasskey(db, caller.id, c.req.param('id'), name), '')
      return isRenamed ? c.json(listPasskeys(db, caller.id), 200) : problem(c, 404)
    })
    .delete('/passkeys/:id', needsOwnFactor, (c) => {
      const caller = currentUser(c)
      const isRemoved = changeAccess(
        needs,
        caller,
        () => removePasskey(db, caller.id, c.req.param('id')),
        'Se quitó una llave de acceso.',
      )
      return isRemoved ? c.json(listPasskeys(db, caller.id), 200) : problem(c, 404)
    })
}
