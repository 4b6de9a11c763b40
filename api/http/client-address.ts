import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Config } from '../config.ts'

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
