/** Sessions. The only file that knows the session library. */
import { createHash, randomBytes } from 'node:crypto'
import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite'
import { parse } from 'hono/utils/cookie'
import { Lucia, TimeSpan } from 'lucia'
import type { User } from '../../data/accounts/schema.ts'
import { findUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ createdAt: number }>
    DatabaseSessionAttributes: { created_at: number }
  }
}

/** A session ends after 12 hours without use, and after 7 days in any case. */
const idle = new TimeSpan(12, 'h')
const absolute = new TimeSpan(7, 'd')

/** How often the end of a session is moved: a write per request would be too many. */
const precision = new TimeSpan(1, 'm')

export type Auth = ReturnType<typeof createAuth>

/** Sessions kept in `db`, with a cookie fit for `publicOrigin`. */
export function createAuth(db: Db, publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  const adapter = new BetterSqlite3Adapter(db, { user: 'users', session: 'sessions' })
  const lucia = new Lucia<{ createdAt: number }>(adapter, {
    sessionExpiresIn: idle,
    sessionCookie: {
      // __Host-: the browser refuses the cookie unless it is secure and comes from this very host.
      name: secure ? '__Host-session' : 'session',
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getSessionAttributes: ({ created_at }) => ({ createdAt: created_at }),
  })

  /**
   * The session's token in a `Cookie` header, or null. The library would decode all cookies of the header, those of others
   * too, and fail at the first that is no encoding (`promo=50%`).
   */
  function tokenIn(cookieHeader = ''): string | null {
    return parse(cookieHeader, lucia.sessionCookieName)[lucia.sessionCookieName] || null
  }

  /** False when the database takes no writes now. That is no reason to refuse reading, and the next request tries again. */
  function prolong(id: string, end: Date): Promise<boolean> {
    return adapter.updateSessionExpiration(id, end).then(
      () => true,
      () => false,
    )
  }

  return {
    /** Starts a session and returns its `Set-Cookie` value. Only the token's hash is stored: a stolen database opens no session. */
    async start(userId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await lucia.deleteExpiredSessions()
      await lucia.createSession(userId, { created_at: Math.floor(Date.now() / 1000) }, { sessionId: sessionIdOf(token) })
      return lucia.createSessionCookie(token).serialize()
    },

    /**
     * The active user whose session a `Cookie` header names, or null; with a `Set-Cookie` value when the session was
     * prolonged. Role and isActive are read from the database each time.
     */
    async check(cookieHeader: string | undefined): Promise<{ user: User | null; setCookie: string | null }> {
      const token = tokenIn(cookieHeader)
      if (!token) return { user: null, setCookie: null }
      const { session } = await lucia.validateSession(sessionIdOf(token))
      if (!session) return { user: null, setCookie: null }
      const user = findUser(db, session.userId)
      const isOld = session.createdAt * 1000 + absolute.milliseconds() <= Date.now()
      if (isOld || !user?.isActive) {
        await lucia.invalidateSession(session.id)
        return { user: null, setCookie: null }
      }
      // The library prolongs a session only once half of its time is over (then it is fresh): some would end after six hours.
      const end = Math.min(Date.now() + idle.milliseconds(), session.createdAt * 1000 + absolute.milliseconds())
      const isDue = session.fresh || end - session.expiresAt.getTime() >= precision.milliseconds()
      const isProlonged = isDue && (await prolong(session.id, new Date(end)))
      return { user, setCookie: isProlonged ? lucia.createSessionCookie(token).serialize() : null }
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
