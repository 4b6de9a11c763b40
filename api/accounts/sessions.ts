import { createHash, randomBytes } from 'node:crypto'
import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite'
import { parse } from 'hono/utils/cookie'
import { Lucia, TimeSpan } from 'lucia'
import type { Caller } from '../../data/accounts/schema.ts'
import { endOldSessions, prolongSession } from '../../data/accounts/sessions.ts'
import { findUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { prepared } from '../../data/db/prepared.ts'
import { isAhead, sessionIdleMs } from '../../data/instants.ts'

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ createdAt: number; isStrong: boolean; isEnded: boolean }>
    DatabaseSessionAttributes: { created_at: number; device: string; isStrong: number; isEnded?: number }
  }
}

const idle = new TimeSpan(sessionIdleMs, 'ms')
const absolute = new TimeSpan(7, 'd')

const precision = new TimeSpan(1, 'm')

type Begun = { device: string; isStrong: boolean; signedInAt?: number }

export type Auth = ReturnType<typeof createAuth>

function openLucia(db: Db, secure: boolean) {
  const statements = { prepare: (sql: string) => prepared(db, sql) } as Db
  const adapter = new BetterSqlite3Adapter(statements, { user: 'users', session: 'sessions' })
  return new Lucia<{ createdAt: number; isStrong: boolean; isEnded: boolean }>(adapter, {
    sessionExpiresIn: idle,
    sessionCookie: {
      name: secure ? '__Host-session' : 'session',
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getSessionAttributes: ({ created_at, isStrong, isEnded }) => ({
      createdAt: created_at,
      isStrong: isStrong === 1,
      isEnded: isEnded === 1,
    }),
  })
}

export function createAuth(db: Db, publicOrigin: string) {
  const lucia = openLucia(db, publicOrigin.startsWith('https:'))

  /** Replaces Lucia's own reader, which throws if another program set a malformed cookie such as `promo=50%`. */
  function tokenIn(cookieHeader = ''): string | null {
    return parse(cookieHeader, lucia.sessionCookieName)[lucia.sessionCookieName] || null
  }

  function prolong(id: string, end: Date): boolean {
    try {
      prolongSession(db, id, end, new Date().toISOString())
      return true
    } catch {
      return false
    }
  }

  return {
    /** Returns a Set-Cookie header. If `isStill` returns false after the start, ends the new session and returns null. */
    async start(userId: string, details: Begun, isStill: () => boolean): Promise<string | null> {
      const token = randomBytes(32).toString('base64url')
      await lucia.deleteExpiredSessions()
      const { device, isStrong, signedInAt = Date.now() } = details
      const attributes = { created_at: Math.floor(signedInAt / 1000), device, isStrong: Number(isStrong) }
      await lucia.createSession(userId, attributes, { sessionId: sessionIdOf(token) })
      endOldSessions(db, userId)
      if (!isStill()) {
        await lucia.invalidateSession(sessionIdOf(token))
        return null
      }
      return lucia.createSessionCookie(token).serialize()
    },

    async check(cookieHeader: string | undefined): Promise<{ user: Caller | null; setCookie: string | null }> {
      const token = tokenIn(cookieHeader)
      if (!token) return { user: null, setCookie: null }
      const { session } = await lucia.validateSession(sessionIdOf(token))
      if (!session) return { user: null, setCookie: null }
      const user = findUser(db, session.userId)
      const signedInAt = session.createdAt * 1000
      const isOver = signedInAt + absolute.milliseconds() <= Date.now() || isAhead(signedInAt, Date.now())
      if (isOver || !user?.isActive) {
        await lucia.invalidateSession(session.id)
        return { user: null, setCookie: null }
      }
      const caller = { ...user, sessionId: session.id, isStrong: session.isStrong, signedInAt: session.createdAt * 1000 }
      if (session.isEnded) return { user: { ...caller, isEnded: true }, setCookie: null }
      const end = Math.min(Date.now() + idle.milliseconds(), session.createdAt * 1000 + absolute.milliseconds())
      const isDue = session.fresh || end - session.expiresAt.getTime() >= precision.milliseconds()
      const isProlonged = isDue && prolong(session.id, new Date(end))
      return {
        user: caller,
        setCookie: isProlonged ? lucia.createSessionCookie(token).serialize() : null,
      }
    },

    hasCookie(cookieHeader: string | undefined): boolean {
      return tokenIn(cookieHeader) !== null
    },

    async end(cookieHeader: string | undefined): Promise<string> {
      const token = tokenIn(cookieHeader)
      if (token) await lucia.invalidateSession(sessionIdOf(token))
      return lucia.createBlankSessionCookie().serialize()
    },
  }
}

const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex')
