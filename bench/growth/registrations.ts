/** What the panel's list, its search, its counts and the CSV cost with 1,000, 10,000 and 100,000 registrations. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sampleRegistrations } from '../../scripts/demo/registrations.ts'
import { startProduct } from '../../tests/product.ts'
import { chart } from '../chart.ts'
import { type Call, signIn } from '../demo.ts'
import { median, memoryOf } from '../report.ts'
import { storeRegistrations } from '../stored-registrations.ts'
import type { Growth } from './growth.ts'

const [amounts, rounds] = [[1_000, 10_000, 100_000], 15]
const most = Math.max(...amounts)

type Result = { amount: number; first: number; search: number; none: number; csv: number; memory: number }

export async function growthOfRegistrations(): Promise<Growth> {
  const samples = sampleRegistrations(most)
  const results: Result[] = []
  for (const amount of amounts) {
    const dataDir = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
    storeRegistrations(join(dataDir, 'conference.db'), samples.slice(0, amount))
    const product = await startProduct({ DATA_DIR: dataDir })
    try {
      const call = await signIn(product.origin)
      const time = (query: string) => medianTime(call, `/api/registrations?limit=50&${query}`)
      results.push({
        amount,
        // The counts come along with every page.
        first: await time('offset=0'),
        search: await time('search=perez jose'),
        none: await time('search=nadie se llama asi'),
        ...(await exported(call, product.pid(), amount)),
      })
    } finally {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  const line = (name: string, value: (result: Result) => number) => ({
    name,
    points: results.map((result): [number, number] => [result.amount, value(result)]),
  })
  const last = results.at(-1)
  if (!last) throw new Error('nothing was measured')
  const slowest = Math.max(last.search, last.none)
  const many = most.toLocaleString('en')
  return {
    title: 'The list of registrations, as it grows',
    head: ['registrations', 'first page with counts', 'search', 'search without matches', 'CSV', 'memory it took'],
    rows: results.map(({ amount, first, search, none, csv, memory }) => [
      amount.toLocaleString('en'),
      ...[first, search, none, csv].map((value) => `${value.toFixed(1)} ms`),
      `${memory.toFixed(1)} MB`,
    ]),
    pictures: {
      registrations: chart('The list of registrations', 'ms', 'registrations', [
        line('first page', ({ first }) => first),
        line('search', ({ search }) => search),
        line('no match', ({ none }) => none),
        line('CSV', ({ csv }) => csv),
      ]),
    },
    goals: [
      {
        what: `first page with counts at ${many}`,
        ours: `${last.first.toFixed(1)} ms`,
        goal: '≤ 30 ms',
        reached: last.first <= 30,
      },
      { what: `search at ${many}`, ours: `${slowest.toFixed(1)} ms`, goal: '≤ 50 ms', reached: slowest <= 50 },
      {
        what: `memory for the CSV of ${many}`,
        ours: `${last.memory.toFixed(1)} MB`,
        goal: '≤ 30 MB',
        reached: last.memory <= 30,
      },
    ],
  }
}

async function medianTime(call: Call, path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + 3; round++) {
    const began = performance.now()
    await (await call('GET', path)).arrayBuffer()
    if (round >= 3) times.push(performance.now() - began)
  }
  return median(times)
}

/** Milliseconds for the whole CSV, and how much the process grew at most meanwhile, in MB; after one that is not counted. */
async function exported(call: Call, pid: number, amount: number): Promise<{ csv: number; memory: number }> {
  const read = async () => {
    const text = await (await call('GET', '/api/registrations/export')).text()
    const lines = text.split('\n').length
    if (lines < amount) throw new Error(`${lines} lines instead of ${amount}`)
  }
  await read()
  await wait(500)
  const before = memoryOf(pid)
  let highest = before
  const watch = setInterval(() => {
    highest = Math.max(highest, memoryOf(pid))
  }, 10)
  const began = performance.now()
  await read()
  const csv = performance.now() - began
  clearInterval(watch)
  return { csv, memory: Math.max(0, highest - before) }
}
