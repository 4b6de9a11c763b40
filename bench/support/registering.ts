import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openConnection } from '../../tests/reliability/connection.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { amount } from './report.ts'

const connections = 64

export const loadSeconds = amount(3, 1)

export type Load = { rate: number; p99: number }

/** `choice` is for people who then choose sessions on their own page. The load reads their token in the database `file`. */
export type MoreSent = { answers?: Record<string, unknown>; choice?: { sessions: string[]; file: string } }

/** Sends registrations from another process. */
export async function load(origin: string, more: MoreSent = {}): Promise<Load> {
  const file = join(import.meta.dirname, 'registration-load.ts')
  const args = [file, origin, String(connections), String(loadSeconds), JSON.stringify(more)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

export async function startReference(
  folder: string,
  more: Record<string, string> = {},
): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(folder, 'bare'))
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, REGISTRATION_LIMIT: '0', ...more }
  const file = join(import.meta.dirname, '../references/bare-registrations.ts')
  const started = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    if (started.exitCode !== null) throw new Error(`the reference did not start`)
    const isListening = await openConnection(origin).then(
      (connection) => {
        connection.close()
        return true
      },
      () => false,
    )
    if (isListening) return { process: started, origin }
    await wait(50)
  }
}
