import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../api/system/root.ts'
import { temporaryDir } from '../data/testing.ts'
import { freePort } from '../tests/support/free-port.ts'

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))

/** Starts nginx with only the map of `deploy/nginx.conf`. The returned function asks nginx for the network of an address. */
async function started(program: string): Promise<(address: string) => Promise<string>> {
  const port = await freePort()
  const work = temporaryDir()
  mkdirSync(join(work, 'logs'))
  const map = /^map \$remote_addr \$conferencia_visitor \{.*?^\}/ms.exec(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${work}/${kind};`)
  const server = `set_real_ip_from 127.0.0.1; real_ip_header X-Address; return 200 "$conferencia_visitor";`
  const http = `access_log off; ${temporary.join(' ')} ${map?.[0]} server { listen 127.0.0.1:${port}; ${server} }`
  writeFileSync(join(work, 'main.conf'), `daemon off; pid ${work}/pid; error_log stderr; events {} http { ${http} }`)
  const child = spawn(program, ['-p', work, '-c', join(work, 'main.conf')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const ask = async (address: string) => (await fetch(`http://127.0.0.1:${port}`, { headers: { 'X-Address': address } })).text()
  await expect.poll(() => ask('192.0.2.1').catch(() => null)).toBe('192.0.2.1')
  return ask
}

// Each network with some of its addresses. The addresses abbreviate zeros at different positions.
const networks = {
  '2001:db8:1:2': ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', '2001:db8:1:2:0:0:5:6', '2001:db8:1:2::'],
  '2001:db8:1:0': ['2001:db8:1:0:3:4:5:6', '2001:db8:1::1', '2001:db8:1:0:0:4:5:6', '2001:db8:1::', '2001:db8:1:0:3::'],
  '2001:db8:0:0': ['2001:db8::1', '2001:db8::3:4:5:6', '2001:db8:0:0:3::', '2001:db8::', '2001:db8:0:0:0:4:5:6'],
  '2001:db8:0:2': ['2001:db8:0:2:3:4:5:6', '2001:db8:0:2::1'],
  '2001:0:0:2': ['2001::2:3:4:5:6', '2001:0:0:2:0:0:0:1', '2001:0:0:2:3::'],
  '2001:0:0:0': ['2001::3:4:5:6', '2001::1', '2001::', '2001::4:5:6'],
  'fe80:0:0:0': ['fe80::1', 'fe80::1234:5678:9abc:def0'],
  '192.0.2.1': ['192.0.2.1'],
}

test.skipIf(!nginx)('the nginx limits count each IPv6 network of 64 bits as one visitor', async () => {
  const ask = await started(nginx ?? '')
  const found = Object.entries(networks).map(async ([network, addresses]) => [network, await Promise.all(addresses.map(ask))])
  const expected = Object.entries(networks).map(([network, addresses]) => [network, addresses.map(() => network)])
  expect(await Promise.all(found)).toEqual(expected)
})
