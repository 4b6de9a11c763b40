import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '../../data/queries/activity.ts'
import { findCredentials, touchLogin, updateUser } from '../../data/queries/users.ts'
import { loginSchema, ownPasswordSchema, type User } from '../../data/schema.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { type ErrorBody, problem, problemWithRetry } from '../http/errors.ts'
import { invalid, validate } from '../http/validate.ts'
import { signedIn } from './guard.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword, isBusy, verifyPassword } from './passwords.ts'
import { createSignInLimiter } from './sign-in-limits.ts'

const busy = 'Hay muchos inicios de sesión en este momento. Espera unos segundos y vuelve a intentarlo.'
const tooMany = 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.'

const wrongPassword = (field: string, message: string): ErrorBody => ({ error: invalid, fields: { [field]: message } })

/** /api/auth: who am I, sign in, sign out, one's own password. */
export function sessionRoutes({ db, auth, config, hashAddress }: Deps) {
  const limiter = createSignInLimiter(db)

  return new Hono<Env>()
    .get('/me', (c) => c.json({ user: c.var.user && shown(c.var.user) }, 200))
    .post('/login', validate('json', loginSchema), async (c) => {
      const { email, password } = c.req.valid('json')
      const account = email.toLowerCase()
      const address = clientAddress(c, config)
      if (isBusy(address)) return problemWithRetry(c, 503, busy)
      const wait = await limiter.attempt(account, address)
      if (wait > 0) return problemWithRetry(c, 429, tooMany, wait)
      const user = findCredentials(db, email)
      // One answer for an unknown account, a wrong password and an inactive user: nobody learns which accounts exist.
      const fits = await verifyPassword(user?.passwordHash ?? null, password, address)
      const at = new Date().toISOString()
      if (!user?.isActive || !fits) {
        // For an unknown account too, so that both take the same time; never with what was typed.
        recordActivity(db, user, { action: 'sign-in-failed', source: hashAddress(address) }, at)
        return problem(c, 401, 'Email o contraseña incorrectos')
      }
      await limiter.succeeded(account, address)
      await auth.end(c.req.header('Cookie'))
      recorded(
        db,
        user,
        () => touchLogin(db, user.id, at),
        () => ({ action: 'signed-in' }),
      )
      c.header('Set-Cookie', await auth.start(user.id))
      return c.json({ user: shown(user) }, 200)
    })
    .put('/me', validate('json', ownPasswordSchema), async (c) => {
      const { currentPassword, password } = c.req.valid('json')
      const { id, email } = signedIn(c)
      const account = email.toLowerCase()
      const address = clientAddress(c, config)
      if (isBusy(address)) return problemWithRetry(c, 503, busy)
      // Counted as a sign-in is: whoever finds an open panel must not try passwords in it.
      const wait = await limiter.attempt(account, address)
      if (wait > 0) return problemWithRetry(c, 429, tooMany, wait)
      const user = findCredentials(db, email)
      const fits = await verifyPassword(user?.passwordHash ?? null, currentPassword, address)
      if (!user || !fits) return c.json(wrongPassword('currentPassword', 'La contraseña actual no es correcta'), 422)
      await limiter.succeeded(account, address)
      const wrong = passwordProblem(password, user)
      if (wrong) return c.json(wrongPassword('password', wrong), 422)
      const passwordHash = await hashPassword(password)
      recorded(
        db,
        user,
        () => updateUser(db, id, { passwordHash }, new Date().toISOString()),
        () => ({ action: 'user-changed', subjectId: id }),
      )
      // All sessions have ended, this one included: whoever changed it goes on with a new one.
      c.header('Set-Cookie', await auth.start(id))
      return c.json({ user: shown(user) }, 200)
    })
    .post('/logout', validate('json', z.strictObject({})), async (c) => {
      c.header('Set-Cookie', await auth.end(c.req.header('Cookie')))
      if (c.var.user) recordActivity(db, c.var.user, { action: 'signed-out' }, new Date().toISOString())
      return c.json({}, 200)
    })
}

const shown = ({ id, name, email, role }: User) => ({ id, name, email, role })
