/** A machine in small: a folder, and all that runs on it, which can be lost at once. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../api/system/root.ts'
import { admin } from '../support/product.ts'

export type Machine = {
  origin: string
  dataDir: string
  log(): string
  /** Waits until it serves. */
  ready(): Promise<void>
  /** Ends all of it, without a chance to say or write anything. */
  lose(): Promise<void>
  /** Waits until it has ended by itself. */
  ended(): Promise<void>
}

/** Runs `npm run pair` on a folder. What it starts belongs to one group of processes, as on a machine of its own. */
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
  return {
    origin,
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
    async lose() {
      killGroup(child)
      await exit(child)
    },
    ended: () => exit(child),
  }
}

/** Litestream and the server are children of the one that was started, and in its group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid) execFileSync('kill', ['-9', '--', `-${pid}`], { stdio: 'ignore' })
}

async function exit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
