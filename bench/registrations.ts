/**
 * Registrations a second that are on the disk when they are answered, at 64 connections,
 * beside the same product with a transaction for each, and beside a bare handler that checks nothing. All three take
 * turns, so that whatever else the machine does meets them alike; ratios are taken within a round.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openConnection } from '../tests/reliability/connection.ts'
import { freePort, startProduct } from '../tests/support/product.ts'
import { median, type Row } from './report.ts'

const [connections, seconds, rounds] = [64, 3, 7]
const names = ['product', 'single', 'bare'] as const
type Result = { rate: number; p99: number }

export async function measureRegistrations(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
  const product = await startProduct()
  const single = await startReference('single', folder)
  const bare = await startReference('bare', folder)
  const results: Record<(typeof names)[number], Result>[] = []
  try {
    const origins = { product: product.origin, single: single.origin, bare: bare.origin }
    // Once without counting, as warm-up.
    for (const name of names) await load(origins[name])
    for (let round = 0; round < rounds; round++) {
      results.push({ product: await load(origins.product), single: await load(origins.single), bare: await load(origins.bare) })
    }
  } finally {
    single.process.kill()
    bare.process.kill()
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const rate = (name: (typeof names)[number]) => Math.round(median(results.map((result) => result[name].rate)))
  const toSingle = median(results.map(({ product, single }) => product.rate / single.rate))
  const toBare = median(results.map(({ product, bare }) => product.rate / bare.rate))
  const p99 = median(results.map(({ product }) => product.p99))
  const what = 'durable registrations, 64 connections'
  const ours = `${rate('product')}/s`
  return [
    {
      what,
      ours,
      reference: `a transaction each: ${rate('single')}/s`,
      ratio: `${toSingle.toFixed(2)}×`,
      goal: '≥ 3×',
      reached: toSingle >= 3,
    },
    { what, ours, reference: `bare handler: ${rate('bare')}/s`, ratio: toBare.toFixed(2), goal: '≥ 0.7', reached: toBare >= 0.7 },
    { what: `${what}, p99`, ours: `${p99.toFixed(1)} ms`, reference: '–', ratio: '–', goal: '≤ 50 ms', reached: p99 <= 50 },
  ]
}

async function load(origin: string): Promise<Result> {
  const file = join(import.meta.dirname, 'registration-load.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, origin, String(connections), String(seconds)])
  return JSON.parse(stdout)
}

async function startReference(kind: 'single' | 'bare', folder: string): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(folder, kind))
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, REGISTRATION_LIMIT: '0' }
  const file = join(import.meta.dirname, 'references/registration-references.ts')
  const started = spawn(process.execPath, [file, kind], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    if (started.exitCode !== null) throw new Error(`${kind} did not start`)
    const isListening = await openConnection(origin).then(
      (connection) => {
        connection.close()
        return true
      },
      () => false,
    )
    if (isListening) return { process: started, origin }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
