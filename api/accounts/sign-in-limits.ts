import { createHash } from 'node:crypto'
import { RateLimiterSQLite } from 'rate-limiter-flexible'
import { deleteExpiredCounters } from '../../data/accounts/sign-in-counters.ts'
import type { Db } from '../../data/db/db.ts'
import { signInSpansMs } from '../../data/instants.ts'
import { countAttempt } from '../http/rate-limit.ts'

// Seconds, as the library counts.
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The longest lockout: an owner locked out by others can sign in again on the same day. */
const longestWait = signInSpansMs['login-account'] / 1000

export const tooMany = 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.'

/** Kept in the database, so that a restart does not give an attacker a new start. */
function storeIn(db: Db) {
  return { storeClient: db, storeType: 'better-sqlite3', tableName: 'limits', tableCreated: true } as const
}

/**
 * Wrong passwords: 10 in 15 minutes for an account from one address, 50 in an hour for an account from anywhere. Each
 * time that is exceeded within a day the wait is twice as long. An address from which somebody signed in to the account
 * during the last 90 days is not held up by what others try from elsewhere.
 */
export function createSignInLimiter(db: Db) {
  const here = createGrowingLimit(db, 'login-address', 10, 15 * minute)
  const anywhere = createGrowingLimit(db, 'login-account', 50, hour)
  const known = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: 'login-known', points: 1, duration: 90 * day })
  let cleanedAt = 0

  // Not by the library's timer: an error in it (a locked database) would end the process.
  function clean(): void {
    // Either way: a clock that is set back does not put it off.
    if (Math.abs(Date.now() - cleanedAt) < 10 * minute * 1000) return
    cleanedAt = Date.now()
    deleteExpiredCounters(db, Date.now())
  }

  return {
    /** Counts an attempt before its password or code is checked. Returns the seconds to wait, 0 to go on. */
    async attempt(email: string, address: string): Promise<number> {
      clean()
      const account = email.toLowerCase()
      const both = keyOf(account, address)
      // An attempt refused for its address does not count against the account: one address cannot lock its owner out.
      const wait = await here.attempt(both)
      if (wait > 0 || (await known.get(both))) return wait
      return anywhere.attempt(keyOf(account))
    },
    /** Forgets the attempts of an account from an address that gave the right password. */
    async succeeded(email: string, address: string): Promise<void> {
      const account = email.toLowerCase()
      const both = keyOf(account, address)
      await here.forget(both)
      const isKnown = await known.get(both)
      // From the last time on, not from the first.
      await known.set(both, 1, 90 * day)
      if (!isKnown) await anywhere.takeBack(keyOf(account))
    },
  }
}

/** `points` attempts in `window` seconds; after them a wait of that long, then twice, four times … as long. */
function createGrowingLimit(db: Db, name: string, points: number, window: number) {
  const attempts = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: name, points, duration: window })
  const lockouts = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: `${name}-lockouts`, points: 1000, duration: day })

  return {
    /** Counts an attempt. Returns the seconds to wait, 0 to go on. */
    async attempt(key: string): Promise<number> {
      const over = await countAttempt(attempts, key, longestWait)
      if (!over) return 0
      if (over.attempts > points + 1) return over.seconds
      const { consumedPoints: times } = await lockouts.penalty(key, 1)
      const wait = Math.min(window * 2 ** (times - 1), longestWait)
      await attempts.block(key, wait)
      return wait
    },
    async forget(key: string): Promise<void> {
      await attempts.delete(key)
      await lockouts.delete(key)
    },
    async takeBack(key: string): Promise<void> {
      await attempts.reward(key, 1)
    },
  }
}

/** Hashed, because anything may be typed as an e-mail, a password included: it must not be readable in the database. */
const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
