import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import type { Product } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { atMost, fact, median, type Row } from '../support/report.ts'
import { amount as count } from '../support/short.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [amounts, rounds] = [[1_000, 10_000, count(100_000, 11_000)], count(15, 2)]
const most = Math.max(...amounts)

type Result = { amount: number; first: number; search: number; none: number; csv: number; memory: number }

export async function measureList(): Promise<Row[]> {
  const samples = sampleRegistrations(most)
  const results: Result[] = []
  for (const amount of amounts) {
    const product = await startWithRegistrations(samples.slice(0, amount))
    try {
      const panel = await organiserOf(product)
      const time = (query: string) => medianTime(panel, `/api/registrations?limit=50&${query}`)
      results.push({
        amount,
        first: await time('offset=0'),
        search: await time('search=perez jose'),
        none: await time('search=nadie se llama asi'),
        ...(await exported(panel, product, amount)),
      })
    } finally {
      await product.discard()
    }
  }
  return results.flatMap((result) => {
    const many = result.amount.toLocaleString('en')
    const slowestSearch = Math.max(result.search, result.none)
    if (result.amount < most)
      return [
        fact(
          `first page, search and CSV at ${many}`,
          [result.first, slowestSearch, result.csv].map((ms) => `${ms.toFixed(1)} ms`).join(', '),
        ),
      ]
    return [atMost(`first page with counts at ${many}`, result.first, 100), atMost(`search at ${many}`, slowestSearch, 150)]
  })
}

async function medianTime(panel: Client, path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + 3; round++) {
    const began = performance.now()
    await (await panel(`GET ${path}`)).arrayBuffer()
    if (round >= 3) times.push(performance.now() - began)
  }
  return median(times)
}

/** Returns milliseconds of a process's first CSV, and the growth of its memory in MB. */
async function exported(panel: Client, product: Product, amount: number): Promise<{ csv: number; memory: number }> {
  await product.restart()
  await wait(500)
  const before = product.memory()
  let highest = before
  const watch = setInterval(() => {
    highest = Math.max(highest, product.memory())
  }, 10)
  const began = performance.now()
  const answer = await panel('GET /api/registrations/export')
  let lines = 0
  // Reads the CSV as a stream, because the memory is measured at the same time.
  for await (const part of answer.body ?? []) for (const byte of part) if (byte === 10) lines++
  const csv = performance.now() - began
  clearInterval(watch)
  if (lines < amount) throw new Error(`${lines} lines instead of ${amount}`)
  return { csv, memory: Math.max(0, highest - before) }
}
