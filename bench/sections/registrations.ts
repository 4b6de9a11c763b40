/**
 * Registrations a second that are on the disk when they are answered, at 64 connections,
 * beside the same product with a transaction for each, and beside a bare handler that checks nothing. All three take
 * turns, so that whatever else the machine does meets them alike; ratios are taken within a round.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'
import { startProduct } from '../../tests/support/product.ts'
import { startDemo } from '../shared/demo.ts'
import { type Load, load, startReference } from '../shared/registering.ts'
import { atMost, median, type Row } from '../shared/report.ts'
import { sectionSave } from '../shared/saving.ts'

const rounds = 7
const [firstSeconds, starts] = [4, 5]
const names = ['product', 'single', 'bare'] as const

export async function measureRegistrations(): Promise<Row[]> {
  return [...(await measureRates()), await measureFirstSeconds(), await measureDuringSaves()]
}

async function measureRates(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
  const product = await startProduct()
  const single = await startReference('single', folder)
  const bare = await startReference('bare', folder)
  const results: Record<(typeof names)[number], Load>[] = []
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
    atMost(`${what}, p99`, p99, 50),
  ]
}

/** A process that just started, as a rush may find it. The visitors have run before, against another one. */
async function measureFirstSeconds(): Promise<Row> {
  const [other, product] = [await startProduct(), await startProduct()]
  const results: Load[] = []
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
  const results: Load[] = []
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
    await panel(`PUT ${sectionSave.path}`, sectionSave.change(index))
    await wait(500)
  }
}
