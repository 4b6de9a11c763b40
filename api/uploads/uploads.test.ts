import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import type { UploadType } from '../../data/uploads.ts'
import { usualPace } from './receive.ts'
import { Refusal } from './refusal.ts'
import { mp4 } from './testing.ts'
import { openUploads } from './uploads.ts'

const type: UploadType = { media: 'video', stored: 'mp4' }
const ticket = { name: '1700000000000-0123456789abcdef.mp4', userId: 'ana', type, kind: null }
const allowed = () => {}
/** Short waits, for tests in which the sender stops. */
const stopped = { ...usualPace, stallMs: 50 }

async function statusOf(taken: Promise<unknown>): Promise<number> {
  const error = await taken.catch((error: unknown) => error)
  if (error instanceof Refusal) return error.status
  throw new Error('it was taken')
}

const leftIn = (dir: string) => ['staging', 'public', 'originals'].flatMap((folder) => readdirSync(join(dir, 'uploads', folder)))

test('ends a stalled upload and deletes its file', async () => {
  const dir = temporaryDir()
  const uploads = await openUploads(dir, { pace: stopped })
  async function* stopping() {
    yield mp4()
    await new Promise(() => {})
  }
  expect(await statusOf(uploads.take(ticket, stopping(), allowed))).toBe(408)
  expect(leftIn(dir)).toEqual([])
})

test('ends an upload that has received less than 10 KB a second over a minute', async () => {
  const dir = temporaryDir()
  const clock = { now: 0 }
  const uploads = await openUploads(dir, { pace: { ...usualPace, now: () => clock.now } })
  async function* dripping() {
    yield mp4()
    for (;;) {
      clock.now += 10_000
      yield new Uint8Array(90_000)
    }
  }
  expect(await statusOf(uploads.take(ticket, dripping(), allowed))).toBe(408)
  expect([clock.now, leftIn(dir)]).toEqual([60_000, []])
})

test('accepts 100 MB at 30 KB a second with pauses of ten seconds', async () => {
  const clock = { now: 0 }
  const uploads = await openUploads(temporaryDir(), { pace: { ...usualPace, now: () => clock.now } })
  async function* slow() {
    let sent = mp4()
    yield sent
    for (let bytes = sent.byteLength; bytes < 100 * 1024 * 1024; bytes += sent.byteLength) {
      clock.now += clock.now % 60_000 < 50_000 ? 10_000 : 20_000
      sent = new Uint8Array(Math.min(300_000, 100 * 1024 * 1024 - bytes))
      yield sent
    }
  }
  expect(await uploads.take(ticket, slow(), allowed)).toEqual({ size: null, background: null })
  expect(clock.now).toBeGreaterThan(55 * 60_000)
})

test('an upload whose connection is lost leaves no file', async () => {
  const dir = temporaryDir()
  const uploads = await openUploads(dir)
  async function* broken() {
    yield mp4()
    throw new Error('aborted')
  }
  expect(await statusOf(uploads.take(ticket, broken(), allowed))).toBe(400)
  expect(leftIn(dir)).toEqual([])
})

test('on a full disk, rejects an upload with a message and deletes its file', async () => {
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
        allowed,
      ),
    ),
  ).toBe(503)
  expect(leftIn(dir)).toEqual([])
})

test('accepts at most two simultaneous uploads per user, and eight in total', async () => {
  const uploads = await openUploads(temporaryDir(), { pace: stopped })
  async function* waiting() {
    yield mp4()
    await new Promise(() => {})
  }
  const take = (userId: string) => statusOf(uploads.take({ ...ticket, userId }, waiting(), allowed))
  const first = [take('ana'), take('ana')]
  expect([uploads.waitsFor('ana'), uploads.waitsFor('eva')]).toEqual(['own', null])
  const others = ['eva', 'eva', 'luis', 'luis', 'sol', 'sol'].map(take)
  expect(uploads.waitsFor('rita')).toBe('others')
  await Promise.all([...first, ...others])
  expect(['ana', 'rita'].map(uploads.waitsFor)).toEqual([null, null])
})

test('a start of the server removes uploads that an earlier process did not finish', async () => {
  const dir = temporaryDir()
  mkdirSync(join(dir, 'uploads/staging'), { recursive: true })
  writeFileSync(join(dir, 'uploads/staging/half'), 'half')
  await openUploads(dir)
  expect(leftIn(dir)).toEqual([])
})
