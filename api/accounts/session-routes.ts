import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '../../data/queries/activity.ts'
import { findCredentials, touchLogin } from '../../data/queries/users.ts'
import { loginSchema, type User } from '../../data/schema.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { isBusy, verifyPassword } from './passwords.ts'
import { createSignInLimiter } from './sign-in-limits.ts'

const busy = 'Hay muchos inicios de sesión en este momento. Espera unos segundos y vuelve a intentarlo.'
const tooMany = 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.'

/** /api/auth: who am I, sign in, sign out. */
export function sessionRoutes({ db, auth, config }: Deps) {
  const limiter = createSignInLimiter(db)

  return new Hono<Env>()
    .get('/me', (c) => c.json({ user: c.var.user && shown(c.var.user) }, 200))
    .post('/login', validate('json', loginSchema), async (c) => {
      const { email, password } = c.req.valid('json')
      if (isBusy()) return problemWithRetry(c, 503, busy)
      const account = email.toLowerCase()
      const address = clientAddress(c, config)
      const wait = await limiter.attempt(account, address)
      if (wait > 0) return problemWithRetry(c, 429, tooMany, wait)
      const user = findCredentials(db, email)
      // One answer for an unknown account, a wrong password and an inactive user: nobody learns which accounts exist.
      const fits = await verifyPassword(user?.passwordHash ?? null, password)
      const at = new Date().toISOString()
      if (!user?.isActive || !fits) {
        // For an unknown account too, so that both take the same time; never with what was typed.
        recordActivity(db, user, { action: 'sign-in-failed' }, at)
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
    .post('/logout', validate('json', z.strictObject({})), async (c) => {
      c.header('Set-Cookie', await auth.end(c.req.header('Cookie')))
      if (c.var.user) recordActivity(db, c.var.user, { action: 'signed-out' }, new Date().toISOString())
      return c.json({}, 200)
    })
}

const shown = ({ id, name, email, role }: User) => ({ id, name, email, role })
