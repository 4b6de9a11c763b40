/** Takes the median of five runs. npx fetches Lighthouse, so that `npm ci` does not install its 120 MB. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { large } from '../../demo/large/large.ts'
import { loadDemo } from '../../demo/load.ts'
import { small } from '../../demo/small.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { admin, startProduct } from '../../tests/support/product.ts'
import { amount, fact, median, type Row } from '../support/report.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  'LCP, ms': 'largest-contentful-paint',
  'FCP, ms': 'first-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT, ms': 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>
}

async function runLighthouse(address: string, port: number): Promise<Report> {
  const options = [`--port=${port}`, '--output=json', '--quiet']
  const { stdout } = await promisify(execFile)('npx', ['--yes', 'lighthouse@13.5.0', address, ...options], {
    maxBuffer: 64 << 20,
  })
  return JSON.parse(stdout)
}

export async function measure([runs = String(amount(5, 1)), sample]: string[]): Promise<Row[]> {
  const port = await freePort()
  const product = await startProduct()
  try {
    await loadDemo(product.origin, admin, sample === 'grande' ? large : small)
    const results: Record<string, number[]> = {}
    const note = (name: string, value: number) => {
      results[name] ??= []
      results[name].push(value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value))
    }
    const failed = new Set<string>()
    for (let run = 0; run < Number(runs); run++) {
      // A fresh browser has an empty cache.
      const browser = await launchBrowser([`--remote-debugging-port=${port}`])
      const result = await runLighthouse(`${product.origin}/`, port)
      await browser.close()
      for (const name of categories) note(name, Math.round((result.categories[name]?.score ?? 0) * 100))
      for (const [name, audit] of Object.entries(metrics)) note(name, result.audits[audit]?.numericValue ?? Number.NaN)
      for (const name of categories) {
        for (const { id, weight } of result.categories[name]?.auditRefs ?? []) {
          const audit = result.audits[id]
          if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1)
            failed.add(`${name}: ${id} ${audit?.score} ${audit?.displayValue ?? ''}`)
        }
      }
    }
    const what = `Lighthouse on the ${sample === 'grande' ? 'large sample' : 'demo'}’s page`
    return [
      ...Object.entries(results).map(([name, values]) =>
        fact(`${what}: ${name}`, `${median(values)} (${values.toSorted((a, b) => a - b).join(' ')})`),
      ),
      fact(`${what}: below full marks`, [...failed].join('; ') || 'nothing'),
    ]
  } finally {
    await product.discard()
  }
}
