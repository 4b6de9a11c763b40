import { createHash } from 'node:crypto'
import { RateLimiterSQLite } from 'rate-limiter-flexible'
import { deleteExpiredCounters } from '../../data/accounts/sessions.ts'
import type { Db } from '../../data/db/db.ts'
import { signInSpansMs } from '../../data/instants.ts'
import { dayMs, hourMs, minuteMs } from '../../data/time.ts'
import { countAttempt } from '../http/rate-limit.ts'

const knownForSeconds = (90 * dayMs) / 1000

/** The longest lockout. An owner who was locked out by somebody else can sign in again on the same day. */
const maxWaitSeconds = signInSpansMs['login-account'] / 1000

/** More wrong passwords for an account lock it: from one IP address, or from all together. */
const wrongPasswords = { fromAddress: 10, fromAnywhere: 50 }

export const tooMany = 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.'

function storeIn(db: Db) {
  return { storeClient: db, storeType: 'better-sqlite3', tableName: 'limits', tableCreated: true } as const
}

/** If an IP address has signed in to an account before, attempts from other addresses do not lock it out of this account. */
export function createSignInLimiter(db: Db) {
  const here = createGrowingLimit(db, 'login-address', wrongPasswords.fromAddress, 15 * minuteMs)
  const anywhere = createGrowingLimit(db, 'login-account', wrongPasswords.fromAnywhere, hourMs)
  const knownAddresses = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: 'login-known', points: 1, duration: knownForSeconds })
  let cleanedAt = 0

  // Called with each attempt. The library's own timer is off, because an error in it would end the process.
  function clean(): void {
    if (Math.abs(Date.now() - cleanedAt) < 10 * minuteMs) return
    cleanedAt = Date.now()
    deleteExpiredCounters(db, Date.now())
  }

  return {
    /** Returns the seconds to wait, or 0. */
    async attempt(email: string, address: string): Promise<number> {
      clean()
      const account = email.toLowerCase()
      const both = keyOf(account, address)
      // Attempts over the limit of this address do not count for the account. Otherwise one address could lock out the owner.
      const wait = await here.attempt(both)
      if (wait > 0 || (await knownAddresses.get(both))) return wait
      return anywhere.attempt(keyOf(account))
    },
    async succeeded(email: string, address: string): Promise<void> {
      const account = email.toLowerCase()
      const both = keyOf(account, address)
      await here.forget(both)
      const isKnown = await knownAddresses.get(both)
      await knownAddresses.set(both, 1, knownForSeconds)
      if (!isKnown) await anywhere.takeBack(keyOf(account))
    },
  }
}

/** The wait is `windowMs` at first and doubles with each lockout. Returned waits are in seconds. */
function createGrowingLimit(db: Db, name: string, points: number, windowMs: number) {
  const attempts = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: name, points, duration: windowMs / 1000 })
  const lockouts = new RateLimiterSQLite({ ...storeIn(db), keyPrefix: `${name}-lockouts`, points: 1000, duration: dayMs / 1000 })

  return {
    async attempt(key: string): Promise<number> {
      const over = await countAttempt(attempts, key, maxWaitSeconds)
      if (!over) return 0
      if (over.attempts > points + 1) return over.seconds
      const { consumedPoints: times } = await lockouts.penalty(key, 1)
      const wait = Math.min((windowMs / 1000) * 2 ** (times - 1), maxWaitSeconds)
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

const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
