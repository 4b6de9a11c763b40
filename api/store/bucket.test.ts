import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { openBucket, tagOf, unsent } from './bucket.ts'
import { storeProblem } from './problem.ts'
import { startTestStore } from './testing.ts'

const page = { type: 'text/html; charset=utf-8', cacheControl: 'public, max-age=0' }

test('stores an object with its type and cache headers, returns it, lists it and removes it', async () => {
  const store = await startTestStore()
  const bucket = openBucket({ ...store.config, prefix: 'sitio/' })
  await bucket.put('a/uno.html', 'hola ñandú', page)
  expect(store.objects.get('sitio/a/uno.html')?.headers).toEqual({
    'content-type': page.type,
    'cache-control': page.cacheControl,
  })
  expect(await bucket.tag('a/uno.html')).toBe(tagOf(Buffer.from('hola ñandú')))
  expect(await bucket.text('a/uno.html')).toBe('hola ñandú')
  expect(await new Response(await bucket.read('a/uno.html', { start: 1, end: 3 })).text()).toBe('ola')
  expect((await bucket.list('a/')).map(({ key, size }) => [key, size])).toEqual([['a/uno.html', 12]])
  await bucket.remove(['a/uno.html', 'a/uno.html'])
  expect([await bucket.tag('a/uno.html'), await bucket.text('a/uno.html'), await bucket.read('a/uno.html')]).toEqual([
    null,
    null,
    null,
  ])
})

test('sends a file from the disk to the bucket', async () => {
  const store = await startTestStore()
  const path = join(temporaryDir(), 'video')
  writeFileSync(path, Buffer.alloc(3_000_000, 7))
  await openBucket(store.config).putFile('video.mp4', path, page)
  expect(store.objects.get('video.mp4')?.body.length).toBe(3_000_000)
})

test('listing a bucket without folders leaves out objects in folders', async () => {
  const store = await startTestStore()
  const bucket = openBucket(store.config)
  for (const key of ['a', 'b', 'c', 'd/e', 'f']) await bucket.put(key, '', page)
  expect((await bucket.list('')).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd/e', 'f'])
  expect((await bucket.list('', true)).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'f'])
})

test('if an object is created by several writers at once, only one of them succeeds', async () => {
  const store = await startTestStore()
  const bucket = openBucket(store.config)
  const made = await Promise.all(['uno', 'dos', 'tres'].map((text) => bucket.create('private/lease', text, unsent)))
  expect(made.filter(Boolean)).toEqual([true])
})

test.each([
  ['a wrong key', { secretAccessKey: 'otra' }, 'el almacén no acepta la clave de acceso'],
  ['a bucket that does not exist', { bucket: 'otra' }, 'el depósito no existe'],
  ['an endpoint that does not respond', { endpoint: 'http://127.0.0.1:9' }, 'el almacén no responde'],
])('describes the store failure %s in plain words, without URL or key', async (_, changes, words) => {
  const store = await startTestStore()
  const bucket = openBucket({ ...store.config, ...changes })
  const failures = await Promise.allSettled([bucket.put('a', 'b', page), bucket.list('')])
  expect(inspect(failures)).not.toContain(store.config.accessKeyId)
  expect(failures.map((failure) => failure.status === 'rejected' && storeProblem(failure.reason))).toEqual([words, words])
})

test.each([
  [503, 'el almacén está saturado'],
  [507, 'el almacén está lleno'],
  [500, 'el almacén respondió 500'],
])('describes the HTTP status %i of the object store in plain words', async (status, words) => {
  const store = await startTestStore()
  store.trouble.status = status
  const error = await openBucket(store.config)
    .put('a', 'b', page)
    .catch((reason: unknown) => reason)
  expect(storeProblem(error)).toBe(words)
})
