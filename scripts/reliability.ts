/**
 * `npm run test:reliability`: everything that could lose something, tried many times: processes killed at every step, full
 * disks, broken migrations, saves and backups under load. Then the unit tests in three time zones. Ends by itself, with a
 * table of attempts and losses; the exit code is not 0 when anything was lost.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../api/system/root.ts'
import type { Report } from '../tests/reliability/report.ts'

const dir = mkdtempSync(join(tmpdir(), 'conferencia-reliability-'))
const reportFile = join(dir, 'report')

/** Runs tests; whether all of them passed. At most `minutes`, for something that hangs must not hang here. */
function run(args: string[], env: Record<string, string>, minutes: number): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, timeout: minutes * 60_000 } as const
  return spawnSync(process.execPath, [vitest, 'run', ...args], options).status === 0
}

const env = { RELIABILITY: 'full', RELIABILITY_REPORT: reportFile }
let isPassed = run(['tests/reliability'], env, 120)
const results: Report[] = existsSync(reportFile)
  ? readFileSync(reportFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []

for (const zone of ['UTC', 'Asia/Tokyo', 'America/Guatemala']) {
  const passed = run(['--project', 'unit'], { TZ: zone }, 20)
  isPassed &&= passed
  results.push({ what: `unit tests with TZ=${zone}`, tried: 1, lost: passed ? 0 : 1 })
}
rmSync(dir, { recursive: true })

const width = Math.max(...results.map(({ what }) => what.length))
console.log(`\n${'what'.padEnd(width)}   tried    lost`)
for (const { what, tried, lost } of results)
  console.log(`${what.padEnd(width)}  ${String(tried).padStart(6)}  ${String(lost).padStart(6)}`)
const lost = results.reduce((sum, result) => sum + result.lost, 0)
console.log(`${'lost altogether'.padEnd(width)}          ${String(lost).padStart(6)}`)
if (!isPassed || lost > 0) {
  console.error('\nNot everything held: the failed tests are above.')
  process.exitCode = 1
}
