import { expect, test } from 'vitest'
import { eachFile } from '../../data/editions/files.ts'
import { immutable, revalidate } from '../http/representations.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { openBucket } from './bucket.ts'
import { editionsCarrier } from './editions-carrier.ts'
import { startTestStore } from './testing.ts'

async function ended() {
  const app = await createTestApp({ isPublished: true, assets: { '_assets/app.1a2b.js': 'export {}', 'favicon.svg': '<svg/>' } })
  const cookie = await signIn(app)
  const keep = { speakers: true, partners: true, texts: true, registrations: 'apart' }
  const next = (year: number) =>
    call(app, 'POST /api/editions', { cookie, json: { name: `Conferencia ${year}`, eventDate: `${year}-11-20`, keep } })
  expect((await next(2098)).status).toBe(201)
  const store = await startTestStore()
  const bucket = openBucket(store.config)
  const puts = () => store.asked.filter((line) => line.startsWith('PUT ')).map((line) => line.slice(4))
  return { app, cookie, next, store, bucket, carry: editionsCarrier(bucket, app.db), puts }
}

test('copies a past conference edition unchanged to the bucket, the pages after all other files', async () => {
  const { app, store, bucket, carry, puts } = await ended()
  await carry()
  const files = [...eachFile(app.db, '2025')]
  expect(files.length).toBeGreaterThan(2)
  expect(store.keys()).toEqual(files.map(({ name }) => `2025/${name}`).toSorted())
  for (const { name, body } of files) expect(store.objects.get(`2025/${name}`)?.body.equals(body)).toBe(true)
  const isPage = puts().map((key) => key.endsWith('.html'))
  expect(isPage).toEqual(isPage.toSorted())
  const caches = new Map([...store.objects].map(([key, { headers }]) => [key, headers['cache-control']]))
  expect(caches.get('2025/index.html')).toBe(revalidate)
  const asset = store.keys().find((key) => key.startsWith('2025/_assets/'))
  if (asset) expect(caches.get(asset)).toBe(immutable)
  store.asked.length = 0
  await carry()
  expect(store.asked).toEqual([])
  // A new carrier (as after a restart) lists the bucket first, and then stores only the files that differ.
  store.objects.delete('2025/index.html')
  await editionsCarrier(bucket, app.db)()
  expect(puts()).toEqual(['2025/index.html'])
})

test("undoing the end of a conference edition removes the edition's pages from the bucket", async () => {
  const { app, cookie, next, store, carry, puts } = await ended()
  await carry()
  const before = store.keys()
  store.asked.length = 0
  expect((await next(2099)).status).toBe(201)
  await carry()
  expect(puts().every((key) => key.startsWith('2098/'))).toBe(true)
  expect(store.keys()).toEqual([...before, ...puts()].toSorted())
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  await carry()
  expect(store.keys()).toEqual(before)
})

test('if an edition ends again after an undo, the bucket has only the pages of the second end', async () => {
  const { app, cookie, next, store, bucket } = await ended()
  const undo = async () => expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  await undo()
  const json = { title: 'Abrir', startTime: '09:00', isPlenary: true }
  const { id } = await (await call(app, 'POST /api/agenda/events', { cookie, json })).json()
  expect((await next(2098)).status).toBe(201)
  await editionsCarrier(bucket, app.db)()
  expect(store.keys()).toContain('2025/charlas/abrir/index.html')
  await undo()
  expect((await call(app, `DELETE /api/agenda/events/${id}`, { cookie })).status).toBe(200)
  expect((await next(2098)).status).toBe(201)
  // Uses a new carrier, as after a restart.
  await editionsCarrier(bucket, app.db)()
  expect(store.keys()).toEqual([...eachFile(app.db, '2025')].map(({ name }) => `2025/${name}`).toSorted())
})

test('files of an edition that the object store refused are copied once the store works again', async () => {
  const { store, carry } = await ended()
  store.trouble.status = 503
  await expect(carry()).rejects.toThrow()
  store.trouble.status = null
  await carry()
  expect(store.keys()).toContain('2025/index.html')
})
