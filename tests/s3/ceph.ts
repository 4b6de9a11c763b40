/** Runs Ceph's S3 gateway in memory, from Debian's packages ceph-mon, ceph-osd, ceph-common and radosgw. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph-authtool'] as const
type Program = (typeof programs)[number]

const pathOf = (name: Program) =>
  ['/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path))

/** Returns true if all programs are installed. */
export const hasCeph = (): boolean => programs.every(pathOf)

type Ceph = { endpoint: string; accessKeyId: string; secretAccessKey: string; stop(): void }

const run = promisify(execFile)

/** Starts a monitor, an object store in memory and the gateway, each on a free port of 127.0.0.1. */
export async function startCeph(): Promise<Ceph> {
  const dir = mkdtempSync(join(tmpdir(), 'ceph-'))
  for (const name of ['mon', 'osd', 'run']) mkdirSync(join(dir, name))
  const [monitor, gateway] = [await freePort(), await freePort()]
  const cluster = randomUUID()
  const conf = join(dir, 'ceph.conf')
  writeFileSync(conf, settings(dir, cluster, monitor, gateway))
  const started: ChildProcess[] = []
  const start = (name: Program, ...args: string[]) => {
    started.push(spawn(pathOf(name) ?? name, ['-f', '-c', conf, ...args], { stdio: 'ignore' }))
  }
  const once = (name: Program, ...args: string[]) => run(pathOf(name) ?? name, args, { timeout: 60_000 })
  const stop = () => {
    for (const process of started) process.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const map = join(dir, 'monmap')
    await once('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map)
    const keyring = join(dir, 'keyring')
    await once('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    const all = ['mon', 'osd', 'mgr'].flatMap((part) => ['--cap', part, 'allow *'])
    for (const who of ['client.admin', 'client.rgw', 'osd.0'])
      await once('ceph-authtool', keyring, '--gen-key', '-n', who, ...all)
    await once('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
    start('ceph-mon', '-i', 'a')
    const osd = randomUUID()
    await run('ceph', ['-c', conf, '--connect-timeout', '30', 'osd', 'new', osd], { timeout: 60_000 })
    await once('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.rgw')
    const user = ['--uid=conferencia', '--display-name=conferencia', '--access-key=conferencia', '--secret=secreto-de-prueba']
    await once('radosgw-admin', '-c', conf, '-n', 'client.rgw', 'user', 'create', ...user)
    const endpoint = `http://127.0.0.1:${gateway}`
    for (let tries = 0; tries < 300; tries++) {
      if (await fetch(endpoint).catch(() => null))
        return { endpoint, accessKeyId: 'conferencia', secretAccessKey: 'secreto-de-prueba', stop }
      await wait(100)
    }
    throw new Error('the gateway never answered')
  } catch (error) {
    stop()
    throw error
  }
}

/** Returns the configuration of a cluster with one machine, on 127.0.0.1. */
function settings(dir: string, cluster: string, monitor: number, gateway: number): string {
  return `
[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitor}]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${dir}/keyring
mon data = ${dir}/mon
mon allow pool size one = true
mon data avail crit = 1
mon max pg per osd = 1000
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd crush initial weight = 1
run dir = ${dir}/run
admin socket = ${dir}/run/$name.$pid.asok
pid file = ${dir}/run/$name.pid
log file = ${dir}/$name.log
rgw data = ${dir}
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw dns name = 127.0.0.1
`
}
