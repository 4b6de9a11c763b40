import type { Client } from '../../demo/client.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { atMost, amount as count, fact, median, type Row } from '../support/report.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [amounts, rounds] = [[1_000, 10_000, count(100_000, 11_000)], count(15, 2)]
const most = Math.max(...amounts)

type Result = { amount: number; first: number; search: number; none: number }

export async function measure(): Promise<Row[]> {
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
      })
    } finally {
      await product.discard()
    }
  }
  return results.flatMap((result) => {
    const many = result.amount.toLocaleString('en')
    const slowestSearch = Math.max(result.search, result.none)
    if (result.amount < most)
      return [fact(`first page, search at ${many}`, [result.first, slowestSearch].map((ms) => `${ms.toFixed(1)} ms`).join(', '))]
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
