import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { memoryDb, someEdit } from '../testing.ts'
import { createItem, latestRevision, readContent, readSection } from './content.ts'
import { sectionDefaults } from './defaults.ts'
import { keptRevisionCount } from './revisions.ts'
import { saveSection } from './sections.ts'
import { contentDefaults } from './stored.ts'

const edit = { ...someEdit, by: 'ana', at: '2025-06-01T12:00:00.000Z' }

const revisions = (db: Db) => db.prepare('SELECT section, savedAt, savedBy FROM revisions ORDER BY id').all()

test('without a save all content has default values and revision 0', () => {
  const content = { ...sectionDefaults, speakers: [], scenarios: [], events: [], partners: [] }
  expect(readContent(memoryDb())).toEqual({ content: { ...contentDefaults, ...content }, revision: 0, broken: [] })
})

test('a save changes only the fields that it contains', () => {
  const db = memoryDb()
  saveSection(db, 'hero', { subtitle: 'Reserva la fecha' }, edit)
  saveSection(db, 'hero', { location: 'Antigua' }, edit)
  expect(readSection(db, 'hero')).toEqual({
    value: { ...sectionDefaults.hero, subtitle: 'Reserva la fecha', location: 'Antigua' },
    revision: 2,
  })
})

test('each save is stored as a revision with its author and time', () => {
  const db = memoryDb()
  saveSection(db, 'segments', { title: 'Bloques' }, edit)
  saveSection(db, 'hero', { subtitle: 'x' }, { ...edit, by: null, at: '2025-06-02T12:00:00.000Z' })
  expect(revisions(db)).toEqual([
    { section: 'segments', savedAt: edit.at, savedBy: 'ana' },
    { section: 'hero', savedAt: '2025-06-02T12:00:00.000Z', savedBy: null },
  ])
  expect(latestRevision(db)).toBe(2)
})

test('accepts a save that is based on the newest revision', () => {
  const db = memoryDb()
  expect(saveSection(db, 'hero', { subtitle: 'a' }, edit, 0)).toMatchObject({ outcome: 'saved', revision: 1 })
  expect(saveSection(db, 'hero', { subtitle: 'b' }, edit, 1)).toMatchObject({ outcome: 'saved', revision: 2 })
})

test('rejects a save based on an older revision if its field has been changed since then', () => {
  const db = memoryDb()
  saveSection(db, 'hero', { subtitle: 'first' }, edit, 0)
  const conflicts = { subtitle: { base: sectionDefaults.hero.subtitle, theirs: 'first', yours: 'second' } }
  expect(saveSection(db, 'hero', { subtitle: 'second' }, edit, 0)).toEqual({ outcome: 'conflict', conflicts })
  expect(readSection(db, 'hero').value.subtitle).toBe('first')
  expect(latestRevision(db)).toBe(1)
})

test('throws on a value that does not fit the schema, and stores nothing', () => {
  const db = memoryDb()
  expect(() => saveSection(db, 'hero', { title: '' }, edit)).toThrow()
  expect(revisions(db)).toEqual([])
})

test.each([
  ['with a number for a text', '{"title": 5}'],
  ['as a list', '[1, 2]'],
  ['with a dangerous URL', JSON.stringify({ ...sectionDefaults.hero, headerLogo: 'javascript:alert(1)' })],
])('returns the default of a section that was stored %s, and names that section', (_, value) => {
  const db = memoryDb()
  saveSection(db, 'about', { title: 'Sobre el evento' }, edit)
  db.prepare("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', ?, '')").run(value)
  const { content, revision, broken } = readContent(db)
  expect({ revision, broken }).toEqual({ revision: 2, broken: ['hero'] })
  expect(content.hero).toEqual(sectionDefaults.hero)
  expect(content.about.title).toBe('Sobre el evento')
})

test('content of an older version gets defaults for new fields and loses removed fields', () => {
  const db = memoryDb()
  const { ctaText: _, ...older } = { ...sectionDefaults.hero, subtitle: 'La de antes', slogan: 'ya no existe' }
  const item = { id: 'a', createdAt: edit.at, updatedAt: edit.at, name: 'Volcán', capacity: 600 }
  const insert = db.prepare("INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, '')")
  insert.run('hero', JSON.stringify(older))
  insert.run('scenarios', JSON.stringify([item]))
  const { content, broken } = readContent(db)
  expect(broken).toEqual([])
  expect(content.hero).toEqual({ ...sectionDefaults.hero, subtitle: 'La de antes' })
  const { capacity: __, ...kept } = item
  const begun = { description: '', sourceId: '', sourceMark: '', displayOrder: 0, isActive: true }
  expect(content.scenarios).toEqual([{ ...kept, ...begun }])
})

test('leaves out an invalid item of a stored list, and reads the other items', () => {
  const db = memoryDb()
  const identity = { createdAt: edit.at, updatedAt: edit.at, displayOrder: 0, isActive: true, description: '' }
  const stored = [
    { id: 'a', name: 'Volcán', ...identity },
    { id: 'b', name: '', ...identity },
  ]
  db.prepare("INSERT INTO revisions (section, value, savedAt) VALUES ('scenarios', ?, '')").run(JSON.stringify(stored))
  expect(readContent(db).broken).toEqual(['scenarios'])
  createItem(db, 'scenarios', { name: 'Ceiba' }, edit)
  expect(readSection(db, 'scenarios').value.map(({ name }) => name)).toEqual(['Volcán', 'Ceiba'])
  expect(readContent(db).broken).toEqual([])
})

test('a section whose stored value is invalid can be saved again', () => {
  const db = memoryDb()
  db.exec("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', '{}', '')")
  saveSection(db, 'hero', { subtitle: 'Otra vez' }, edit, 1)
  expect(readContent(db).broken).toEqual([])
  expect(readSection(db, 'hero').value).toEqual({ ...sectionDefaults.hero, subtitle: 'Otra vez' })
})

const onDay = (day: number) => ({ ...edit, at: new Date(Date.UTC(2025, 5, day)).toISOString() })
const kept = (db: Db) => db.prepare('SELECT section, count(*) AS count, max(id) AS newest FROM revisions GROUP BY section').all()

test('keeps at least the newest 200 revisions of a section, and all of the last 30 days', () => {
  const db = memoryDb()
  saveSection(db, 'about', { title: 'Once' }, onDay(1))
  for (let count = 0; count < keptRevisionCount + 5; count++) saveSection(db, 'hero', { subtitle: `${count}` }, onDay(1))
  const about = { section: 'about', count: 1, newest: 1 }
  expect(kept(db)).toEqual([about, { section: 'hero', count: keptRevisionCount + 5, newest: keptRevisionCount + 6 }])
  saveSection(db, 'hero', { subtitle: 'a month later' }, onDay(31))
  expect(kept(db)).toEqual([about, { section: 'hero', count: keptRevisionCount + 6, newest: keptRevisionCount + 7 }])
  saveSection(db, 'hero', { subtitle: 'and a day' }, onDay(32))
  expect(kept(db)).toEqual([about, { section: 'hero', count: keptRevisionCount, newest: keptRevisionCount + 8 }])
})
