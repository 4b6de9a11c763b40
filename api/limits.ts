import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible'
import type { Db } from '../data/db.ts'
import type { Config } from './config.ts'

const minute = 60

/**
 * Wrong passwords: 10 in 15 minutes for an account from one address, 50 in an hour for an account from anywhere.
 * Kept in the database, so that a restart does not give an attacker a new start.
 */
export function createLoginLimiter(db: Db) {
  const store = { storeClient: db, storeType: 'better-sqlite3', tableName: 'limits', tableCreated: true } as const
  const here = new RateLimiterSQLite({ ...store, keyPrefix: 'login-address', points: 10, duration: 15 * minute })
  const anywhere = new RateLimiterSQLite({ ...store, keyPrefix: 'login-account', points: 50, duration: 60 * minute })
  return {
    /** Counts an attempt before its password is checked. Returns the seconds to wait, 0 to go on. */
    async attempt(account: string, address: string): Promise<number> {
      // What is refused for the address no longer counts against the account: one address cannot lock everybody out.
      return (await waitFor(here, `${account} ${address}`)) || waitFor(anywhere, account)
    },
    /** Forgets the attempts of an account from an address that gave the right password. */
    async succeeded(account: string, address: string): Promise<void> {
      await here.delete(`${account} ${address}`)
      await anywhere.reward(account, 1)
    },
  }
}

/** Registrations: `perMinute` from one address (a university is one address), ten times that from all; 0 for no limit. */
export function createRegistrationLimiter(perMinute: number) {
  if (perMinute === 0) return { attempt: async () => 0 }
  const perAddress = new RateLimiterMemory({ points: perMinute, duration: minute })
  const overall = new RateLimiterMemory({ points: 10 * perMinute, duration: minute })
  return {
    /** Counts a registration. Returns the seconds to wait, 0 to go on. */
    async attempt(address: string): Promise<number> {
      return (await waitFor(perAddress, address)) || waitFor(overall, 'all')
    },
  }
}

async function waitFor(limiter: RateLimiterMemory | RateLimiterSQLite, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    throw rejection
  }
}

/**
 * The visitor's address: the connection's, or behind `trustProxy` proxies the one that the outermost of them noted.
 * Entries further left in X-Forwarded-For are whatever the visitor wrote.
 */
export function clientAddress(c: Context, { trustProxy }: Pick<Config, 'trustProxy'>): string {
  const forwarded = trustProxy > 0 ? (c.req.header('X-Forwarded-For') ?? '').split(',').at(-trustProxy)?.trim() : ''
  if (forwarded) return forwarded
  // Without a socket (a request made inside the process) there is no address to know.
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'local'
}
