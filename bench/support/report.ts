import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'

/** `reached` is null without a goal, and for a skipped row. In a skipped row, `ours` has the reason. */
export type Row = {
  what: string
  ours: string
  reference: string
  ratio: string
  goal: string
  reached: boolean | null
}

/** A short run only checks that every section works. */
export const amount = (full: number, short: number) => (process.env.BENCH_SHORT === '1' ? short : full)

export function skipped(what: string, why: string, goal: string): Row {
  return { what, ours: `skipped: ${why}`, reference: '–', ratio: '–', goal, reached: null }
}

export const fact = (what: string, ours: string): Row => ({ what, ours, reference: '–', ratio: '–', goal: '–', reached: null })

export const atMost = (what: string, value: number, limit: number, unit = 'ms'): Row => ({
  ...fact(what, `${value.toFixed(1)} ${unit}`),
  goal: `≤ ${limit} ${unit}`,
  reached: value <= limit,
})

/** Compares times, or rates, with a reference. `goal` is how many times as fast we have to be. NaN as `theirs` skips the row. */
export function compared(what: string, ours: number, name: string, theirs: number, goal: number, unit: 'ms' | '/s' = 'ms'): Row {
  if (Number.isNaN(theirs)) return skipped(what, `${name} is not installed`, `≥ ${goal}×`)
  const ratio = unit === 'ms' ? theirs / ours : ours / theirs
  const text = (value: number) => (unit === 'ms' ? `${value.toFixed(1)} ms` : `${Math.round(value)}/s`)
  return {
    what,
    ours: text(ours),
    reference: `${name}: ${text(theirs)}`,
    ratio: `${ratio.toFixed(2)}×`,
    goal: `≥ ${goal}×`,
    reached: ratio >= goal,
  }
}

/** A limit for a time as a multiple of the time of a smaller piece of work. */
export const atMostTimes = (what: string, ours: number, name: string, theirs: number, limit: number): Row => ({
  ...compared(what, ours, name, theirs, 0),
  ratio: `${(ours / theirs).toFixed(2)}×`,
  goal: `≤ ${limit}×`,
  reached: ours / theirs <= limit,
})

export function table(rows: Row[]): string {
  const head = ['measurement', 'this product', 'reference', 'ratio', 'goal', 'reached']
  const lines = rows.map(({ what, ours, reference, ratio, goal, reached }) => {
    return [what, ours, reference, ratio, goal, reached === null ? '–' : reached ? 'yes' : '**no**']
  })
  return [head, head.map(() => '---'), ...lines].map((cells) => cells.join(' | ')).join('\n')
}

export function machine(): string {
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const versions = ['astro', 'hono', '@hono/node-server', 'better-sqlite3', 'react'].map((name) => `${name} ${versionOf(name)}`)
  return `${cpus()[0]?.model ?? arch()}, ${availableParallelism()} cores, ${gigabytes} GB, ${platform()} ${arch()}; Node ${process.version}, ${versions.join(', ')}`
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** Returns the first line of the program's version, or null if it is not installed. */
export function installed(program: string, ...args: string[]): string | null {
  try {
    // nginx and wrk print their version to stderr, and wrk exits with an error.
    return (
      execFileSync('sh', ['-c', `${program} ${args.join(' ')} 2>&1 || true; command -v ${program} >/dev/null`], {
        encoding: 'utf8',
      }).split('\n', 1)[0] ?? null
    )
  } catch {
    return null
  }
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** `share` is from 0 to 1. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
