/** What the measurements of `npm run bench` have in common: rows of one table, and how they are written down. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'

/**
 * One line of the table. `reached` is null where there is nothing to reach, or where it was skipped: `ours` says why. `runs` has
 * the figure of each run where there were several.
 */
export type Row = {
  what: string
  ours: string
  reference: string
  ratio: string
  goal: string
  reached: boolean | null
  runs?: string[]
}

/** A row for what could not be measured here. */
export function skipped(what: string, why: string, goal: string): Row {
  return { what, ours: `skipped: ${why}`, reference: '–', ratio: '–', goal, reached: null }
}

/** A row of what has nothing to reach and nothing beside it. */
export const fact = (what: string, ours: string): Row => ({ what, ours, reference: '–', ratio: '–', goal: '–', reached: null })

/** A row of what is to be at most so much, with nothing beside it. */
export const atMost = (what: string, value: number, limit: number, unit = 'ms'): Row => ({
  ...fact(what, `${value.toFixed(1)} ${unit}`),
  goal: `≤ ${limit} ${unit}`,
  reached: value <= limit,
})

/** How a cost grows: a small table, and pictures by name. */
type Growth = { title: string; head: string[]; rows: string[][]; pictures: Record<string, string> }

/** What a section has found: rows of the table, and how a cost grows where that was measured. */
export type Measured = { rows: Row[]; grown?: Growth }

/** Of what a section has found in several runs the row in the middle of each, by what is to be reached, with that figure of every run. */
export function middleRows(runs: Row[][]): Row[] {
  const found = runs.filter((rows) => rows.length > 0)
  const [first = []] = found
  if (runs.length === 1) return first
  return first.map((row, index) => {
    if (row.ours.startsWith('skipped')) return row
    const same = found.map((rows) => rows[index] ?? row)
    const sorted = same.toSorted((a, b) => Number.parseFloat(figure(a)) - Number.parseFloat(figure(b)))
    return { ...(sorted[Math.floor(sorted.length / 2)] ?? row), runs: same.map(figure) }
  })
}

/** What of a row is compared with its goal: the ratio where the goal is one, and else ours, from its first number on. */
function figure({ ours, ratio, goal }: Row): string {
  return /^[≤≥] [\d.]+×?$/.test(goal) ? ratio : ours.replace(/^p\d+ /, '')
}

export function table(rows: Row[]): string {
  const hasRuns = rows.some(({ runs }) => runs)
  const lines = rows.map(({ what, ours, reference, ratio, goal, reached, runs }) => [
    ...[what, ours, reference, ratio, goal, reached === null ? '–' : reached ? 'yes' : '**no**'],
    ...(hasRuns ? [runs?.join('; ') ?? ''] : []),
  ])
  return plainTable(['what', 'ours', 'reference', 'ratio', 'to reach', 'reached', ...(hasRuns ? ['each run'] : [])], lines)
}

export function plainTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => cells.join(' | ')).join('\n')
}

/** The machine and the versions that the figures belong to. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const versions = ['astro', 'hono', '@hono/node-server', 'better-sqlite3', 'react'].map((name) => `${name} ${versionOf(name)}`)
  return `${cpus()[0]?.model ?? arch()}, ${availableParallelism()} cores, ${gigabytes} GB, ${platform()} ${arch()}; Node ${process.version}, ${versions.join(', ')}`
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** The first line that a program says about its version, or null when it is not installed. */
export function installed(program: string, ...args: string[]): string | null {
  try {
    // Both write it to the error output, and wrk ends with an error after it.
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

/** The value below which `share` (0 to 1) of the values are. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
