import { createMiddleware } from 'hono/factory'
import type { Caller } from '../../data/accounts/schema.ts'
import { isSecondFactorRequired } from '../../data/accounts/second-factor.ts'
import { findUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { minuteMs } from '../../data/time.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { isAccessCall } from './access-calls.ts'
import type { Auth } from './sessions.ts'

const doorPaths = ['/api/door/', '/api/auth/']

/**
 * Calls that a door phone may still make after its access ended. The phone sends its last arrivals, and the response makes the
 * phone delete its list.
 */
const farewellCalls = ['GET /api/door/list', 'POST /api/door/arrivals', 'POST /api/door/walk-in']

const freshForMs = 30 * minuteMs

const again = 'Confirma que eres tú: inicia sesión otra vez para este cambio.'

const addOne = 'Aquí se pide un segundo factor: agrégalo en «Mi cuenta», o entra con él, para seguir.'

/** Calls that change who has access need a sign-in within the last 30 minutes, because somebody may find a panel unattended. */
export function guard({ auth, db }: { auth: Auth; db: Db }, publicCalls: ReadonlySet<string>) {
  return createMiddleware<Env>(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    const { user: caller, setCookie } = await auth.check(c.req.header('Cookie'))
    if (setCookie) c.header('Set-Cookie', setCookie)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const call = `${method} ${c.req.path}`
    const user = caller?.isEnded && !farewellCalls.includes(call) ? null : caller
    const isElsewhere = user?.role === 'door' && !doorPaths.some((path) => c.req.path.startsWith(path))
    const owesFactor = user !== null && !c.req.path.startsWith('/api/auth/') && mustAddSecondFactor(db, user)
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

export const mustAddSecondFactor = (db: Db, user: Pick<Caller, 'isStrong'>): boolean =>
  !user.isStrong && isSecondFactorRequired(db)

export const adminOnly = createMiddleware<Env>(async (c, next) => {
  if (c.var.user?.role !== 'admin') return problem(c, 403)
  return next()
})

const showYours = 'Entra con tu segundo factor para cambiar cómo entras. Si lo perdiste, un administrador puede quitártelo.'

export const requireOwnFactor = ({ db }: { db: Db }) =>
  createMiddleware<Env>(async (c, next) => {
    const user = currentUser(c)
    return mustAddSecondFactor(db, user) && findUser(db, user.id)?.hasSecondFactor ? problem(c, 403, showYours) : next()
  })

export function currentUser(c: { var: Env['Variables'] }): Caller {
  if (!c.var.user) throw new Error('a route that needs a session is open to visitors')
  return c.var.user
}
