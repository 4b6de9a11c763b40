/** The time from a save to the visitor's new page. All servers are measured in turns. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/system/root.ts'
import { type Client, createClient } from '../../demo/client.ts'
import { largest } from '../../demo/large/large.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { startDemo } from '../support/demo.ts'
import { startPayload } from '../support/payload.ts'
import { amount, atMostTimes, compared, median, percentile, type Row } from '../support/report.ts'
import { timeSaves } from '../support/saving.ts'
import { newFolder, reference } from '../support/servers.ts'

const [rounds, saves, builds] = [amount(6, 1), amount(50, 20), amount(3, 1)]
const what = 'save → the new page is served'

export async function measure(): Promise<Row[]> {
  const demo = await startDemo()
  const large = await startDemo({}, largest())
  const floor = await reference(await freePort(), 'floor.ts')
  const payload = await startPayload()
  const contenders: { origin: string; panel: Client; times: number[] }[] = [
    { origin: demo.product.origin, panel: demo.panel, times: [] },
    { origin: large.product.origin, panel: large.panel, times: [] },
    { origin: floor.origin, panel: createClient(floor.origin), times: [] },
    ...(payload ? [{ origin: payload.origin, panel: payload.panel, times: [] }] : []),
  ]
  try {
    // The first round warms up the servers and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const { origin, panel, times } of contenders) {
        const measured = await timeSaves(origin, panel, saves)
        if (round > 0) times.push(...measured)
      }
    }
  } finally {
    await payload?.stop()
    await floor.stop()
    await large.product.discard()
    await demo.product.discard()
  }
  const at = (share: number) => contenders.map(({ times }) => percentile(times, share))
  const [ours = 0, ofLarge = 0, ofFloor = 0, theirs = Number.NaN] = at(0.5)
  const [p99 = 0, , , theirP99 = Number.NaN] = at(0.99)
  const build = median(Array.from({ length: builds }, buildTime))
  return [
    compared(`${what}, p50`, ours, 'Payload', theirs, 2.5),
    compared(`${what}, p99`, p99, 'Payload', theirP99, 2),
    compared(`${what}, p50`, ours, 'astro build', build, 300),
    atMostTimes(`${what}, p50`, ours, 'a commit, a file of 80 KB and a request', ofFloor, 2.5),
    atMostTimes(`${what} with 205 speakers and 175 talks, p50`, ofLarge, 'the demo', ours, 3),
  ]
}

/** Milliseconds of `astro build`. */
function buildTime(): number {
  const folder = newFolder()
  const began = performance.now()
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  const took = performance.now() - began
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Error('astro build failed')
  return took
}
