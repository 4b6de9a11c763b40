/**
 * How long requests wait while a backup of 50,000 registrations is made and proven, beside the same without a backup. Asked
 * for one after the other, so that the longest answer is the longest time for which the server did nothing else.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sampleRegistrations } from '../../demo/registrations.ts'
import type { Product } from '../../tests/support/product.ts'
import { fact, median, percentile, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [people, rounds] = [amount(50_000, 1_000), amount(3, 1)]

export async function measureBackup(): Promise<Row[]> {
  const product = await startWithRegistrations(sampleRegistrations(people))
  try {
    const { size } = await stat(join(product.dataDir, 'conference.db'))
    await waits(product, wait(2000))
    const [without, during, took]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      without.push(...(await waits(product, wait(3000))))
      const began = performance.now()
      during.push(...(await waits(product, backUp(product))))
      took.push((performance.now() - began) / 1000)
    }
    const what = `a backup of ${people.toLocaleString('en')} registrations`
    const row = (name: string, share: number): Row => ({
      ...fact(`answers during ${what}, ${name}`, `${percentile(during, share).toFixed(1)} ms`),
      reference: `without: ${percentile(without, share).toFixed(1)} ms`,
    })
    return [
      fact(what, `${median(took).toFixed(1)} s (${(size / 1e6).toFixed(1)} MB)`),
      row('p50', 0.5),
      row('p99', 0.99),
      row('longest', 1),
    ]
  } finally {
    await product.discard()
  }
}

function backUp({ dataDir }: Product): Promise<unknown> {
  const program = join(import.meta.dirname, '../../scripts/backup.ts')
  return promisify(execFile)(process.execPath, [program], { env: { ...process.env, DATA_DIR: dataDir } })
}

/** Milliseconds of each answer to a registration and to a read, in turn, until `work` is done. */
async function waits({ origin }: Product, work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  const times: number[] = []
  for (let number = 0; !isOver; number++) {
    const start = performance.now()
    const body = JSON.stringify({ name: 'José', email: `${performance.now()}@ejemplo.gt` })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await (number % 2 === 0
      ? fetch(`${origin}/api/registrations`, { method: 'POST', headers, body })
      : fetch(`${origin}/api/hero`))
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status}`)
    times.push(performance.now() - start)
  }
  await done
  return times
}
