/** Public internet addresses. A file must not lead into the local network. */
import { BlockList, isIP } from 'node:net'

// https://www.iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-registry, and multicast.
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]

const blocked4 = new BlockList()
for (const range of special4) {
  const [address = '', prefix = ''] = range.split('/')
  blocked4.addSubnet(address, Number(prefix), 'ipv4')
}

/** Global unicast, and in it the ranges for translation and documentation. */
const [global6, inside6] = [new BlockList(), new BlockList()]
global6.addSubnet('2000::', 3, 'ipv6')
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside6.addSubnet(address, prefix, 'ipv6')

/** True for a public address of version 4 or 6. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked4.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}
