import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../api/system/root.ts'
import { large } from '../../demo/large/large.ts'
import { startDemo } from '../support/demo.ts'
import { atMost, fact, median, percentile, type Row } from '../support/report.ts'
import { itemSave, sectionSave, timeSave, timeSaves } from '../support/saving.ts'
import { amount } from '../support/short.ts'

const [warm, saves, builds] = [amount(50, 5), amount(300, 20), amount(3, 1)]

export async function measureSaves(): Promise<Row[]> {
  const { product, panel } = await startDemo()
  const { origin } = product
  const [section, item] = [sectionSave, await itemSave(panel)]
  const withCard: number[] = []
  try {
    const times = {
      section: await timeSaves(origin, panel, section, saves, warm),
      item: await timeSaves(origin, panel, item, saves, warm),
    }
    for (let index = 0; index < amount(20, 2); index++) {
      withCard.push(await timeSave(origin, panel, section.path, { location: `Salón ${index} del Palacio` }))
    }
    const build = median(Array.from({ length: builds }, buildTime))
    const p50 = median(times.section)
    const what = 'save → the new page is served'
    const largeP50 = await largeSave()
    return [
      atMost(`${what}: a section, p50`, p50, 8),
      atMost(`${what}: a section, p99`, percentile(times.section, 0.99), 25),
      atMost(`${what}: an item of a list, p50`, median(times.item), 10),
      {
        what: `${what}: a section of the large sample (150 sessions), p50`,
        ours: ms(largeP50),
        reference: `the demo: ${ms(p50)}`,
        ratio: `${(largeP50 / p50).toFixed(1)}×`,
        goal: '≤ 3×',
        reached: largeP50 / p50 <= 3,
      },
      {
        what: `${what}: a section`,
        ours: ms(p50),
        reference: `astro build: ${Math.round(build)} ms`,
        ratio: `${Math.round(build / p50)}×`,
        goal: '≥ 300×',
        reached: build / p50 >= 300,
      },
      fact(`${what}, when the share card is drawn anew, p50`, ms(median(withCard))),
    ]
  } finally {
    await product.discard()
  }
}

/** Returns the median milliseconds of a save with the large sample. */
async function largeSave(): Promise<number> {
  const { product, panel } = await startDemo({}, large)
  try {
    return median(await timeSaves(product.origin, panel, sectionSave, amount(100, 5), warm))
  } finally {
    await product.discard()
  }
}

const ms = (value: number) => `${value.toFixed(1)} ms`

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
