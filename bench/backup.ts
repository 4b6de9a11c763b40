/**
 * `npm run bench:backup`: how long requests wait while a backup of 50,000 registrations is made and proven, beside the
 * same without a backup. Asked for one after the other, so that the longest answer is the longest time for which the
 * server did nothing else.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDb } from '../data/db.ts'
import { createRegistration } from '../data/queries/new-registrations.ts'
import { sampleRegistrations } from '../scripts/demo/registrations.ts'
import { startProduct } from '../tests/product.ts'

const amount = 50_000
const dataDir = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
const file = join(dataDir, 'conference.db')
const db = openDb(file)
db.transaction(() => {
  for (const registration of sampleRegistrations(amount)) createRegistration(db, registration, new Date().toISOString())
})()
db.close()
console.log(`database: ${amount} registrations, ${((await stat(file)).size / 1e6).toFixed(1)} MB`)

const product = await startProduct({ DATA_DIR: dataDir })
const backUp = () =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/backup.ts')], {
    env: { ...process.env, DATA_DIR: dataDir },
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
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
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
  await rm(dataDir, { recursive: true, force: true })
}
