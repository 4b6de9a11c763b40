import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { addItem, longAgo, memoryDb } from '../testing.ts'
import { deleteItem, readSection, updateItem } from './content.ts'
import { itemDefaults } from './defaults.ts'
import { listHistory } from './history.ts'
import { insertRevision, keptBytes, keptRevisionCount } from './revisions.ts'
import type { Speaker } from './schema.ts'
import { findUnusedUploads } from './unreferenced-uploads.ts'

const edit = { by: null, at: longAgo }
const number = (db: Db, sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0
const versions = (db: Db) => number(db, 'SELECT count(*) FROM itemVersions')

/** Speakers of about 39 KB each, with nearly the longest texts that their fields accept. */
const longSpeakers = (count: number, mark: string): Speaker[] =>
  Array.from({ length: count }, (_, index) => ({
    ...itemDefaults.speakers,
    createdAt: longAgo,
    updatedAt: longAgo,
    title: '',
    company: '',
    id: `${index}`,
    slug: `${index}`,
    name: `${mark} ${index}`,
    bio: 'ñ'.repeat(10_000),
    links: Array.from({ length: 6 }, () => ({ label: 'w'.repeat(100), url: `https://a.gt/${'x'.repeat(2_000)}` })),
    image: `/${'x'.repeat(2_000)}`,
    linkedinUrl: `https://a.gt/${'x'.repeat(2_000)}`,
    twitterUrl: `https://a.gt/${'x'.repeat(2_000)}`,
  }))

test('saving one item of a list stores only that item, not the whole list', () => {
  const db = memoryDb()
  const speakers = Array.from({ length: 50 }, (_, index) => addItem(db, 'speakers', { name: `Ana ${index}` }))
  const saved = [readSection(db, 'speakers')]
  for (let count = 0; count < 20; count++) {
    updateItem(db, 'speakers', speakers[count % 5]?.id ?? '', { company: `${count}` }, edit)
    saved.push(readSection(db, 'speakers'))
  }
  deleteItem(db, 'speakers', speakers[7]?.id ?? '', edit)
  expect(versions(db)).toBe(50 + 20)
  expect(saved.map(({ revision }) => readSection(db, 'speakers', revision))).toEqual(saved)
})

test('deleting old revisions also deletes item versions that no other revision uses', () => {
  const db = memoryDb()
  const named = (name: string) => `/public-objects/${name}.webp`
  const stays = addItem(db, 'speakers', { image: named('stays') })
  const changes = addItem(db, 'speakers', { image: named('goes') })
  updateItem(db, 'speakers', changes.id, { image: '' }, edit)
  expect(findUnusedUploads(db, ['stays', 'goes', 'never'])).toEqual(['never'])
  const later = { ...edit, at: '2026-01-01T12:00:00.000Z' }
  for (let count = 0; count < keptRevisionCount; count++) updateItem(db, 'speakers', changes.id, { company: `${count}` }, later)
  expect(findUnusedUploads(db, ['stays', 'goes', 'never'])).toEqual(['goes', 'never'])
  expect(number(db, 'SELECT count(*) FROM revisions')).toBe(keptRevisionCount)
  expect(versions(db)).toBe(keptRevisionCount + 1)
  expect(readSection(db, 'speakers').value).toMatchObject([stays, { id: changes.id }])
})

test("limits the stored bytes of a list's history", () => {
  const db = memoryDb()
  for (let count = 0; count < 60; count++) insertRevision(db, 'speakers', longSpeakers(20, `${count}`), edit)
  const stored = number(db, 'SELECT sum(octet_length(value)) FROM itemVersions')
  expect(stored).toBeGreaterThan(keptBytes / 2)
  // Allows for item versions that deleted revisions stored and the oldest kept revision still uses.
  expect(stored).toBeLessThan(keptBytes + JSON.stringify(longSpeakers(20, '')).length * 2)
  expect(readSection(db, 'speakers').value[19]?.name).toBe('59 19')
})

test('limits the bytes of one page of the history', () => {
  const db = memoryDb()
  for (let count = 0; count < 20; count++) insertRevision(db, 'speakers', longSpeakers(20, `${count}`), edit)
  const entries = [...listHistory(db, { limit: 1_000 })]
  expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index))
  expect(JSON.stringify(entries).length).toBeLessThan(5 * 1024 * 1024)
  const told = entries.filter(({ isCut }) => !isCut)
  expect([told.length > 0, told.length < 20, told.every(({ changes }) => changes.length === 20)]).toEqual([true, true, true])
  expect(entries.filter(({ isCut }) => isCut).every(({ changes, previous }) => changes.length === 0 && previous !== null)).toBe(
    true,
  )
})
