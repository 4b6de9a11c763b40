/** From the organiser's save to the new page in a visitor's hands, beside a full build of the same site. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../api/system/root.ts'
import { startDemo } from './demo.ts'
import { median, percentile, type Row } from './report.ts'

const [warm, saves, builds] = [50, 300, 3]

export async function measureSaves(): Promise<Row[]> {
  const { product, panel } = await startDemo()
  /** Milliseconds from sending a change of the hero to having the page that shows it. */
  const save = async (change: Record<string, string>) => {
    const began = performance.now()
    await panel('PUT', '/api/hero', 200, change)
    const page = await fetch(product.origin, { headers: { 'Accept-Encoding': 'identity' } })
    const html = await page.text()
    const took = performance.now() - began
    if (!Object.values(change).every((text) => html.includes(text))) throw new Error('the page was not the saved one')
    return took
  }
  const times: number[] = []
  const withCard: number[] = []
  try {
    for (let index = 0; index < warm + saves; index++) {
      // As far apart as organisers' saves at their busiest; closer ones would share a publish.
      await wait(20)
      const took = await save({ subtitle: `Tecnología contada ${index} veces` })
      if (index >= warm) times.push(took)
    }
    for (let index = 0; index < 20; index++) withCard.push(await save({ location: `Salón ${index} del Palacio` }))
  } finally {
    await product.stop()
  }
  const build = median(Array.from({ length: builds }, buildTime))
  const [p50, p99] = [median(times), percentile(times, 0.99)]
  const what = 'save → the new page is served'
  const none = { reference: '–', ratio: '–' }
  const reference = `astro build: ${Math.round(build)} ms`
  return [
    { what: `${what}, p50`, ours: ms(p50), ...none, goal: '≤ 10 ms', reached: p50 <= 10 },
    { what: `${what}, p99`, ours: ms(p99), ...none, goal: '≤ 30 ms', reached: p99 <= 30 },
    { what, ours: ms(p50), reference, ratio: `${Math.round(build / p50)}×`, goal: '≥ 200×', reached: build / p50 >= 200 },
    { what: `${what}, when the share card is drawn anew, p50`, ours: ms(median(withCard)), ...none, goal: '–', reached: null },
  ]
}

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Milliseconds of a whole `astro build` into a folder of its own. */
function buildTime(): number {
  const folder = mkdtempSync(join(tmpdir(), 'conferencia-build-'))
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
