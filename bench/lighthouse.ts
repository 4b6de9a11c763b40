/**
 * npm run bench:lighthouse: the demo's page under Lighthouse's mobile preset, five times; medians, and all five beside them.
 * With `-- 5 grande` that of the large sample.
 */
import lighthouse from 'lighthouse'
import { large } from '../demo/large/large.ts'
import { loadDemo } from '../demo/load.ts'
import { small } from '../demo/small.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { freePort } from '../tests/support/free-port.ts'
import { admin, startProduct } from '../tests/support/product.ts'
import { median } from './report.ts'

const runs = Number(process.argv[2] ?? 5)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  LCP: 'largest-contentful-paint',
  FCP: 'first-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const

const port = await freePort()
const product = await startProduct()
await loadDemo(product.origin, admin, process.argv[3] === 'grande' ? large : small)

const results: Record<string, number[]> = {}
const note = (name: string, value: number) => {
  results[name] ??= []
  results[name].push(value)
}
const failed = new Set<string>()
for (let run = 0; run < runs; run++) {
  // A fresh browser: nothing may be cached.
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const result = await lighthouse(`${product.origin}/`, { port, logLevel: 'error' })
  await browser.close()
  if (!result) throw new Error('Lighthouse returned nothing')
  const { lhr } = result
  for (const name of categories) note(name, Math.round((lhr.categories[name]?.score ?? 0) * 100))
  for (const [name, audit] of Object.entries(metrics)) note(name, lhr.audits[audit]?.numericValue ?? Number.NaN)
  for (const name of categories) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const audit = lhr.audits[id]
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1)
        failed.add(`${name}: ${id} ${audit?.score} ${audit?.displayValue ?? ''}`)
    }
  }
}
await product.stop()

const rounded = (value: number) => Math.round(value * 1000) / 1000
console.table(
  Object.fromEntries(
    Object.entries(results).map(([name, values]) => {
      const sorted = values.toSorted((a, b) => a - b)
      return [name, { median: rounded(median(values)), all: sorted.map(rounded).join('  ') }]
    }),
  ),
)
if (failed.size > 0) console.log('Below full marks in some run:', [...failed].join('; '))
