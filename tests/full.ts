/**
 * `npm run test:full -- NAME` runs tests that are too slow for `npm test` or need more than `npm ci` installs. Arguments after
 * the name, such as files, replace the name's files. Ends with a table of losses, and fails if a test failed or something was
 * lost.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../api/system/root.ts'
import type { Report } from './reliability/report.ts'

/** One run of Vitest: files, options and environment. */
type Run = { of: string[]; options?: string[]; env?: Record<string, string> }

const full = ['--mode', 'full']
const withStore = ['--config', 'tests/s3/vitest.config.ts']
const zones = ['UTC', 'Asia/Tokyo', 'America/Guatemala']
const fronts = ['caddy', 'nginx']
const throughFront = ['tests/public-page', 'tests/conference-online', 'tests/panel/session']
const delays = `--import=${join(import.meta.dirname, 'support/random-delays.ts')}`

const runs: Record<string, Run[]> = {
  hardening: [{ of: ['tests/hardening', 'tests/reliability/health', 'tests/reliability/pair'], options: full }],
  reliability: [{ of: ['tests/reliability'], options: full }, ...zones.map((TZ) => ({ of: ['--project', 'unit'], env: { TZ } }))],
  page: [
    {
      of: [
        'tests/public-page/access',
        'tests/public-page/item-pages',
        'tests/public-page/own-page',
        'tests/public-page/page.test',
        'tests/public-page/programmes',
        'tests/public-page/agenda',
        'tests/public-page/moment',
        'tests/public-page/day-by-itself',
        'tests/public-page/demo-pictures',
        'tests/public-page/email-typo',
        'tests/public-page/offline',
        'tests/public-page/registration-form',
        'tests/public-page/taps',
        'tests/publishing/kept-parts',
        'tests/publishing/editions',
        'tests/publishing/screens',
      ],
      options: full,
    },
  ],
  look: [{ of: ['tests/public-page/look'], options: full }],
  door: [{ of: ['tests/door', 'api/door'], options: full }],
  mail: [{ of: ['tests/mail', 'tests/reliability/mail'], options: full }],
  s3: [{ of: ['store', 'saves'], options: withStore }],
  replica: [{ of: ['replica'], options: withStore }],
  programme: [{ of: ['tests/publishing/programme-round-trip', 'site/schedule'], options: full }],
  panel: [{ of: ['tests/panel'], options: full }],
  flows: [{ of: ['tests/panel/flows', 'tests/panel/timetable'], options: full }],
  day: [{ of: ['tests/reliability/small-day'], options: full }],
  recipes: [{ of: [], options: ['--config', 'tests/recipes/vitest.config.ts'] }],
  places: [
    {
      of: ['api/registrations/simulation', 'data/place-links', 'data/transfers', 'data/registrations/unconfirmed'],
      options: full,
    },
  ],
  cards: [{ of: ['api/drawing/draw-share-card', 'api/drawing/certificate-pdf'], options: full }],
  deploy: [
    { of: ['tests/deploy', 'scripts/build'], options: full },
    ...fronts.map((FRONT) => ({ of: throughFront, env: { FRONT } })),
  ],
  openapi: [{ of: ['tests/openapi'], options: full }],
  delays: [{ of: [], env: { NODE_OPTIONS: delays } }],
}

const [name = '', ...given] = process.argv.slice(2)
const wanted = runs[name]
if (!wanted) {
  console.error(`npm run test:full -- <name>, which is one of ${Object.keys(runs).join(', ')}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'conferencia-full-'))
const reportFile = join(folder, 'report')
const isPassed = wanted.map(run).every(Boolean)
const reports: Report[] = existsSync(reportFile)
  ? readFileSync(reportFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
rmSync(folder, { recursive: true })
const lost = reports.reduce((sum, report) => sum + report.lost, 0)
if (reports.length > 0)
  printTable([...reports, { what: 'altogether', tried: reports.reduce((sum, { tried }) => sum + tried, 0), lost }])
if (!isPassed || lost > 0) {
  console.error('\nNot everything held: the failed tests are above.')
  process.exitCode = 1
}

/** Returns true if all tests passed. Stops after two hours, because a test may hang. */
function run({ of, options = [], env }: Run): boolean {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...(given.length > 0 ? given : of)]
  const whole = { ...process.env, RELIABILITY_REPORT: reportFile, ...env }
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: whole, timeout: 120 * 60_000 })
  return status === 0
}

function printTable(rows: Report[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n${'what'.padEnd(width)}   tried    lost`)
  for (const { what, tried, lost } of rows)
    console.log(`${what.padEnd(width)}  ${String(tried).padStart(6)}  ${String(lost).padStart(6)}`)
}
