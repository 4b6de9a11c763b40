import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Returns an IPv4 address or an IPv6 /64. Counts the entries of X-Forwarded-For from the right, because clients can forge the
 * left ones.
 */
export function clientAddress(c: Context, { trustProxy }: { trustProxy: number }): string {
  const forwarded = trustProxy > 0 ? (c.req.header('X-Forwarded-For') ?? '').split(',').at(-trustProxy)?.trim() : ''
  if (forwarded && isIP(forwarded)) return networkOf(forwarded)
  const socketAddress = c.env?.incoming ? getConnInfo(c).remote.address : 'local'
  return socketAddress && isIP(socketAddress) ? networkOf(socketAddress) : (socketAddress ?? 'unknown')
}

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

function groupsOf(address: string): number[] {
  const [head = [], tail = []] = (address.split('%')[0] ?? '').split('::').map((half) => half.split(':').flatMap(valuesOf))
  const zeros: number[] = Array(Math.max(0, 8 - head.length - tail.length)).fill(0)
  return [...head, ...zeros, ...tail]
}

function valuesOf(part: string): number[] {
  if (!part.includes('.')) return part ? [Number.parseInt(part, 16)] : []
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
