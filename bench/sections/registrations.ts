/** Both servers are measured in each round, so that other load affects both. */
import { startProduct } from '../../tests/support/product.ts'
import { startPayload } from '../support/payload.ts'
import { type Load, load } from '../support/registering.ts'
import { amount, compared, median, type Row } from '../support/report.ts'

const rounds = amount(5, 1)
const what = 'durable registrations, 64 connections'

export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  const payload = await startPayload()
  const ours: Load[] = []
  const theirs: Load[] = []
  try {
    // The first load warms up the server and is not measured.
    for (let round = 0; round <= rounds; round++) {
      const [our, their] = [await load(product.origin), payload && (await load(payload.origin))]
      if (round > 0) ours.push(our)
      if (round > 0 && their) theirs.push(their)
    }
  } finally {
    await payload?.stop()
    await product.discard()
  }
  const middle = (loads: Load[], key: keyof Load) => median(loads.map((load) => load[key]))
  return [
    compared(what, middle(ours, 'rate'), 'Payload', middle(theirs, 'rate'), 10, '/s'),
    { ...compared(`${what}, p99`, middle(ours, 'p99'), "Payload's p50", middle(theirs, 'p50'), 1), goal: 'below it' },
  ]
}
