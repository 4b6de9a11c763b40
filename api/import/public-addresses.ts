import { BlockList, isIP } from 'node:net'

// https://www.iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-registry, and multicast.
const specialRanges = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
    ...['224.0.0.0/4', '240.0.0.0/4'],
  ],
  // Addresses outside of 2000::/3 are never public, so this list omits them.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
}

const [special, globalUnicast] = [new BlockList(), new BlockList()]
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const type of ['ipv4', 'ipv6'] as const)
  for (const range of specialRanges[type]) {
    const [address = '', prefix = ''] = range.split('/')
    special.addSubnet(address, Number(prefix), type)
  }

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
