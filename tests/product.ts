import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const admin = { email: 'admin@ejemplo.gt', password: 'una-frase-larga' }

export type Product = {
  origin: string
  dataDir: string
  /** The number of the running process. */
  pid(): number
  /** Everything that the running process has written to its log. */
  log(): string
  /** Ends the process and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

/** Starts the built product as `npm start` does, on a free port and an empty folder of its own. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'conferencia-'))
  const origin = `http://localhost:${port}`
  const start = () => run({ PORT: String(port), DATA_DIR: dataDir, REGISTRATION_LIMIT: '0', ...env }, origin)
  let server = await start()
  return {
    origin,
    dataDir,
    pid: () => server.process.pid ?? 0,
    log: () => server.written,
    restart: async (signal = 'SIGTERM') => {
      await end(server.process, signal)
      server = await start()
    },
    stop: async () => {
      await end(server.process, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Server = { process: ChildProcess; written: string }

async function run(env: Record<string, string>, origin: string): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../api/server.ts')], {
    env: { ...process.env, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = { process: child, written: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      server.written += data
    })
  }
  // Counted in tries, not measured in time: a slow machine is not a failure.
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${server.written}`)
    if (await isReady(origin)) return server
    await wait(100)
  }
  child.kill('SIGKILL')
  throw new Error(`The server was never ready:\n${server.written}`)
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/ready`)).ok
  } catch {
    return false
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(signal)
  await exited
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
