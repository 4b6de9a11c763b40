import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../product.ts'
import { openConnection, registrationRequest } from './connection.ts'

/** A name space of mounts, where a process may have a small disk of its own without being root (Linux). */
const ownMounts = ['--user', '--map-root-user', '--mount', 'sh', '-c']
const mount = 'mount -t tmpfs -o size=24m tmpfs "$DATA_DIR"'
const dataDir = mkdtempSync(join(tmpdir(), 'conferencia-'))
const env = { ...process.env, DATA_DIR: dataDir, REGISTRATION_LIMIT: '0' }
const canMount = spawnSync('unshare', [...ownMounts, mount], { env }).status === 0

let server: ChildProcess | undefined

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  rmSync(dataDir, { recursive: true })
})

/** Starts the product on a disk of 24 MB, and returns its address and the disk as it is seen from here. */
async function startOnSmallDisk() {
  const port = await freePort()
  const script = join(import.meta.dirname, '../../api/server.ts')
  const command = `${mount} && exec "${process.execPath}" "${script}"`
  server = spawn('unshare', [...ownMounts, command], { env: { ...env, PORT: String(port) }, stdio: 'ignore' })
  const origin = `http://localhost:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { origin, disk: `/proc/${server.pid}/root${dataDir}` }
    await wait(100)
  }
  throw new Error('The server was never ready')
}

test.skipIf(!canMount)(
  'on a full disk a registration is told to come back, the page stays up, and both work again without a restart',
  async () => {
    const { origin, disk } = await startOnSmallDisk()
    const connection = await openConnection(origin)
    const register = (count: number) => connection.send(registrationRequest(`${count}@ejemplo.gt`))
    expect((await register(0))?.status).toBe(201)

    const ballast = join(disk, 'ballast')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    // What the database has already taken of the disk it may still fill.
    let taken = 1
    let answer = await register(taken)
    while (answer?.status === 201 && taken < 20_000) {
      taken += 1
      answer = await register(taken)
    }
    expect(answer).toEqual({ status: 503, retryAfter: 5 })
    expect((await fetch(origin)).status).toBe(200)
    expect((await register(taken))?.status).toBe(503)

    unlinkSync(ballast)
    expect((await register(taken))?.status).toBe(201)
    connection.close()
  },
)
