/**
 * `npm run bench`: compares the product with references in the same run, and measures how costs grow. Prints one table and
 * writes it to bench/results.md, after each section: one that fails is named there and takes no other with it. With names
 * (`npm run bench -- save pages`) it runs only those and writes nothing; after the name of one more may be said (`lighthouse 5 grande`).
 * With `--short` each is only tried: a little of everything, in a few minutes, with figures that say nothing and are not written.
 * With `--runs=3` all of it is measured three times, one whole run after the other, and the median of the three is written.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { sections, withOptions } from './sections.ts'
import { installed, type Measured, machine, middleRows, plainTable, table } from './support/report.ts'

/** Milliseconds after which a section is ended. */
const limit = 8 * 60_000
/** Milliseconds after which no other section of a run is begun: whoever waits for the whole run knows when it ends. */
const longest = 50 * 60_000

const signals = ['SIGINT', 'SIGTERM'] as const

type Result = { name: string; seconds: number; load: number; measured: Measured | null }

const { values, positionals: given } = parseArgs({
  options: { short: { type: 'boolean', default: false }, runs: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const isShort = values.short
const rounds = Number(values.runs)
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`--runs=${values.runs}: not a number of runs`)
// Of `lighthouse 5 grande` all but the name is for that section.
const asked = withOptions.includes(given[0] ?? '') ? given.slice(0, 1) : given
const options = given.slice(asked.length)
const unknown = asked.filter((name) => !(name in sections))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not among ${Object.keys(sections).join(', ')}`)

ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'conferencia-bench-'))
/** What each run has found. */
const runs: Result[][] = []
const isWritten = asked.length === 0 && !isShort
while (runs.length < rounds) await measure()
rmSync(folder, { recursive: true, force: true })
console.log(`\n${machine()}\n\n${table(rows())}`)
for (const { title, head, rows } of grown()) console.log(`\n${title}\n${plainTable(head, rows)}`)
for (const results of runs) console.log(`\n${durations(results)}`)
if (runs.some((results) => failed(results).length > 0)) process.exitCode = 1

/** Measures every section once. What is written after each is of the runs before and of this one as far as it is. */
async function measure(): Promise<void> {
  const results: Result[] = []
  runs.push(results)
  const began = performance.now()
  for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
    if (performance.now() - began > longest) {
      console.error(`${name} and what comes after it are left out: the run has taken ${longest / 60_000} minutes`)
      process.exitCode = 1
      break
    }
    console.error(`measuring ${name} …`)
    results.push(await run(name))
    if (isWritten) write()
  }
}

/** Runs a section, and ends everything that it started when it fails or takes too long. */
async function run(name: string): Promise<Result> {
  const file = join(folder, `${name}.json`)
  const load = loadavg()[0] ?? Number.NaN
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'section.ts'), file, name, ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BENCH_SHORT: isShort ? '1' : '' },
    // Leads a group of its own, so that no server which it started outlives it.
    detached: true,
  })
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // All of them have ended.
    }
  }
  const interrupted = () => {
    end()
    process.exit(1)
  }
  for (const signal of signals) process.once(signal, interrupted)
  const timer = setTimeout(end, limit)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  for (const signal of signals) process.off(signal, interrupted)
  end()
  const measured = code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : null
  return { name, seconds: Math.round((performance.now() - began) / 1000), load, measured }
}

function rows() {
  return Object.keys(sections).flatMap((section) =>
    middleRows(runs.flatMap((results) => [results.find(({ name }) => name === section)?.measured?.rows ?? []])),
  )
}

/** How costs grow, from the first run: tables and pictures have no middle. */
function grown() {
  return (runs[0] ?? []).flatMap(({ measured }) => measured?.grown ?? [])
}

function failed(results: Result[]): string[] {
  return results.filter(({ measured }) => !measured).map(({ name }) => name)
}

function durations(results: Result[]): string {
  const whole = results.reduce((sum, { seconds }) => sum + seconds, 0)
  const each = results.map(({ name, seconds, load }) => `${name} ${seconds} s (${load.toFixed(1)})`)
  return `Took ${(whole / 60).toFixed(1)} minutes; each section, and the load of the machine when it began: ${each.join(', ')}.`
}

/** What a run lacks, in the words of the results. */
function missing(results: Result[]): string[] {
  const left = Object.keys(sections).slice(results.length)
  return [
    ...(failed(results).length > 0 ? [`**Failed: ${failed(results).join(', ')}.**`] : []),
    ...(left.length > 0 ? [`**Not measured, for the run was not whole: ${left.join(', ')}.**`] : []),
  ]
}

function write(): void {
  const references = ['nginx', 'wrk'].map((name) => installed(name, '-v') ?? `${name} is not installed`)
  references.push(`Caddy ${installed('caddy', 'version') ?? 'is not installed'}`)
  const parts = grown().map(({ title, head, rows, pictures }) => {
    for (const [name, svg] of Object.entries(pictures)) writeFileSync(join(import.meta.dirname, `${name}.svg`), svg)
    const shown = Object.keys(pictures).map((name) => `![${title}](${name}.svg)`)
    return `## ${title}\n\n${plainTable(head, rows)}\n\n${shown.join('\n')}`
  })
  const text = [
    '# Measured',
    'Written by `npm run bench`. Each ratio is of figures from the same run, taken in turns; absolute figures are only of this machine.',
    `${new Date().toISOString().slice(0, 10)}; ${machine()}; ${references.join('; ')}.`,
    'The content is the demo’s.',
    ...(runs.length > 1
      ? [
          `Of ${runs.length} whole runs, one after the other, each row is the one in the middle by the figure that has something to reach; that figure of all of them stands last.`,
        ]
      : []),
    ...runs.flatMap(missing),
    table(rows()),
    ...runs.map(durations),
    '# How costs grow',
    ...parts,
  ]
  writeFileSync(join(import.meta.dirname, 'results.md'), `${text.join('\n\n')}\n`)
}
