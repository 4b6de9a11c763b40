/** Simulates a machine: a folder and processes that can be killed together. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../api/system/root.ts'
import { admin } from '../support/product.ts'

export type Machine = {
  origin: string
  /** The id of the first process and of its process group. */
  pid: number
  dataDir: string
  log(): string
  /** Waits until the server answers. */
  ready(): Promise<void>
  /** Sends a signal to all processes at once. */
  signal(signal: NodeJS.Signals): void
  /** Stops the machine as an operator does. Returns the exit code. */
  stop(): Promise<number | null>
  /** Kills all processes at once. */
  lose(): Promise<void>
  /** Waits until the machine ends by itself. Returns the exit code. */
  ended(): Promise<number | null>
}

/** Runs `npm run pair` with a data folder. */
export function startMachine(dataDir: string, port: number, env: Record<string, string>): Machine {
  const logFile = `${dataDir}.log`
  const output = openSync(logFile, 'a')
  const given = {
    PORT: String(port),
    DATA_DIR: dataDir,
    REGISTRATION_LIMIT: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  }
  const child = spawn(process.execPath, [join(root, 'scripts/pair.ts')], {
    cwd: root,
    env: { ...process.env, AWS_CA_BUNDLE: '', ...given },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  const origin = `http://localhost:${port}`
  const log = () => readFileSync(logFile, 'utf8')
  const signal = (name: NodeJS.Signals) => {
    // Stops the first process before the others are listed, so that it starts no new ones.
    const pid = child.pid ?? 0
    if (name === 'SIGKILL') send(pid, 'SIGSTOP')
    for (const each of [pid, ...startedBy(pid)]) send(each, name)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    dataDir,
    log,
    async ready() {
      for (let tries = 0; tries < 1200; tries++) {
        if (child.exitCode !== null) throw new Error(`It ended:\n${log()}`)
        if ((await fetch(`${origin}/api/ready`).catch(() => null))?.ok) return
        await wait(50)
      }
      throw new Error(`It was never ready:\n${log()}`)
    },
    signal,
    async stop() {
      child.kill('SIGTERM')
      return exit(child)
    },
    async lose() {
      signal('SIGKILL')
      await exit(child)
    },
    ended: () => exit(child),
  }
}

/** Returns the ids of all descendants of a process. */
function startedBy(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    return children
      .filter(Boolean)
      .map(Number)
      .flatMap((child) => [child, ...startedBy(child)])
  } catch {
    return []
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}

async function exit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
