import { expect, test } from 'vitest'
import { contentDefaults } from '../../data/content/stored.ts'
import { limits } from '../../data/limits.ts'
import type { LiveFile, Move } from '../../data/programme/live.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { zone } from '../../data/testing.ts'
import { liveFile, maxLiveFileBytes } from './live-file.ts'

const content = publicContent(contentDefaults, zone)
const read = (changes: object): LiveFile => JSON.parse(liveFile({ ...content, ...changes }, zone))
const ids = (count: number) => Array.from({ length: count }, (_, index) => `sesión-${index}`.padEnd(limits.id, 'x'))

test("in /ahora.json, `programme` changes with a room's name but not with a notice", () => {
  const before = read({})
  expect(before).toMatchObject({ notice: null, now: [], next: [], full: [], changed: [] })
  const noticed = read({ notice: { text: 'Se muda', url: '' }, live: { ...content.live, until: '2027-03-04T18:00:00Z' } })
  expect(noticed.notice).toEqual({ text: 'Se muda', url: '', until: '2027-03-04T18:00:00Z' })
  expect(noticed.revision).not.toBe(before.revision)
  expect(noticed.programme).toBe(before.programme)
  expect(read({ scenarios: [{ id: 'a', name: 'Ceiba' }] }).programme).not.toBe(before.programme)
})

test('/ahora.json has space for twelve rooms and a long notice, but not for all old changes', () => {
  const changed = ids(100).map((id): Move => ({ id, field: 'start' }))
  const busy = {
    notice: { text: 'ñ'.repeat(200), url: `https://telar.example/${'x'.repeat(470)}` },
    now: { ...content.now, running: ids(12).map((id) => id.slice(0, 12)), next: ids(12).map((id) => id.slice(0, 12)) },
    live: { until: '', full: ids(12).map((id) => id.slice(0, 12)), changed },
  }
  const file = read(busy)
  expect(Buffer.byteLength(liveFile({ ...content, ...busy }, zone))).toBeLessThanOrEqual(maxLiveFileBytes)
  expect([file.now.length, file.next.length, file.full.length]).toEqual([12, 12, 12])
  expect(file.changed).toEqual(changed.slice(0, file.changed.length))
  expect(file.changed.length).toBeGreaterThan(0)
})

test('/ahora.json stays below 2 KB with the longest texts, and always lists running sessions', () => {
  const busy = {
    notice: { text: '😀'.repeat(100), url: `https://telar.example/${'x'.repeat(limits.url)}` },
    now: { ...content.now, running: ids(60), next: ids(60) },
    live: { until: '', full: ids(60), changed: [] },
  }
  const text = liveFile({ ...content, ...busy }, zone)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxLiveFileBytes)
  const { notice, now, next, full } = JSON.parse(text)
  expect([notice.url, next, full]).toEqual(['', [], []])
  expect(now.length).toBeGreaterThan(20)
})
