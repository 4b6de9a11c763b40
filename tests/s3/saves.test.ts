import { expect, onTestFinished, test } from 'vitest'
import { type Bucket, openBucket } from '../../api/store/bucket.ts'
import { signedIn } from '../../demo/client.ts'
import { readPublished } from '../reliability/published.ts'
import { admin, startProduct } from '../support/product.ts'
import { bytesIn, realStore } from './bucket.ts'
import { storeEnv } from './service.ts'
import { startTrouble } from './trouble.ts'

const real = await realStore()
const saves = 2000

/** Returns the names of the site's files that a page uses. */
const namesIn = (page: string) =>
  [...page.matchAll(/\/((_assets|public-objects)\/[\w./-]+\.\w+|compartir-[\w-]+\.png)/g)].map(([, name = '']) => name)

/** Returns the fault of the page in the bucket, or null. Checks only new file names, because files stay for a day. */
async function brokenPage(bucket: Bucket, known: Set<string>): Promise<string | null> {
  const page = (await bytesIn(bucket, 'index.html'))?.toString()
  if (page === undefined) return known.size === 0 ? null : 'it is gone'
  if (!page.trimEnd().endsWith('</html>')) return 'it is cut off'
  for (const name of new Set(namesIn(page))) {
    if (!known.has(name) && (await bucket.tag(name)) === null) return `it names ${name}`
    known.add(name)
  }
  return null
}

test.runIf(real)(`during ${saves} saves on a bad network, the object store always has a complete page`, async () => {
  if (!real) return
  const trouble = await startTrouble(real.config.endpoint)
  const product = await startProduct(storeEnv({ ...real.config, endpoint: trouble.endpoint }))
  onTestFinished(product.discard)
  const call = await signedIn(product.origin, admin)
  const lag = async () => {
    const { remote, savedRevision } = await (await call('GET /api/publish')).json()
    return { ...remote, behind: savedRevision - remote.revision }
  }
  const bucket = openBucket(real.config)
  await expect.poll(lag).toMatchObject({ pending: false })
  trouble.state.isOn = true

  const known = new Set<string>()
  const broken: string[] = []
  const seen = new Set<string>()
  let looks = 0
  let isSaving = true
  const watching = (async () => {
    while (isSaving) {
      const problem = await brokenPage(bucket, known)
      if (problem) broken.push(problem)
      seen.add((await bucket.tag('index.html')) ?? '')
      looks += 1
    }
  })()
  let slowest = 0
  let failures = 0
  for (let version = 1; version <= saves; version++) {
    const since = performance.now()
    // Every twentieth save has a new share card, whose name on the page is new.
    const change = version % 20 === 0 ? { title: `Conferencia ${version}` } : { description: `Descripción ${version}` }
    const answer = await call('PUT /api/hero', change)
    slowest = Math.max(slowest, performance.now() - since)
    if (answer.status !== 200) failures += 1
    if (version % 500 === 250) trouble.state.isDown = true
    if (version % 500 === 300) trouble.state.isDown = false
  }
  trouble.state.isDown = false
  trouble.state.isOn = false
  await call('POST /api/publish')
  await expect.poll(lag).toMatchObject({ behind: 0, pending: false, error: null })
  isSaving = false
  await watching
  console.log(
    `${saves} saves, the slowest ${slowest.toFixed(0)} ms; ${looks} looks at the bucket saw ${seen.size} pages;`,
    trouble.counts,
  )
  expect([failures, broken]).toEqual([0, []])
  // The control: each kind of trouble happened, and several versions of the page were seen.
  for (const count of Object.values(trouble.counts)) expect(count).toBeGreaterThan(10)
  expect(seen.size).toBeGreaterThan(5)
  for (const [name, page] of readPublished(product.dataDir).pages)
    expect((await bytesIn(bucket, name))?.toString(), name).toBe(page)
})
