/**
 * `npm run bench`: compares the product with references in the same run, and measures how costs grow. Prints one table and
 * writes it to bench/results.md. With names (`npm run bench -- save pages`) it runs only those and writes nothing.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureFronts } from './fronts.ts'
import type { Growth } from './growth/growth.ts'
import { growthOfPage } from './growth/page.ts'
import { growthOfRegistrations } from './growth/registrations.ts'
import { growthOfRevisions } from './growth/revisions.ts'
import { measureMemory } from './memory.ts'
import { measurePages } from './pages.ts'
import { measurePreview } from './preview.ts'
import { measureRegistrations } from './registrations.ts'
import { installed, machine, type Row, table } from './report.ts'
import { measureSaves } from './save.ts'
import { measureStart } from './start.ts'

const measurements: Record<string, () => Promise<Row[]>> = {
  save: measureSaves,
  pages: measurePages,
  fronts: measureFronts,
  registrations: measureRegistrations,
  start: measureStart,
  memory: measureMemory,
  preview: measurePreview,
}
const growths: Record<string, () => Growth | Promise<Growth>> = {
  'growth-page': growthOfPage,
  'growth-registrations': growthOfRegistrations,
  'growth-revisions': growthOfRevisions,
}

const asked = process.argv.slice(2)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)

const rows: Row[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (isAsked(name)) rows.push(...(await measured(name, measure)))
}
const grown: Growth[] = []
for (const [name, measure] of Object.entries(growths)) {
  if (isAsked(name)) grown.push(await measured(name, measure))
}
rows.push(...grown.flatMap(({ goals }) => goals).map((goal) => ({ reference: '–', ratio: '–', ...goal })))

console.log(`\n${machine()}\n\n${table(rows)}`)
for (const { title, head, rows } of grown) console.log(`\n${title}\n${plainTable(head, rows)}`)
if (asked.length === 0) write()

async function measured<T>(name: string, measure: () => T | Promise<T>): Promise<T> {
  console.error(`measuring ${name} …`)
  return measure()
}

function plainTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => cells.join(' | ')).join('\n')
}

function write(): void {
  const references = [installed('nginx', '-v') ?? 'nginx is not installed', installed('wrk', '-v') ?? 'wrk is not installed']
  const sections = grown.map(({ title, head, rows, pictures }) => {
    for (const [name, svg] of Object.entries(pictures)) writeFileSync(join(import.meta.dirname, `${name}.svg`), svg)
    const shown = Object.keys(pictures).map((name) => `![${title}](${name}.svg)`)
    return `## ${title}\n\n${plainTable(head, rows)}\n\n${shown.join('\n')}`
  })
  const text = [
    '# Measured',
    'Written by `npm run bench`. Each ratio is of figures from the same run, taken in turns; absolute figures are only of this machine.',
    `${machine()}; ${references.join('; ')}.`,
    'The content is the demo’s.',
    table(rows),
    '# How costs grow',
    ...sections,
  ]
  writeFileSync(join(import.meta.dirname, 'results.md'), `${text.join('\n\n')}\n`)
}
