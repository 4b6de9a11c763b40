import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '../../data/accounts/activity.ts'
import { loginSchema, ownPasswordSchema, type User } from '../../data/accounts/schema.ts'
import { findCredentials, touchLogin, updateUser } from '../../data/accounts/users.ts'
import { recorded } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { type ErrorBody, problem, problemWithRetry } from '../http/errors.ts'
import { invalid, validate } from '../http/validate.ts'
import { currentUser } from './guard.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword, isBusy, verifyPassword } from './passwords.ts'
import { createSignInLimiter } from './sign-in-limits.ts'

const busy = 'Hay muchos inicios de sesión en este momento. Espera unos segundos y vuelve a intentarlo.'
const tooMany = 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.'

const wrongPassword = (field: string, message: string): ErrorBody => ({ error: invalid, fields: { [field]: message } })

/** Whose password it was said to be and whether it fits, or why it was not checked and the seconds to wait. */
type Checked = { user: ReturnType<typeof findCredentials>; fits: boolean } | { status: 429 | 503; message: string; wait?: number }

/** What attempts are counted by. */
const accountOf = (email: string) => email.toLowerCase()

/** /api/auth: who am I, sign in, sign out, one's own password. */
export function sessionRoutes({ db, auth, config, hashAddress }: Deps) {
  const limiter = createSignInLimiter(db)

  /** Counts an attempt, then checks its password; for an unknown account that takes as long. */
  async function check(email: string, password: string, address: string): Promise<Checked> {
    if (isBusy(address)) return { status: 503, message: busy }
    const wait = await limiter.attempt(accountOf(email), address)
    if (wait > 0) return { status: 429, message: tooMany, wait }
    const user = findCredentials(db, email)
    return { user, fits: await verifyPassword(user?.passwordHash ?? null, password, address) }
  }

  return new Hono<Env>()
    .get('/me', (c) => c.json({ user: c.var.user && shown(c.var.user) }, 200))
    .post('/login', validate('json', loginSchema), async (c) => {
      const { email, password } = c.req.valid('json')
      const address = clientAddress(c, config)
      const checked = await check(email, password, address)
      if ('message' in checked) return problemWithRetry(c, checked.status, checked.message, checked.wait)
      const { user, fits } = checked
      const at = new Date().toISOString()
      // One answer for an unknown account, a wrong password and an inactive user: nobody learns which accounts exist.
      if (!user?.isActive || !fits) {
        // For an unknown account too, so that both take the same time; never with what was typed.
        recordActivity(db, user, { action: 'sign-in-failed', source: hashAddress(address) }, at)
        return problem(c, 401, 'Email o contraseña incorrectos')
      }
      await limiter.succeeded(accountOf(email), address)
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
      const { id, email } = currentUser(c)
      const address = clientAddress(c, config)
      // Counted as a sign-in is: whoever finds an open panel must not try passwords in it.
      const checked = await check(email, currentPassword, address)
      if ('message' in checked) return problemWithRetry(c, checked.status, checked.message, checked.wait)
      const { user, fits } = checked
      if (!user || !fits) return c.json(wrongPassword('currentPassword', 'La contraseña actual no es correcta'), 422)
      await limiter.succeeded(accountOf(email), address)
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
