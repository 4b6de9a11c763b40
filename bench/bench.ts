/** `npm run bench` writes bench/results.md. With names of sections (`-- save pages`) or `-- --short`, it only prints the results. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { sections, withPayload } from './sections.ts'
import { machineSpeed, variation } from './support/machine-speed.ts'
import { installPayload, payloadVersions } from './support/payload.ts'
import { installed, machine, type Row, table } from './support/report.ts'

const maxSectionMs = 8 * 60_000

const signals = ['SIGINT', 'SIGTERM'] as const

/** `rows` is null after a failure. `load` is the machine's load average at the start. */
type Result = { name: string; seconds: number; load: number; rows: Row[] | null }

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isShort = values.short
const asked = positionals.flatMap((name) => (name === 'payload' ? withPayload : [name]))
const unknown = asked.filter((name) => !sections.includes(name))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not among payload, ${sections.join(', ')}`)

ensureBuilt()
if (asked.length === 0 || positionals.includes('payload')) installPayload()
const before = machineSpeed()
const folder = mkdtempSync(join(tmpdir(), 'conferencia-bench-'))
const results: Result[] = []
for (const name of asked.length > 0 ? asked : sections) {
  console.error(`measuring ${name} …`)
  results.push(await run(name))
}
rmSync(folder, { recursive: true, force: true })
const rows = results.flatMap(({ rows }) => rows ?? [])
const failed = results.filter(({ rows }) => !rows).map(({ name }) => name)
const closing = [aboutPayload(), durations(), variation(before, machineSpeed())].join('\n\n')
console.log(`\n${machine()}\n\n${table(rows)}\n\n${closing}`)
if (asked.length === 0 && !isShort) write()
if (failed.length > 0) process.exitCode = 1

async function run(name: string): Promise<Result> {
  const file = join(folder, `${name}.json`)
  const load = loadavg()[0] ?? Number.NaN
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'section.ts'), file, name], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BENCH_SHORT: isShort ? '1' : '' },
    // In a process group of its own, so that servers that the section started end with it.
    detached: true,
  })
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // All processes have ended already.
    }
  }
  const interrupted = () => {
    end()
    process.exit(1)
  }
  for (const signal of signals) process.once(signal, interrupted)
  const timer = setTimeout(end, maxSectionMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  for (const signal of signals) process.off(signal, interrupted)
  end()
  const rows = code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : null
  return { name, seconds: Math.round((performance.now() - began) / 1000), load, rows }
}

function durations(): string {
  const whole = results.reduce((sum, { seconds }) => sum + seconds, 0)
  const each = results.map(({ name, seconds, load }) => `${name} ${seconds} s (${load.toFixed(1)})`)
  return `Took ${(whole / 60).toFixed(1)} minutes. Each section, with the load of the machine when it began: ${each.join(', ')}.`
}

function aboutPayload(): string {
  const isFaster = ({ reference, ratio, goal }: Row) =>
    reference.startsWith('Payload') && goal !== 'below it' && Number.parseFloat(ratio) < 1
  const faster = rows.filter(isFaster).map(({ what }) => what)
  return [
    `${payloadVersions()} (bench/references/payload) has the demo's texts in a plain page, without pictures, partners, agenda search and mails.`,
    'It runs with `next build` and `next start`. Its SQLite uses WAL and `synchronous = FULL`, and waits 5 s for a locked database.',
    'Its page is static, and each save revalidates the page. Its live preview uses `useLivePreview`. Other settings are the defaults.',
    faster.length > 0 ? `Payload is faster in: ${faster.join('; ')}.` : 'Payload is faster in no row.',
  ].join(' ')
}

function write(): void {
  const references = ['nginx', 'wrk'].map((name) => installed(name, '-v') ?? `${name} is not installed`)
  references.push(`Caddy ${installed('caddy', 'version') ?? 'is not installed'}`)
  const text = [
    '# Measurements',
    '`npm run bench` writes this file. The two figures of a ratio are from the same run. Absolute figures are valid only for this machine.',
    `Date: ${new Date().toISOString().slice(0, 10)}. Machine: ${machine()}; ${references.join('; ')}.`,
    'The site has the content of the demo unless a row names another.',
    "The second visit slows the page's network and processor. The network of its service worker is not slowed.",
    ...(failed.length > 0 ? [`**Failed: ${failed.join(', ')}.**`] : []),
    table(rows),
    closing,
  ]
  writeFileSync(join(import.meta.dirname, 'results.md'), `${text.join('\n\n')}\n`)
}
