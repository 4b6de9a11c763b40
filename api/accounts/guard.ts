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

const doorPaths = ['/api/door/', '/api/auth/']

/**
 * Calls that a phone may still make after its session was ended: it delivers arrivals and learns to delete its list.
 */
const farewellCalls = ['GET /api/door/list', 'POST /api/door/arrivals', 'POST /api/door/walk-in']

const freshForMs = 30 * minute

const again = 'Confirma que eres tú: inicia sesión otra vez para este cambio.'

const addOne = 'Aquí se pide un segundo factor: agrégalo en «Mi cuenta», o entra con él, para seguir.'

/**
 * Checks the session and rights of each call. Answers 401 without a session, except for `publicCalls`, and 403
 * without the right. Access calls need a sign-in of the last 30 minutes, so that an unattended panel cannot be taken
 * over. Otherwise the answer is 401 with `signInAgain`.
 */
export function guard({ auth, db }: { auth: Auth; db: Db }, publicCalls: ReadonlySet<string>) {
  return createMiddleware<Env>(async (c, next) => {
    // Answers depend on the user and may contain personal data.
    c.header('Cache-Control', 'no-store')
    const { user: caller, setCookie } = await auth.check(c.req.header('Cookie'))
    if (setCookie) c.header('Set-Cookie', setCookie)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const call = `${method} ${c.req.path}`
    const user = caller?.isEnded && !farewellCalls.includes(call) ? null : caller
    const isElsewhere = user?.role === 'door' && !doorPaths.some((path) => c.req.path.startsWith(path))
    const owesFactor = user !== null && !c.req.path.startsWith('/api/auth/') && mustAddSecondFactor(db, user)
    // Public calls then answer as to a visitor, without hidden items.
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

/** Returns whether the user must first add a second factor or sign in with it. */
export const mustAddSecondFactor = (db: Db, user: Pick<Caller, 'isStrong'>): boolean =>
  !user.isStrong && isSecondFactorRequired(db)

export const adminOnly = createMiddleware<Env>(async (c, next) => {
  if (c.var.user?.role !== 'admin') return problem(c, 403)
  return next()
})

const showYours = 'Entra con tu segundo factor para cambiar cómo entras. Si lo perdiste, un administrador puede quitártelo.'

/**
 * If a second factor is required, lets users who have one pass only after they showed it. A stolen password must not
 * be enough to add another factor.
 */
export const ownFactorShown = ({ db }: { db: Db }) =>
  createMiddleware<Env>(async (c, next) => {
    const user = currentUser(c)
    return mustAddSecondFactor(db, user) && findUser(db, user.id)?.hasSecondFactor ? problem(c, 403, showYours) : next()
  })

/** Returns the caller of a route behind the guard. Throws without a guard. */
export function currentUser(c: { var: Env['Variables'] }): Caller {
  if (!c.var.user) throw new Error('a route that needs a session is open to visitors')
  return c.var.user
}
