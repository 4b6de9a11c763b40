import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { builtServer } from '../../api/system/root.ts'
import { startEnv, startFlags } from '../../scripts/start-settings.ts'
import { freePort } from './free-port.ts'
import { type FrontName, startFront } from './fronts.ts'

export const admin = { email: 'admin@ejemplo.gt', password: 'una-frase-larga' }

export type Product = {
  /** Address of the web server in front, or of the process itself. */
  origin: string
  processOrigin: string
  dataDir: string
  pid(): number
  /** Resident memory in MB. NaN if the system is not Linux. */
  memory(): number
  /** Returns the output of all processes so far. */
  log(): string
  /** Restarts the product with the same data folder. */
  restart(signal?: NodeJS.Signals): Promise<void>
  /** Returns the exit code; null after a signal. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Waits for the process to end by itself. Returns the exit code. */
  ended(): Promise<number | null>
  /** Kills the product and removes its folder. A normal stop would waste time on compression. */
  discard(): Promise<void>
}

/**
 * Starts the built product on a free port, in a copy of `begin` unless `env` names a folder. FRONT=nginx or caddy puts
 * that web server in front.
 */
export async function startProduct(
  env: Record<string, string> = {},
  front = frontNamed(process.env.FRONT),
  begin = process.env.FIRST_START,
): Promise<Product> {
  const port = await freePort()
  const own = await mkdtemp(join(tmpdir(), 'conferencia-'))
  const dataDir = env.DATA_DIR ?? join(own, 'data')
  if (!env.DATA_DIR && begin) await cp(begin, dataDir, { recursive: true })
  const logFile = join(own, 'log')
  const processOrigin = `http://localhost:${port}`
  const frontPort = front ? await freePort() : port
  const origin = `http://localhost:${frontPort}`
  const where = { port: frontPort, root: join(dataDir, 'www'), api: `127.0.0.1:${port}` }
  const webServer = front && (await startFront(front, where))
  const behind: Record<string, string> = front ? { PUBLIC_ORIGIN: origin, TRUST_PROXY: '1' } : {}
  const given = { PORT: String(port), DATA_DIR: dataDir, REGISTRATION_LIMIT: '0', ...behind, ...env }
  const start = () => run(given, processOrigin, logFile)
  let server = await start().catch(async (error: unknown) => {
    await webServer?.stop()
    throw error
  })
  async function discard(): Promise<void> {
    await webServer?.stop()
    const started = startedBy(server)
    await end(server, 'SIGKILL')
    // A running backup survives the kill and still writes here.
    await endAll(started)
    await rm(own, { recursive: true, force: true })
  }
  return {
    origin,
    processOrigin,
    dataDir,
    pid: () => server.pid ?? 0,
    memory: () => residentMemory(server.pid ?? 0),
    log: () => readFileSync(logFile, 'utf8'),
    restart: async (signal = 'SIGTERM') => {
      await end(server, signal)
      server = await start()
    },
    end: (signal = 'SIGTERM') => end(server, signal),
    ended: () => ended(server),
    discard,
  }
}

function frontNamed(name: string | undefined): FrontName | null {
  if (!name) return null
  if (name === 'caddy' || name === 'nginx') return name
  throw new Error(`FRONT is caddy or nginx, not ${name}`)
}

const endWithParent = `process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume().unref()`

/** With these arguments, the server ends when its input closes, even if the parent is killed. */
export const serverArgs = [...startFlags, '--import', `data:text/javascript,${encodeURIComponent(endWithParent)}`, builtServer]

async function run(env: Record<string, string>, origin: string, logFile: string): Promise<ChildProcess> {
  // Logs to a file, because a pipe can fill up and loses the last output of a killed process.
  const log = openSync(logFile, 'a')
  const server = spawn(process.execPath, serverArgs, {
    env: { ...startEnv, ...process.env, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...env },
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  // Counts attempts instead of time, because a slow machine is not a failure.
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${readFileSync(logFile, 'utf8')}`)
    if (await isReady(origin)) return server
    await wait(100)
  }
  server.kill('SIGKILL')
  throw new Error(`The server was never ready:\n${readFileSync(logFile, 'utf8')}`)
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/ready`)).ok
  } catch {
    return false
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  server.kill(signal)
  return ended(server)
}

async function ended(server: ChildProcess): Promise<number | null> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  return server.exitCode
}

/** Returns the ids of child processes from /proc. Returns none if the system is not Linux. */
function startedBy({ pid }: ChildProcess): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

async function endAll(pids: number[]): Promise<void> {
  for (const pid of pids) signalled(pid, 'SIGKILL')
  for (let tries = 0; tries < 100 && pids.some((pid) => signalled(pid, 0)); tries++) await wait(20)
}

/** Sends a signal. Signal 0 only checks for the process. Returns false if the process does not exist. */
function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Resident memory in MB. NaN if the system is not Linux. */
export function residentMemory(pid: number): number {
  const status = `/proc/${pid}/status`
  return existsSync(status) ? Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024 : Number.NaN
}
