/**
 * `npm run bench:backup`: how long requests wait while a backup of 50,000 registrations is made and proven, beside the
 * same without a backup. Asked for one after the other, so that the longest answer is the longest time for which the
 * server did nothing else.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sampleRegistrations } from '../demo/registrations.ts'
import { percentile } from './report.ts'
import { startWithRegistrations } from './stored-registrations.ts'

const amount = 50_000
const product = await startWithRegistrations(sampleRegistrations(amount))
const { size } = await stat(join(product.dataDir, 'conference.db'))
console.log(`database: ${amount} registrations, ${(size / 1e6).toFixed(1)} MB`)

const backUp = () =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/backup.ts')], {
    env: { ...process.env, DATA_DIR: product.dataDir },
  })

/** Milliseconds of each answer to a registration and to a read, in turn, until `work` is done. */
async function waits(work: Promise<unknown>): Promise<number[]> {
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
      ? fetch(`${product.origin}/api/registrations`, { method: 'POST', headers, body })
      : fetch(`${product.origin}/api/hero`))
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status}`)
    times.push(performance.now() - start)
  }
  await done
  return times
}

function report(what: string, times: number[]): void {
  const at = (share: number) => percentile(times, share).toFixed(1)
  console.log(
    `${what.padEnd(16)} answers ${String(times.length).padStart(5)}   median ${at(0.5)} ms   99 % ${at(0.99)} ms   longest ${at(1)} ms`,
  )
}

try {
  await waits(new Promise((resolve) => setTimeout(resolve, 2000)))
  for (let round = 0; round < 3; round++) {
    report('without', await waits(new Promise((resolve) => setTimeout(resolve, 3000))))
    const start = performance.now()
    report('during a backup', await waits(backUp()))
    console.log(`the backup took ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
} finally {
  await product.stop()
}
