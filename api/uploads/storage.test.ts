import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { diskStorage } from './storage.ts'

async function create() {
  const dir = temporaryDir()
  const storage = await diskStorage(dir)
  const staged = (text: string) => {
    const path = join(dir, 'staged')
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return { dir, storage, staged, shown: join(dir, 'www/public-objects') }
}

test('an upload and its published file share their disk space', async () => {
  const { dir, storage, staged, shown } = await create()
  const path = staged('imagen')
  await storage.publish('a.webp', path)
  expect(existsSync(path)).toBe(false)
  expect(readFileSync(join(shown, 'a.webp'), 'utf8')).toBe('imagen')
  expect(statSync(join(shown, 'a.webp')).ino).toBe(statSync(join(dir, 'uploads/public/a.webp')).ino)
  expect(statSync(join(shown, 'a.webp')).mode & 0o777).toBe(0o644)
})

test('never publishes the originals of uploads, and only their owner can read them', async () => {
  const { dir, storage, staged, shown } = await create()
  await storage.keepOriginal('a', staged('original'))
  expect(statSync(join(dir, 'uploads/originals/a')).mode & 0o777).toBe(0o600)
  expect([await storage.find('a'), readdirSync(shown)]).toEqual([null, []])
})

test('a start of the server restores the uploads in a deleted published folder', async () => {
  const { dir, storage, staged, shown } = await create()
  await storage.publish('a.webp', staged('imagen'))
  rmSync(join(dir, 'www'), { recursive: true })
  expect(await new Response(await (await storage.find('a.webp'))?.read()).text()).toBe('imagen')
  await storage.publish('b.webp', staged('otra'))
  expect(readdirSync(shown)).toEqual(['b.webp'])
  await diskStorage(dir)
  expect(readdirSync(shown).toSorted()).toEqual(['a.webp', 'b.webp'])
})

test('a start of the server deletes published files that belong to no upload', async () => {
  const { dir, shown } = await create()
  writeFileSync(join(shown, 'a.webp.tmp'), 'half a copy')
  await diskStorage(dir)
  expect(readdirSync(shown)).toEqual([])
})

test('reads a byte range of an upload, including both ends', async () => {
  const { storage, staged } = await create()
  await storage.publish('a.webp', staged('0123456789'))
  const found = await storage.find('a.webp')
  expect(found?.size).toBe(10)
  expect(await new Response(await found?.read({ start: 2, end: 4 })).text()).toBe('234')
})

test('removing an upload deletes all its files, and can be repeated', async () => {
  const { storage, staged, shown } = await create()
  await storage.publish('a.webp', staged('imagen'))
  await storage.remove('published', 'a.webp')
  await storage.remove('published', 'a.webp')
  expect([await storage.find('a.webp'), readdirSync(shown), await storage.list()]).toEqual([
    null,
    [],
    { published: [], originals: [] },
  ])
})
