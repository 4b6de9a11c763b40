/** What a publish and its page cost with 1, 10 and 50 times the demo's speakers and sessions. */
import { setTimeout as wait } from 'node:timers/promises'
import { chart } from '../support/chart.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { enlarger } from '../support/enlarged.ts'
import { type Measured, median } from '../support/report.ts'
import { amount } from '../support/short.ts'

const [factors, saves] = [[1, 10, 50], amount(30, 3)]

export async function growthOfPage(): Promise<Measured> {
  const { product, panel } = await startDemo()
  const results: { factor: number; publish: number; html: number; compressed: number }[] = []
  try {
    const enlarge = enlarger(product.dataDir)
    for (const factor of factors) {
      enlarge(factor)
      const took: number[] = []
      for (let index = 0; index < saves; index++) {
        await wait(20)
        const began = performance.now()
        await panel('PUT /api/hero', { subtitle: `Tecnología contada ${index} veces` })
        took.push(performance.now() - began)
      }
      await untilSettled(product.origin)
      const html = (await (await fetch(product.origin)).arrayBuffer()).byteLength
      const head = await fetch(product.origin, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
      results.push({
        factor,
        publish: median(took),
        html: html / 1000,
        compressed: Number(head.headers.get('Content-Length')) / 1000,
      })
    }
  } finally {
    await product.discard()
  }
  const line = (name: string, value: (result: (typeof results)[number]) => number) => ({
    name,
    points: results.map((result): [number, number] => [result.factor, value(result)]),
  })
  return {
    rows: [],
    grown: {
      title: 'Publishing, as speakers and sessions grow',
      head: ['times the demo', 'save to live, median', 'page', 'compressed'],
      rows: results.map(({ factor, publish, html, compressed }) => [
        `${factor}×`,
        `${publish.toFixed(1)} ms`,
        `${html.toFixed(0)} KB`,
        `${compressed.toFixed(1)} KB`,
      ]),
      pictures: {
        'publish-time': chart('Save to live', 'ms', 'times the demo’s speakers and sessions', [
          line('save', (result) => result.publish),
        ]),
        'page-size': chart('Size of the page', 'KB', 'times the demo’s speakers and sessions', [
          line('HTML', (result) => result.html),
          line('Brotli', (result) => result.compressed),
        ]),
      },
    },
  }
}
