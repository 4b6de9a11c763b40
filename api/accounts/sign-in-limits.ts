import { createHash } from 'node:crypto'
import { RateLimiterSQLite } from 'rate-limiter-flexible'
import { deleteExpiredCounters } from '../../data/accounts/sign-in-counters.ts'
import type { Db } from '../../data/db/db.ts'
import { signInSpansMs } from '../../data/instants.ts'
import { countAttempt } from '../http/rate-limit.ts'

// In seconds, as the library counts.
const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** At most hours, so that an owner locked out by others can sign in on the same day. */
const maxWaitSeconds = signInSpansMs['login-account'] / 1000

export const tooMany = 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.'

/** Stored in the database, so that a restart does not reset the counts. */
function storeIn(db: Db) {
  return { storeClient: db, storeType: 'better-sqlite3', tableName: 'limits', tableCreated: true } as const
}

/**
 * Limits wrong passwords: 10 in 15 minutes per account and address, 50 an hour per account. The wait doubles each
 * time within a day. Addresses that signed in during the last 90 days are exempt from the second limit.
 */
export function createSignInLimiter(db: Db) {
  const here = createGrowingLimit(db, 'login-address', 10, 15 * minuteSeconds)
  const anywhere = createGrowingLimit(db, 'login-account', 50, hourSeconds)
  const knownAddresses = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: 'login-known', points: 1, duration: 90 * daySeconds })
  let cleanedAt = 0

  // Not by the library's timer, because an error in it would end the process.
  function clean(): void {
    // Absolute, so that a clock set back does not delay it.
    if (Math.abs(Date.now() - cleanedAt) < 10 * minuteSeconds * 1000) return
    cleanedAt = Date.now()
    deleteExpiredCounters(db, Date.now())
  }

  return {
    /** Counts an attempt before the check. Returns the seconds to wait, or 0. */
    async attempt(email: string, address: string): Promise<number> {
      clean()
      const account = email.toLowerCase()
      const both = keyOf(account, address)
      // An attempt refused for its address does not count against the account, so one address cannot lock out the
      // owner.
      const wait = await here.attempt(both)
      if (wait > 0 || (await knownAddresses.get(both))) return wait
      return anywhere.attempt(keyOf(account))
    },
    /** Resets the attempts of an account from this address after a correct password. */
    async succeeded(email: string, address: string): Promise<void> {
      const account = email.toLowerCase()
      const both = keyOf(account, address)
      await here.forget(both)
      const isKnown = await knownAddresses.get(both)
      // Renews the 90 days.
      await knownAddresses.set(both, 1, 90 * daySeconds)
      if (!isKnown) await anywhere.takeBack(keyOf(account))
    },
  }
}

/** Allows `points` attempts in `window` seconds. The wait starts at `window` and doubles. */
function createGrowingLimit(db: Db, name: string, points: number, window: number) {
  const attempts = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: name, points, duration: window })
  const lockouts = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: `${name}-lockouts`, points: 1000, duration: daySeconds })

  return {
    /** Counts an attempt. Returns the seconds to wait, or 0. */
    async attempt(key: string): Promise<number> {
      const over = await countAttempt(attempts, key, maxWaitSeconds)
      if (!over) return 0
      if (over.attempts > points + 1) return over.seconds
      const { consumedPoints: times } = await lockouts.penalty(key, 1)
      const wait = Math.min(window * 2 ** (times - 1), maxWaitSeconds)
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

/** Hashed, because people may type a password in place of an e-mail. */
const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
