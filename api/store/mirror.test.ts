import { expect, onTestFinished, test, vi } from 'vitest'
import { immutable, revalidate } from '../http/representations.ts'
import { hashOf, type SiteFile } from '../serving/site.ts'
import { log } from '../testing.ts'
import { openBucket } from './bucket.ts'
import { createMirror, type Snapshot } from './mirror.ts'
import { startTestStore, type TestStore } from './testing.ts'

function file(text: string, isHashed = false): SiteFile {
  const body = Buffer.from(text)
  return { body, hash: hashOf(body), type: 'text/html; charset=utf-8', cacheControl: isHashed ? immutable : revalidate }
}

/** A page that refers to an asset of its own revision. */
const siteOf = (revision: number): Snapshot['files'] =>
  new Map([
    ['index.html', file(`página ${revision}`)],
    ['404.html', file('no está')],
    [`_assets/${revision}.js`, file(`guion ${revision}`, true)],
  ])

async function mirrorOf(
  store: TestStore,
  options: { now?: () => number; before?: (() => Promise<void>)[] } = {},
  more: Record<string, SiteFile> = {},
) {
  const site: Snapshot = { revision: 1, files: new Map([...siteOf(1), ...Object.entries(more)]) }
  const mirror = createMirror({
    bucket: openBucket(store.config),
    snapshot: () => ({ ...site }),
    before: [],
    log,
    firstBackoffMs: 1,
    ...options,
  })
  onTestFinished(mirror.stop)
  const publish = (revision: number) => {
    Object.assign(site, { revision, files: siteOf(revision) })
    mirror.wake()
  }
  const caughtUp = (revision: number) =>
    vi.waitFor(() => expect(mirror.status()).toEqual({ revision, pending: false, error: null }), { timeout: 20_000, interval: 5 })
  return { mirror, publish, caughtUp }
}

const putsIn = ({ asked }: TestStore) => asked.filter((call) => call.startsWith('PUT ')).map((call) => call.slice(4))

test('copies assets to the bucket before the page that uses them', async () => {
  const store = await startTestStore()
  const { mirror, caughtUp } = await mirrorOf(store)
  expect(mirror.status()).toEqual({ revision: 0, pending: true, error: null })
  mirror.start()
  await caughtUp(1)
  expect(putsIn(store)).toEqual(['_assets/1.js', '404.html', 'index.html'])
  expect(store.objects.get('_assets/1.js')?.headers['cache-control']).toBe(immutable)
  expect(store.objects.get('index.html')?.headers).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': revalidate,
  })
})

test('does not copy files that the bucket already has', async () => {
  const store = await startTestStore()
  const first = await mirrorOf(store)
  first.mirror.start()
  await first.caughtUp(1)
  await first.mirror.stop()
  store.asked.length = 0
  const { mirror, publish, caughtUp } = await mirrorOf(store)
  mirror.start()
  await caughtUp(1)
  expect(putsIn(store)).toEqual([])
  publish(2)
  await caughtUp(2)
  expect(putsIn(store).filter((key) => !key.startsWith('private/'))).toEqual(['_assets/2.js', 'index.html'])
})

test('after an error of the bucket, only the newest version of a page is copied', async () => {
  const store = await startTestStore()
  const { mirror, publish, caughtUp } = await mirrorOf(store)
  mirror.start()
  await caughtUp(1)
  store.trouble.status = 507
  for (const revision of [2, 3, 4]) publish(revision)
  await expect.poll(() => mirror.status()).toEqual({ revision: 1, pending: true, error: 'el almacén está lleno' })
  store.asked.length = 0
  store.trouble.status = null
  await caughtUp(4)
  expect(store.text('index.html')).toBe('página 4')
  expect(putsIn(store)).not.toContain('_assets/3.js')
})

test('copies no page to the bucket until its uploads are there', async () => {
  const store = await startTestStore()
  let isMoving = false
  const moveUploads = async () => {
    if (!isMoving) throw new Error('the upload was refused')
  }
  const { mirror, caughtUp } = await mirrorOf(store, { before: [moveUploads] })
  mirror.start()
  await expect.poll(() => mirror.status().error).toBe('el almacén no responde')
  expect(putsIn(store)).toEqual([])
  isMoving = true
  await caughtUp(1)
  expect(store.text('index.html')).toBe('página 1')
})

test('an asset that no page uses is removed from the bucket after a day', async () => {
  const store = await startTestStore()
  let now = Date.parse('2026-11-21T12:00:00Z')
  const { mirror, publish, caughtUp } = await mirrorOf(store, { now: () => now })
  store.objects.set('notas-de-otra-persona.txt', { body: Buffer.from(''), headers: {}, changedAt: new Date() })
  mirror.start()
  await caughtUp(1)
  publish(2)
  await caughtUp(2)
  now += 23 * 60 * 60_000
  publish(2)
  await caughtUp(2)
  expect(store.keys()).toContain('_assets/1.js')
  await mirror.stop()

  now += 2 * 60 * 60_000
  const other = await mirrorOf(store, { now: () => now })
  other.publish(2)
  other.mirror.start()
  await other.caughtUp(2)
  await expect.poll(() => store.keys()).not.toContain('_assets/1.js')
  expect(store.keys()).toEqual(['404.html', '_assets/2.js', 'index.html', 'notas-de-otra-persona.txt', 'private/unnamed.json'])
})

test('a late copy of an old page in the bucket is replaced by the newest page', async () => {
  const store = await startTestStore()
  let now = Date.parse('2026-11-21T12:00:00Z')
  const { mirror, publish, caughtUp } = await mirrorOf(store, { now: () => now })
  mirror.start()
  await caughtUp(1)
  Object.assign(store.trouble, { status: 500, key: 'index.html' })
  publish(2)
  await expect.poll(() => mirror.status().error).not.toBeNull()
  const late = { body: Buffer.from('página 2'), headers: {}, changedAt: new Date() }
  store.trouble.status = null
  publish(3)
  await caughtUp(3)
  store.objects.set('index.html', late)
  now += 5 * 60_000
  mirror.wake()
  await expect.poll(() => store.text('index.html')).toBe('página 3')
})

test('the pages of deleted speakers are deleted from the bucket', async () => {
  const store = await startTestStore()
  await openBucket(store.config).put('speakers/vieja/index.html', 'vieja', { type: 'text/html', cacheControl: revalidate })
  const { mirror, publish, caughtUp } = await mirrorOf(
    store,
    {},
    { 'speakers/ana/index.html': file('Ana'), 'charlas/datos.ics': file('Datos') },
  )
  mirror.start()
  await caughtUp(1)
  const items = () => [...store.objects.keys()].filter((key) => /^(speakers|charlas)/.test(key)).toSorted()
  expect(items()).toEqual(['charlas/datos.ics', 'speakers/ana/index.html'])
  expect(putsIn(store).at(-1)).toBe('index.html')
  publish(2)
  await caughtUp(2)
  expect(items()).toEqual([])
})

test('deletes the pages of screens of renamed rooms from the bucket, also after a restart', async () => {
  const store = await startTestStore()
  const screens = (room: string) => ({ 'pantalla/index.html': file('Todas'), [`pantalla/${room}/index.html`]: file(room) })
  const before = await mirrorOf(store, {}, screens('ceiba'))
  before.mirror.start()
  await before.caughtUp(1)
  await before.mirror.stop()
  const { mirror, caughtUp } = await mirrorOf(store, {}, screens('jade'))
  mirror.start()
  await caughtUp(1)
  expect(store.keys().filter((key) => key.startsWith('pantalla/'))).toEqual(['pantalla/index.html', 'pantalla/jade/index.html'])
})
