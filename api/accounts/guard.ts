import { createMiddleware } from 'hono/factory'
import type { Caller } from '../../data/accounts/schema.ts'
import { isSecondFactorRequired } from '../../data/accounts/second-factor.ts'
import { findUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { minute } from '../../data/time.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { isAccessCall } from './access-calls.ts'
import type { Auth } from './sessions.ts'

/** All that who helps at the door reaches. */
const doorPaths = ['/api/door/', '/api/auth/']

/** All that the session of a phone reaches after this phone was ended: it sends what it saw, and is told to wipe its list. */
const farewellCalls = ['GET /api/door/list', 'POST /api/door/arrivals', 'POST /api/door/walk-in']

/** After a sign-in, access calls are taken for so long. */
const freshForMs = 30 * minute

const again = 'Confirma que eres tú: inicia sesión otra vez para este cambio.'

const addOne = 'Aquí se pide un segundo factor: agrégalo en «Mi cuenta», o entra con él, para seguir.'

/**
 * Reads the session, and answers 401 where there is none and the call is not one of `publicCalls`; 403 to who helps at
 * the door, for all but the door and their own profile, and to who needs a second factor and did not show one: they reach their own
 * profile alone. A call that gives or takes access is answered 401 with `signInAgain` half an hour after the sign-in: an open panel that
 * somebody finds must let nobody in for good. The panel asks for the password, and sends the same call again.
 * The session of a phone that was ended counts as none, but for `farewellCalls`.
 */
export function guard({ auth, db }: { auth: Auth; db: Db }, publicCalls: ReadonlySet<string>) {
  return createMiddleware<Env>(async (c, next) => {
    // Answers depend on who asks, and may hold personal data.
    c.header('Cache-Control', 'no-store')
    const { user: caller, setCookie } = await auth.check(c.req.header('Cookie'))
    if (setCookie) c.header('Set-Cookie', setCookie)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const call = `${method} ${c.req.path}`
    const user = caller?.isEnded && !farewellCalls.includes(call) ? null : caller
    const isElsewhere = user?.role === 'door' && !doorPaths.some((path) => c.req.path.startsWith(path))
    const owesFactor = user !== null && !c.req.path.startsWith('/api/auth/') && mustAddSecondFactor(db, user)
    // What anybody may call answers them as anybody: a list without what is hidden.
    c.set('user', isElsewhere || owesFactor ? null : user)
    if (publicCalls.has(call)) return next()
    if (!user) return problem(c, 401)
    if (isElsewhere) return problem(c, 403)
    if (owesFactor) return problem(c, 403, addOne)
    const isFresh = Date.now() - user.signedInAt < freshForMs
    if (!isFresh && isAccessCall(method, c.req.path)) return c.json({ error: again, signInAgain: true }, 401)
    return next()
  })
}

/** Whether somebody has to add a second factor, or to sign in with theirs, before they go on. */
export const mustAddSecondFactor = (db: Db, user: Pick<Caller, 'isStrong'>): boolean =>
  !user.isStrong && isSecondFactorRequired(db)

/** Lets only administrators pass. */
export const adminOnly = createMiddleware<Env>(async (c, next) => {
  if (c.var.user?.role !== 'admin') return problem(c, 403)
  return next()
})

const showYours = 'Entra con tu segundo factor para cambiar cómo entras. Si lo perdiste, un administrador puede quitártelo.'

/**
 * Where a second factor is asked of all, lets who has one pass only when they showed it: whoever has somebody's password alone must not
 * put a factor of their own beside it.
 */
export const ownFactorShown = ({ db }: { db: Db }) =>
  createMiddleware<Env>(async (c, next) => {
    const user = currentUser(c)
    return mustAddSecondFactor(db, user) && findUser(db, user.id)?.hasSecondFactor ? problem(c, 403, showYours) : next()
  })

/** The caller of a route behind the guard. Throws if the guard is not in front of it. */
export function currentUser(c: { var: Env['Variables'] }): Caller {
  if (!c.var.user) throw new Error('a route that needs a session is open to visitors')
  return c.var.user
}
