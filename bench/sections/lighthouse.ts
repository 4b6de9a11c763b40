/** Lighthouse's mobile preset on the demo, five runs with median. `lighthouse 5 grande` uses the large sample. */
import { large } from '../../demo/large/large.ts'
import { loadDemo } from '../../demo/load.ts'
import { small } from '../../demo/small.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { admin, startProduct } from '../../tests/support/product.ts'
import { fact, median, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  'LCP, ms': 'largest-contentful-paint',
  'FCP, ms': 'first-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT, ms': 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const

export async function measureLighthouse([runs = String(amount(5, 1)), sample]: string[]): Promise<Row[]> {
  const { default: lighthouse } = await import('lighthouse')
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
