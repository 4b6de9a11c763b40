/**
 * Registrations a second that are on the disk when they are answered, at 64 connections,
 * beside the same product with a transaction for each, and beside a bare handler that checks nothing. All three take
 * turns, so that whatever else the machine does meets them alike; ratios are taken within a round.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Client } from '../demo/client.ts'
import { openConnection } from '../tests/reliability/connection.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startProduct } from '../tests/support/product.ts'
import { startDemo } from './demo.ts'
import { median, type Row } from './report.ts'
import { sectionSave } from './saving.ts'

const [connections, seconds, rounds] = [64, 3, 7]
const [firstSeconds, starts] = [4, 5]
const names = ['product', 'single', 'bare'] as const
type Result = { rate: number; p99: number }

export async function measureRegistrations(): Promise<Row[]> {
  return [...(await measureRates()), await measureFirstSeconds(), await measureDuringSaves()]
}

async function measureRates(): Promise<Row[]> {
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
      goal: '≥ 3.5×',
      reached: toSingle >= 3.5,
    },
    { what, ours, reference: `bare handler: ${rate('bare')}/s`, ratio: toBare.toFixed(2), goal: '≥ 0.7', reached: toBare >= 0.7 },
    { what: `${what}, p99`, ours: `${p99.toFixed(1)} ms`, reference: '–', ratio: '–', goal: '≤ 50 ms', reached: p99 <= 50 },
  ]
}

/** A process that just started, as a rush may find it. The visitors have run before, against another one. */
async function measureFirstSeconds(): Promise<Row> {
  const [other, product] = [await startProduct(), await startProduct()]
  const results: Result[] = []
  try {
    for (let round = 0; round < starts; round++) {
      await product.restart()
      results.push(await load(product.origin, firstSeconds, other.origin))
    }
  } finally {
    await product.stop()
    await other.stop()
  }
  return atMost(`registrations in the first ${firstSeconds} s of a process, p99`, median(results.map(({ p99 }) => p99)), 50)
}

async function measureDuringSaves(): Promise<Row> {
  const { product, panel } = await startDemo()
  const stop = new AbortController()
  const saving = saveTwiceASecond(panel, stop.signal)
  const results: Result[] = []
  try {
    await load(product.origin)
    for (let round = 0; round < rounds; round++) results.push(await load(product.origin))
  } finally {
    stop.abort()
    await saving
    await product.stop()
  }
  return atMost('registrations while somebody saves twice a second, p99', median(results.map(({ p99 }) => p99)), 30)
}

async function saveTwiceASecond(panel: Client, signal: AbortSignal): Promise<void> {
  for (let index = 0; !signal.aborted; index++) {
    await panel('PUT', sectionSave.path, 200, sectionSave.change(index))
    await wait(500)
  }
}

function atMost(what: string, value: number, limit: number): Row {
  return { what, ours: `${value.toFixed(1)} ms`, reference: '–', ratio: '–', goal: `≤ ${limit} ms`, reached: value <= limit }
}

/** Registrations a second, sent by a process of its own; with `warmUp`, after it has run against that server for a second. */
export async function load(origin: string, duration = seconds, warmUp = ''): Promise<Result> {
  const file = join(import.meta.dirname, 'registration-load.ts')
  const args = [file, origin, String(connections), String(duration), warmUp]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

export async function startReference(
  kind: 'single' | 'bare',
  folder: string,
  more: Record<string, string> = {},
): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(folder, kind))
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, REGISTRATION_LIMIT: '0', ...more }
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
    await wait(50)
  }
}
