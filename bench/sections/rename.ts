/**
 * Another name for the conference, which changes the page of every talk and speaker: how long until all are live, and for how
 * long the process does nothing else meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { PublishStatus } from '../../api/publishing/publisher.ts'
import { large } from '../../demo/large/large.ts'
import { loadDemo } from '../../demo/load.ts'
import { createMeter } from '../../tests/support/meter.ts'
import { admin, startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { untilWhole } from '../support/demo.ts'
import { atMost, fact, median, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

const rounds = amount(5, 1)
/** Until nothing is compressed any more. */
const rest = () => wait(8000)

export async function measureRename(): Promise<Row[]> {
  const meter = createMeter()
  const product = await startProduct(meter.env)
  try {
    await loadDemo(product.origin, admin, large)
    const panel = await organiserOf(product)
    await untilWhole(panel)
    const [answered, whole, pieces]: [number[], number[], number[]] = [[], [], []]
    const pages = large.events.length + Object.keys(large.speakers).length
    let renamed = 0
    async function rename(): Promise<void> {
      const began = performance.now()
      await panel('PUT /api/event', { name: `Gran Telar ${renamed++}` })
      answered.push(performance.now() - began)
      const pending = async () => ((await (await panel('GET /api/publish')).json()) as PublishStatus).pending
      while (await pending()) await wait(10)
      whole.push((performance.now() - began) / 1000)
    }
    // Apart: whoever watches the pieces takes a processor, and the card is drawn on the other.
    for (let round = 0; round < rounds; round++) await rename().then(rest)
    const [times, ends] = [median(answered), median(whole)]
    for (let round = 0; round < rounds; round++) {
      pieces.push(await meter.longestPiece(rename))
      await rest()
    }
    const what = `another name for the conference, with ${pages} pages of talks and speakers`
    return [
      fact(`${what}: answered, p50`, `${times.toFixed(0)} ms`),
      atMost(`${what}: all are live, p50`, ends, 2, 's'),
      atMost(`${what}: the longest piece of the main thread, p50 of ${rounds}`, median(pieces), 20),
    ]
  } finally {
    await product.discard()
    meter.remove()
  }
}
