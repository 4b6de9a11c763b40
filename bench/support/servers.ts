import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMemory } from '../../tests/support/product.ts'

export type Server = { origin: string; memory(): number; stop(): Promise<void> }

/** A folder that `npm run bench` may fill. The caller removes it. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'conferencia-bench-'))

/** Starts a server on `port` with `folder` as DATA_DIR, and waits until it answers. `stop` also removes the folder. */
export async function startServer(
  port: number,
  folder: string,
  [command = '', ...args]: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Server> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, ...options.env }
  const server = spawn(command, args, { ...options, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(origin).catch(() => null)); tries++) {
    if (server.exitCode !== null || tries === 1200) throw new Error(`${command} ${args.join(' ')} did not start`)
    await wait(50)
  }
  return {
    origin,
    memory: () => residentMemory(server.pid ?? 0),
    async stop() {
      const exited = once(server, 'exit')
      server.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a file of `references/` with Node. */
export const reference = (port: number, file: string, env: Record<string, string> = {}): Promise<Server> =>
  startServer(port, newFolder(), [process.execPath, join(import.meta.dirname, '../references', file)], { env })
