import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type FrontName, startFront } from './fronts.ts'

export const admin = { email: 'admin@ejemplo.gt', password: 'una-frase-larga' }

export type Product = {
  /** Where visitors find it: its own address, or that of the web server in front. */
  origin: string
  /** Where the process itself listens. */
  processOrigin: string
  dataDir: string
  /** The number of the running process. */
  pid(): number
  /** Everything that the running process has written to its log. */
  log(): string
  /** Ends the process and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the built product as `npm start` does, on a free port and an empty folder of its own; behind a web server as
 * deploy/ configures it when one is named (`FRONT=nginx npx vitest run …` takes any test through it).
 */
export async function startProduct(env: Record<string, string> = {}, front = frontNamed(process.env.FRONT)): Promise<Product> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'conferencia-'))
  const processOrigin = `http://localhost:${port}`
  const frontPort = front ? await freePort() : port
  const origin = `http://localhost:${frontPort}`
  const webServer = front && (await startFront(front, { port: frontPort, root: `${dataDir}/www`, api: `127.0.0.1:${port}` }))
  const behind: Record<string, string> = front ? { PUBLIC_ORIGIN: origin, TRUST_PROXY: '1' } : {}
  const start = () => run({ PORT: String(port), DATA_DIR: dataDir, REGISTRATION_LIMIT: '0', ...behind, ...env }, processOrigin)
  let server = await start().catch(async (error: unknown) => {
    await webServer?.stop()
    throw error
  })
  return {
    origin,
    processOrigin,
    dataDir,
    pid: () => server.process.pid ?? 0,
    log: () => server.written,
    restart: async (signal = 'SIGTERM') => {
      await end(server.process, signal)
      server = await start()
    },
    stop: async () => {
      await webServer?.stop()
      await end(server.process, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function frontNamed(name: string | undefined): FrontName | null {
  if (!name) return null
  if (name === 'caddy' || name === 'nginx') return name
  throw new Error(`FRONT is caddy or nginx, not ${name}`)
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
