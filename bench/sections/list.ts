import type { Client } from '../../demo/client.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { amount, atMost, percentile, type Row } from '../support/report.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [people, rounds] = [amount(100_000, 1_000), amount(40, 2)]

export async function measure(): Promise<Row[]> {
  const product = await startWithRegistrations(sampleRegistrations(people))
  try {
    const panel = await organiserOf(product)
    const time = (query: string) => p95Time(panel, `/api/registrations?limit=50&${query}`)
    const searches = [await time('search=perez jose'), await time('search=nadie se llama asi')]
    const many = people.toLocaleString('en')
    return [
      atMost(`first page with counts at ${many}, p95`, await time('offset=0'), 100),
      atMost(`search at ${many}, p95`, Math.max(...searches), 150),
    ]
  } finally {
    await product.discard()
  }
}

async function p95Time(panel: Client, path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + 3; round++) {
    const began = performance.now()
    await (await panel(`GET ${path}`)).arrayBuffer()
    if (round >= 3) times.push(performance.now() - began)
  }
  return percentile(times, 0.95)
}
