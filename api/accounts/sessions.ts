/** The only file that uses the session library. */
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

/** A session ends after 12 hours without use, and after 7 days regardless of use. */
const idle = new TimeSpan(sessionIdleMs, 'ms')
const absolute = new TimeSpan(7, 'd')

/** The end of a session moves at most this often, because a write per request is too many. */
const precision = new TimeSpan(1, 'm')

/** `device` is in words. `signedInAt` is in Unix milliseconds, by default the current time. */
type Begun = { device: string; isStrong: boolean; signedInAt?: number }

export type Auth = ReturnType<typeof createAuth>

/** Creates the session functions. The cookie fits `publicOrigin`. */
export function createAuth(db: Db, publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  // The adapter would compile its statements for each request.
  const statements = { prepare: (sql: string) => prepared(db, sql) } as Db
  const adapter = new BetterSqlite3Adapter(statements, { user: 'users', session: 'sessions' })
  const lucia = new Lucia<{ createdAt: number; isStrong: boolean; isEnded: boolean }>(adapter, {
    sessionExpiresIn: idle,
    sessionCookie: {
      // __Host-: browsers refuse the cookie unless it is secure and set by this very host.
      name: secure ? '__Host-session' : 'session',
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getSessionAttributes: ({ created_at, isStrong, isEnded }) => ({
      createdAt: created_at,
      isStrong: isStrong === 1,
      isEnded: isEnded === 1,
    }),
  })

  /**
   * Returns the session token or null. The library would decode all cookies, and throw on invalid encodings such as
   * `promo=50%`.
   */
  function tokenIn(cookieHeader = ''): string | null {
    return parse(cookieHeader, lucia.sessionCookieName)[lucia.sessionCookieName] || null
  }

  /** Returns false if the database is not writable. Reading stays possible, and the next request tries again. */
  function prolong(id: string, end: Date): boolean {
    try {
      prolongSession(db, id, end, new Date().toISOString())
      return true
    } catch {
      return false
    }
  }

  return {
    /**
     * Starts a session and returns its `Set-Cookie` value. Returns null if `isStill` then reports a changed account.
     * Only the token's hash is stored.
     */
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

    /**
     * Returns the active user of the session or null, with a `Set-Cookie` value if the session was prolonged. Role
     * and isActive are read each time.
     */
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
      // The library prolongs a session only after half of its time, so some would end after six hours.
      const end = Math.min(Date.now() + idle.milliseconds(), session.createdAt * 1000 + absolute.milliseconds())
      const isDue = session.fresh || end - session.expiresAt.getTime() >= precision.milliseconds()
      const isProlonged = isDue && prolong(session.id, new Date(end))
      return {
        user: caller,
        setCookie: isProlonged ? lucia.createSessionCookie(token).serialize() : null,
      }
    },

    /** Returns whether a `Cookie` header has a session cookie, valid or not. */
    hasCookie(cookieHeader: string | undefined): boolean {
      return tokenIn(cookieHeader) !== null
    },

    /** Ends the session and returns the `Set-Cookie` value that removes the cookie. */
    async end(cookieHeader: string | undefined): Promise<string> {
      const token = tokenIn(cookieHeader)
      if (token) await lucia.invalidateSession(sessionIdOf(token))
      return lucia.createBlankSessionCookie().serialize()
    },
  }
}

const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex')
