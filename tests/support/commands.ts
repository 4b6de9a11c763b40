/** Runs the product's commands as an operator does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/system/root.ts'
import { temporaryDir } from '../../data/testing.ts'

type Ended = { code: number | null; said: string }

/** Runs scripts/`name`.ts. Returns the exit code and output. */
export async function command(
  name: string,
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Ended> {
  const options = { env: { ...process.env, ...env, DATA_DIR: dataDir }, cwd: root } as const
  const child = spawn(process.execPath, [join(root, 'scripts', `${name}.ts`), ...args], options)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Runs the demo until the server answers, then sends Ctrl-C. Returns the demo's output. */
export async function runDemo(env: Record<string, string>): Promise<string> {
  const demo = spawn(process.execPath, [join(root, 'scripts/demo.ts')], { env: { ...process.env, ...env } })
  let said = ''
  demo.stderr.on('data', (data) => {
    said += data
  })
  demo.stdout.on('data', (data) => {
    said += data
    if (said.includes('Ctrl-C')) demo.kill('SIGINT')
  })
  await once(demo, 'close')
  return said
}

/** A clock that tests set while the processes with `env` run. */
export function shiftedClock(): { env: Record<string, string>; setDays(days: number): void } {
  const file = join(temporaryDir(), 'days')
  const preload = join(root, 'tests/support/shifted-clock.ts')
  const setDays = (days: number) => writeFileSync(file, String(days))
  setDays(0)
  return { env: { CLOCK_DAYS: file, NODE_OPTIONS: `--import ${preload}` }, setDays }
}
