/** A visit to the demo on a phone. npx fetches Lighthouse, so that `npm ci` does not install its 120 MB. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { loadDemo } from '../../demo/load.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { admin, startProduct } from '../../tests/support/product.ts'
import { amount, atMost, median, type Row } from '../support/report.ts'

const runs = amount(7, 1)

type Transfer = { resourceType: string; transferSize: number }
type Report = { audits: Record<string, { numericValue?: number; details?: { items: Transfer[] } }> }

async function runLighthouse(address: string, port: number): Promise<Report> {
  const options = [`--port=${port}`, '--output=json', '--quiet', '--only-categories=performance']
  const { stdout } = await promisify(execFile)('npx', ['--yes', 'lighthouse@13.5.0', address, ...options], {
    maxBuffer: 64 << 20,
  })
  return JSON.parse(stdout)
}

export async function measure(): Promise<Row[]> {
  const port = await freePort()
  const product = await startProduct()
  try {
    await loadDemo(product.origin, admin)
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) {
      // A fresh browser has an empty cache.
      const browser = await launchBrowser([`--remote-debugging-port=${port}`])
      reports.push(await runLighthouse(`${product.origin}/`, port))
      await browser.close()
    }
    const row = (name: string, limit: number, unit: string, measured: (report: Report) => number) =>
      atMost(`a visit to the demo (Lighthouse): ${name}`, median(reports.map(measured)), limit, unit)
    const milliseconds = (audit: string) => (report: Report) => report.audits[audit]?.numericValue ?? Number.NaN
    return [
      row('HTML', 24, 'KB', (report) => kilobytes(report, ({ resourceType }) => resourceType === 'Document')),
      row('all bytes but pictures', 120, 'KB', (report) =>
        kilobytes(report, ({ resourceType }) => !isPicture.test(resourceType)),
      ),
      row('LCP', 1000, 'ms', milliseconds('largest-contentful-paint')),
      row('TBT', 50, 'ms', milliseconds('total-blocking-time')),
    ]
  } finally {
    await product.discard()
  }
}

const isPicture = /^(Image|Media)$/

function kilobytes({ audits }: Report, isCounted: (transfer: Transfer) => boolean): number {
  const transfers = audits['network-requests']?.details?.items ?? []
  return transfers.filter(isCounted).reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
}
