/** Pages a second of one process, compared with Payload and with a bare Node server that sends equal bytes. */
import { freePort } from '../../tests/support/free-port.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { startPayload } from '../support/payload.ts'
import { amount, compared, installed, median, type Row, skipped } from '../support/report.ts'
import { reference } from '../support/servers.ts'
import { visit } from '../support/visits.ts'

const [seconds, rounds] = [2, amount(5, 1)]
const what = 'the page, cached and compressed'

export async function measure(): Promise<Row[]> {
  if (!installed('wrk', '-v')) return [skipped(what, 'wrk not installed', '≥ 0.9')]
  const { product } = await startDemo()
  // Waits for compression, because it changes the ETags of pages.
  await untilSettled(product.origin)
  const node = await reference(await freePort(), 'bare-node.ts', { ORIGIN: product.origin })
  const payload = await startPayload()
  const rates: Record<'ours' | 'theirs' | 'node', number>[] = []
  try {
    const visitFor = async (seconds: number) => ({
      ours: await visit(product.origin, seconds),
      theirs: payload ? await visit(payload.origin, seconds) : Number.NaN,
      node: await visit(node.origin, seconds),
    })
    // The first visit fills the cache and is not counted.
    await visitFor(1)
    for (let round = 0; round < rounds; round++) rates.push(await visitFor(seconds))
  } finally {
    await payload?.stop()
    await node.stop()
    await product.discard()
  }
  const rate = (name: keyof (typeof rates)[number]) => median(rates.map((round) => round[name]))
  return [
    compared(what, rate('ours'), 'Payload', rate('theirs'), 20, '/s'),
    compared(what, rate('ours'), 'bare Node', rate('node'), 0.9, '/s'),
  ]
}
