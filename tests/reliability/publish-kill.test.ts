import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContent } from '../../data/content/content.ts'
import { databaseName, openDb } from '../../data/db/db.ts'
import { temporaryDir } from '../../data/testing.ts'
import { type Client, signedIn } from '../../demo/client.ts'
import { isFull, rounds } from '../support/full.ts'
import { admin, type Product, startProduct } from '../support/product.ts'
import { type Folder, isCompressed, readPublished } from './published.ts'
import { report } from './report.ts'

let product: Product
let client: Client
let plan: string
let version = 0

beforeAll(async () => {
  const around = join(import.meta.dirname, '../../var')
  mkdirSync(around, { recursive: true })
  const dataDir = mkdtempSync(join(around, 'fault-'))
  plan = `${dataDir}.plan`
  const fault = join(import.meta.dirname, 'fault.ts')
  product = await startProduct({ DATA_DIR: dataDir, FAULT_PLAN: plan, NODE_OPTIONS: `--import=${fault}` })
  client = await signedIn(product.origin, admin)
})

afterAll(async () => {
  rmSync(plan, { force: true })
  rmSync(`${plan}.steps`, { force: true })
  await product?.discard()
  rmSync(product?.dataDir, { recursive: true, force: true })
})

const titleNow = () => `Conferencia número ${version}`

/** Saves a new title, which most pages show, with `faults` as the plan until `end` is over. */
async function saveDuring(faults: string, end: () => Promise<unknown> = async () => {}): Promise<string | null> {
  version += 1
  writeFileSync(plan, `${faults} ${version}`)
  try {
    const answer = await client('PUT /api/hero', { title: titleNow() }).catch(() => null)
    await end()
    const error = answer?.headers.get('X-Publish-Error')
    return error ? decodeURIComponent(error) : null
  } finally {
    rmSync(plan)
  }
}

/** Returns the title in the database of a killed process. Reads a copy, because only the next start may repair the original. */
function storedTitle(): string {
  const copy = join(temporaryDir(), databaseName)
  for (const ending of ['', '-wal'])
    if (existsSync(join(product.dataDir, databaseName + ending)))
      copyFileSync(join(product.dataDir, databaseName + ending), copy + ending)
  const db = openDb(copy)
  const { title } = readContent(db).content.hero
  db.close()
  return title
}

/** Returns the steps counted since the plan was written. Tries again if the file is just being written. */
const counted = (): number => Number(readFileSync(`${plan}.steps`, 'utf8')) || counted()

/** Resolves when the page is compressed and no step was counted for a second. */
async function settled(hasEnded = () => false): Promise<void> {
  let before: number
  do {
    before = counted()
    await wait(1000)
  } while (!hasEnded() && (before !== counted() || !isCompressed(product.dataDir)))
}

/** Waits until the plan has killed the process. If the step is never reached, kills the process and returns false. */
async function isKilled(): Promise<boolean> {
  let hasEnded = false
  const ended = product.ended().then(() => {
    hasEnded = true
  })
  await Promise.race([ended, settled(() => hasEnded)])
  const byPlan = hasEnded
  if (!byPlan) await product.end('SIGKILL')
  return byPlan
}

/** Returns the number of disk steps that publish a changed title, without and with the compressed files. */
async function countSteps(): Promise<{ publish: number; all: number }> {
  // Saves once before counting, so that no older files are left to replace.
  await saveDuring('count 0', settled)
  let publish = 0
  await saveDuring('count 0', async () => {
    publish = counted()
    await settled()
  })
  return { publish, all: counted() }
}

/** Returns steps from the first to the last, or the middle step. A full run tries about 130. */
function someOf(steps: number, few: number): number[] {
  const amount = rounds(few, 130)
  const offset = amount === 1 ? 0.5 : 0
  return Array.from({ length: amount }, (_, index) => 1 + Math.floor(((index + offset) * steps) / amount))
}

/** Returns pages that are neither the old nor the new version, and compressed files that do not match their page. */
function torn(found: ReturnType<typeof readPublished>, before: Folder, after: Folder): string[] {
  const neither = [...found.pages].filter(([name, page]) => page !== before.get(name) && page !== after.get(name))
  return [...neither.map(([name]) => name), ...found.mismatches]
}

const live = async (path = '/') => (await fetch(product.origin + path)).text()
const timeout = isFull ? 30 * 60_000 : 5 * 60_000

test(
  'a kill at any step of publishing leaves no incomplete page',
  async () => {
    const { all: steps } = await countSteps()
    expect(steps).toBeGreaterThan(30)
    const tried = someOf(steps, 1)
    const lost: string[] = []
    const toTry = [...tried]
    let reached = 0
    for (const step of toTry) {
      const before = readPublished(product.dataDir).pages
      let wasReached = false
      await saveDuring(`kill ${step}`, async () => {
        wasReached = await isKilled()
      })
      const killed = readPublished(product.dataDir)
      // Compression after the last start counts steps too. If the kill came before the save was stored, the step is tried again.
      const stored = storedTitle()
      if (wasReached && stored === titleNow()) reached++
      else if (toTry.length < 3 * tried.length) toTry.push(step)
      await product.restart()
      const after = readPublished(product.dataDir)
      lost.push(...torn(killed, before, after.pages).map((name) => `${name} at step ${step}`))
      lost.push(...after.mismatches.map((name) => `${name} after step ${step}`))
      const pages = [after.pages.get('index.html'), await live()]
      if (pages[0] !== pages[1] || !pages[0]?.includes(stored)) lost.push(`the page after step ${step}`)
    }
    report({ what: `kill -9 at a step of a publish (of ${steps})`, tried: tried.length, lost: lost.length })
    expect(lost).toEqual([])
    expect(reached).toBe(tried.length)
  },
  timeout,
)

const failing = [
  ['full', 'el disco del servidor está lleno'],
  ['broken', 'el servidor no pudo escribir la página en su disco'],
] as const

test.runIf(isFull).each(failing)(
  'if the disk is %s at any step of publishing, the old page stays online',
  async (kind, words) => {
    const { publish: steps } = await countSteps()
    expect(steps).toBeGreaterThan(10)
    const tried = someOf(steps, 2)
    const lost: string[] = []
    for (const step of tried) {
      const before = await live()
      const error = await saveDuring(`${kind} ${step}`)
      // After the last step that needs space, a full disk does not matter.
      const expected = error ? before : await live()
      if (error && error !== words) lost.push(`'${error}' at step ${step}`)
      const found = readPublished(product.dataDir)
      if ((await live()) !== expected) lost.push(`the page at step ${step}`)
      // A broken disk cannot be repaired by the server, so pages may be of two versions, but each must be complete.
      lost.push(...found.mismatches.map((name) => `${name} at step ${step}`))
      if (kind === 'full' && found.pages.get('index.html') !== expected) lost.push(`the page on disk at step ${step}`)
      await client('POST /api/publish')
      const after = readPublished(product.dataDir)
      const page = await live()
      if (after.pages.get('index.html') !== page || !page.includes(titleNow())) lost.push(`after step ${step}`)
      lost.push(...after.mismatches.map((name) => `${name} after step ${step}`))
    }
    report({ what: `disk ${kind} from a step of a publish on`, tried: tried.length, lost: lost.length })
    expect(lost).toEqual([])
  },
  timeout,
)
