import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import type { UploadType } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'
import { mp4 } from './testing.ts'
import { openUploads } from './uploads.ts'

const type: UploadType = { media: 'video', stored: 'mp4' }
const ticket = { name: '1700000000000-0123456789abcdef.mp4', userId: 'ana', type, kind: null }

async function statusOf(taken: Promise<unknown>): Promise<number> {
  const error = await taken.catch((error: unknown) => error)
  if (error instanceof Refusal) return error.status
  throw new Error('it was taken')
}

const leftIn = (dir: string) => ['staging', 'public', 'originals'].flatMap((folder) => readdirSync(join(dir, 'uploads', folder)))

test('a stalled upload is ended and leaves no file', async () => {
  const dir = temporaryDir()
  const uploads = await openUploads(dir, { stallMs: 50 })
  async function* stopping() {
    yield mp4()
    await new Promise(() => {})
  }
  expect(await statusOf(uploads.take(ticket, stopping()))).toBe(408)
  expect(leftIn(dir)).toEqual([])
})

test('a slow upload that keeps sending is accepted, however long it takes', async () => {
  const uploads = await openUploads(temporaryDir(), { stallMs: 200 })
  async function* slow() {
    for (const byte of mp4()) {
      yield Uint8Array.of(byte)
      if (byte === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  expect(await uploads.take(ticket, slow())).toEqual({ size: null, background: null })
})

test('an upload whose connection is lost leaves no file', async () => {
  const dir = temporaryDir()
  const uploads = await openUploads(dir)
  async function* broken() {
    yield mp4()
    throw new Error('aborted')
  }
  expect(await statusOf(uploads.take(ticket, broken()))).toBe(400)
  expect(leftIn(dir)).toEqual([])
})

test('an upload to a full disk is refused in words and leaves no file', async () => {
  const dir = temporaryDir()
  const { storage } = await openUploads(dir)
  const full = async () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  const uploads = await openUploads(dir, { storage: { ...storage, publish: full } })
  expect(
    await statusOf(
      uploads.take(
        ticket,
        (async function* () {
          yield mp4()
        })(),
      ),
    ),
  ).toBe(503)
  expect(leftIn(dir)).toEqual([])
})

test('no more than eight run at once, so that the ninth does not take the disk from all', async () => {
  const uploads = await openUploads(temporaryDir(), { stallMs: 50 })
  async function* waiting() {
    yield mp4()
    await new Promise(() => {})
  }
  const running = Array.from({ length: 8 }, () => statusOf(uploads.take(ticket, waiting())))
  expect(uploads.hasRoom()).toBe(false)
  await Promise.all(running)
  expect(uploads.hasRoom()).toBe(true)
})

test('unfinished uploads of an earlier process are removed at start', async () => {
  const dir = temporaryDir()
  mkdirSync(join(dir, 'uploads/staging'), { recursive: true })
  writeFileSync(join(dir, 'uploads/staging/half'), 'half')
  await openUploads(dir)
  expect(leftIn(dir)).toEqual([])
})
