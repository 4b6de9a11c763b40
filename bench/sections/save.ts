/** The time from a save to the visitor's new page, compared with a full build. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../api/system/root.ts'
import { createClient } from '../../demo/client.ts'
import { largest } from '../../demo/large/large.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { startDemo } from '../support/demo.ts'
import { amount, fact, median, percentile, type Row } from '../support/report.ts'
import { itemSave, sectionSave, timeSaves } from '../support/saving.ts'
import { untilAnswered } from '../support/visits.ts'

const [warm, saves, builds] = [amount(50, 5), amount(300, 20), amount(3, 1)]

export async function measure(): Promise<Row[]> {
  const { product, panel } = await startDemo()
  const { origin } = product
  const [section, item] = [sectionSave, await itemSave(panel)]
  try {
    const times = {
      section: await timeSaves(origin, panel, section, saves, warm),
      item: await timeSaves(origin, panel, item, saves, warm),
    }
    const build = median(Array.from({ length: builds }, buildTime))
    const p50 = median(times.section)
    const what = 'save → the new page is served'
    const largeP50 = await largeSave()
    const floorP50 = median(await floorTimes())
    return [
      fact(`${what}: a section, p50 and p99`, `${ms(p50)}, ${ms(percentile(times.section, 0.99))}`),
      fact(`${what}: an item of a list, p50 and p99`, `${ms(median(times.item))}, ${ms(percentile(times.item, 0.99))}`),
      atMostTimes(`${what}: a section with 205 speakers and 175 talks, p50`, largeP50, p50, 3, 'the demo'),
      atMostTimes(`${what}: a section, p50`, p50, floorP50, 2.5, 'a commit, a file of 80 KB and a request'),
      {
        what: `${what}: a section`,
        ours: ms(p50),
        reference: `astro build: ${Math.round(build)} ms`,
        ratio: `${Math.round(build / p50)}×`,
        goal: '≥ 300×',
        reached: build / p50 >= 300,
      },
    ]
  } finally {
    await product.discard()
  }
}

/** Median milliseconds of a save on a page with 205 speakers. */
async function largeSave(): Promise<number> {
  const { product, panel } = await startDemo({}, largest())
  try {
    return median(await timeSaves(product.origin, panel, sectionSave, amount(100, 5), warm))
  } finally {
    await product.discard()
  }
}

/** Milliseconds of saves in references/floor.ts, for comparison. */
async function floorTimes(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conferencia-floor-'))
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder }
  const server = spawn(process.execPath, [join(import.meta.dirname, '../references/floor.ts')], { env, stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilAnswered(origin)
    return await timeSaves(origin, createClient(origin), sectionSave, saves, warm)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const atMostTimes = (what: string, ours: number, reference: number, limit: number, name: string): Row => ({
  what,
  ours: ms(ours),
  reference: `${name}: ${ms(reference)}`,
  ratio: `${(ours / reference).toFixed(1)}×`,
  goal: `≤ ${limit}×`,
  reached: ours / reference <= limit,
})

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Milliseconds of `astro build`. */
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
