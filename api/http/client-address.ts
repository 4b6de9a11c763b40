import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Where a visitor comes from, as far as limits go: an IPv4 address, or the /64 of an IPv6 address, for whoever has one of
 * those has all 2^64 of its network. It is the connection's, or behind `trustProxy` proxies the one that the outermost of
 * them noted. Entries further left in X-Forwarded-For are whatever the visitor wrote.
 */
export function clientAddress(c: Context, { trustProxy }: { trustProxy: number }): string {
  const forwarded = trustProxy > 0 ? (c.req.header('X-Forwarded-For') ?? '').split(',').at(-trustProxy)?.trim() : ''
  if (forwarded && isIP(forwarded)) return networkOf(forwarded)
  // Without a socket (a request made inside the process) there is no address to know.
  const own = c.env?.incoming ? getConnInfo(c).remote.address : 'local'
  return own && isIP(own) ? networkOf(own) : (own ?? 'unknown')
}

/** An IPv4 address as it is, also where it is written as an IPv6 one; of any other IPv6 address its first 64 bits. */
function networkOf(address: string): string {
  if (isIP(address) === 4) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = (address.split('%')[0] ?? '').split('::').map((half) => half.split(':').flatMap(valuesOf))
  const zeros: number[] = Array(Math.max(0, 8 - head.length - tail.length)).fill(0)
  return [...head, ...zeros, ...tail]
}

/** A group in hexadecimal; the two groups of an IPv4 address at the end; none where there is no text. */
function valuesOf(part: string): number[] {
  if (!part.includes('.')) return part ? [Number.parseInt(part, 16)] : []
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
