/** Sessions. The only file that knows the session library. */
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

/** A session ends after 12 hours without use, and after 7 days in any case. */
const idle = new TimeSpan(sessionIdleMs, 'ms')
const absolute = new TimeSpan(7, 'd')

/** How often the end of a session is moved: a write per request would be too many. */
const precision = new TimeSpan(1, 'm')

/**
 * Of a new session: on what device (in words), whether a second factor began it, and since when its user is signed in (Unix
 * milliseconds), if not from now on.
 */
type Begun = { device: string; isStrong: boolean; signedInAt?: number }

export type Auth = ReturnType<typeof createAuth>

/** Sessions kept in `db`, with a cookie fit for `publicOrigin`. */
export function createAuth(db: Db, publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  // The adapter compiles its statements for each request; these are compiled once.
  const statements = { prepare: (sql: string) => prepared(db, sql) } as Db
  const adapter = new BetterSqlite3Adapter(statements, { user: 'users', session: 'sessions' })
  const lucia = new Lucia<{ createdAt: number; isStrong: boolean; isEnded: boolean }>(adapter, {
    sessionExpiresIn: idle,
    sessionCookie: {
      // __Host-: the browser refuses the cookie unless it is secure and comes from this very host.
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
   * The session's token in a `Cookie` header, or null. The library would decode all cookies of the header, those of others
   * too, and fail at the first that is no encoding (`promo=50%`).
   */
  function tokenIn(cookieHeader = ''): string | null {
    return parse(cookieHeader, lucia.sessionCookieName)[lucia.sessionCookieName] || null
  }

  /** False when the database takes no writes now. That is no reason to refuse reading, and the next request tries again. */
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
     * Starts a session and returns its `Set-Cookie` value; null, and no session, when `isStill` says that the account is not any
     * more what was checked. It is asked once the session is there: a change after that ends it. Only the token's hash is
     * stored: a stolen database opens no session.
     */
    async start(userId: string, begun: Begun, isStill: () => boolean): Promise<string | null> {
      const token = randomBytes(32).toString('base64url')
      await lucia.deleteExpiredSessions()
      const { device, isStrong, signedInAt = Date.now() } = begun
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
     * The active user whose session a `Cookie` header names, or null; with a `Set-Cookie` value when the session was
     * prolonged. Role and isActive are read from the database each time. `isEnded`: the phone of this session was ended.
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
      // The library prolongs a session only once half of its time is over (then it is fresh): some would end after six hours.
      const end = Math.min(Date.now() + idle.milliseconds(), session.createdAt * 1000 + absolute.milliseconds())
      const isDue = session.fresh || end - session.expiresAt.getTime() >= precision.milliseconds()
      const isProlonged = isDue && prolong(session.id, new Date(end))
      return {
        user: caller,
        setCookie: isProlonged ? lucia.createSessionCookie(token).serialize() : null,
      }
    },

    /** Whether a `Cookie` header carries a session cookie at all, valid or not. */
    hasCookie(cookieHeader: string | undefined): boolean {
      return tokenIn(cookieHeader) !== null
    },

    /** Ends the session that a `Cookie` header names and returns the `Set-Cookie` value that removes the cookie. */
    async end(cookieHeader: string | undefined): Promise<string> {
      const token = tokenIn(cookieHeader)
      if (token) await lucia.invalidateSession(sessionIdOf(token))
      return lucia.createBlankSessionCookie().serialize()
    },
  }
}

const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex')
