/** From the organiser's save to the new page in a visitor's hands, beside a full build of the same site. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../api/system/root.ts'
import { startDemo, untilWhole } from '../support/demo.ts'
import { enlarger } from '../support/enlarged.ts'
import { atMost, fact, median, percentile, type Row } from '../support/report.ts'
import { itemSave, sectionSave, timeSave, timeSaves } from '../support/saving.ts'
import { amount } from '../support/short.ts'

const [warm, saves, builds] = [amount(50, 5), amount(300, 20), amount(3, 1)]
/** At fifty times the content a save is that much rarer. */
const large = { factor: 50, warm: amount(10, 2), saves: amount(50, 3) }

export async function measureSaves(): Promise<Row[]> {
  const { product, panel } = await startDemo()
  const { origin, dataDir } = product
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
    enlarger(dataDir)(large.factor)
    // The pages of 1,650 talks and speakers come with it, and are not what a save costs.
    await panel(`PUT ${section.path}`, section.change(-1))
    await untilWhole(panel)
    const timesLarge = {
      section: await timeSaves(origin, panel, section, large.saves, large.warm),
      item: await timeSaves(origin, panel, item, large.saves, large.warm),
    }
    const build = median(Array.from({ length: builds }, buildTime))
    const p50 = median(times.section)
    const what = 'save → the new page is served'
    const times50 = `, at ${large.factor} times the content, p50`
    return [
      atMost(`${what}: a section, p50`, p50, 8),
      atMost(`${what}: a section, p99`, percentile(times.section, 0.99), 25),
      atMost(`${what}: an item of a list, p50`, median(times.item), 10),
      atMost(`${what}: a section${times50}`, median(timesLarge.section), 15),
      atMost(`${what}: an item of a list${times50}`, median(timesLarge.item), 15),
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
