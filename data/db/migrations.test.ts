import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { readContent, readSection } from '../content/content.ts'
import { registrationTexts, sectionDefaults } from '../content/defaults.ts'
import { type StoredRow, storedValue } from '../content/item-versions.ts'
import { restoreItem } from '../content/restore.ts'
import { slugOwners } from '../content/slugs.ts'
import { restoreRegistration } from '../registrations/trash.ts'
import { listRegistrations, longAgo, someEdit, temporaryDir } from '../testing.ts'
import { applyMigrations, openDb } from './db.ts'
import { migrationHashes } from './migration-hashes.ts'
import { migrations } from './migrations.ts'
import { schemaDifference } from './schema-difference.ts'

function migratedFrom(version: number, fill: (old: Database.Database) => void) {
  const file = join(temporaryDir(), 'conference.db')
  const old = new Database(file)
  applyMigrations(old, migrations.slice(0, version))
  old.pragma(`user_version = ${version}`)
  fill(old)
  old.close()
  const db = openDb(file)
  onTestFinished(() => void db.close())
  return db
}

/** Returns the version before the migration that contains `words`. */
const before = (words: string) => migrations.findIndex((migration) => typeof migration === 'string' && migration.includes(words))

const storedAt = (version: number, sections: Record<string, object>) =>
  migratedFrom(version, (old) => {
    const insert = old.prepare("INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, '')")
    for (const [section, value] of Object.entries(sections)) insert.run(section, JSON.stringify(value))
  })

test.each([
  ['empty, which means the default', { ...sectionDefaults.registrationForm, modalTitle: '' }],
  ['not stored, which means the default', {}],
  ['the default', sectionDefaults.registrationForm],
])('a migration keeps the visible title of the registration form if the stored title is %s', (_, registrationForm) => {
  const hero = { ...sectionDefaults.hero, title: 'Días de la Red', eventDate: '2027-03-04T15:45:00.000Z' }
  const { content, broken } = readContent(storedAt(5, { hero, registrationForm }))
  expect([content.hero, registrationTexts(content).modalTitle, broken]).toEqual([hero, 'Registro - Conferencia 2025', []])
})

test('a migration removes the waiting-list numbers of cancelled people', () => {
  const db = migratedFrom(before('kept a number in the waiting list'), (old) => {
    const insert = old.prepare(
      `INSERT INTO registrations (id, name, email, emailKey, registrationDate, searchText, status, waitingNumber)
       VALUES (@status, '', @status, @status, '', '', @status, @waitingNumber)`,
    )
    for (const [index, status] of ['cancelled', 'waitlisted'].entries()) insert.run({ status, waitingNumber: index + 1 })
  })
  const numbers = db.prepare('SELECT status, waitingNumber FROM registrations ORDER BY status').raw().all()
  expect(numbers).toEqual([
    ['cancelled', null],
    ['waitlisted', 2],
  ])
})

test('a migration makes stored people searchable without typing accents', () => {
  const db = migratedFrom(before('plain letters and apostrophes'), (old) => {
    old
      .prepare(
        "INSERT INTO registrations (id, name, email, emailKey, registrationDate, searchText) VALUES ('a', 'Ærø K’atun', 'a@a.gt', 'a@a.gt', '', ' ærø k’atun a@a.gt  ')",
      )
      .run()
    old
      .prepare(
        "INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt) VALUES ('m', 'confirmation', 'a', 'a@a.gt', 'Ærø K’atun', 'ærø k’atun a@a.gt', '<m@a.gt>', '', '')",
      )
      .run()
  })
  const found = ["k'atun", 'AERO', 'aeor'].map((search) => listRegistrations(db, { search }).map(({ name }) => name))
  expect(found).toEqual([['Ærø K’atun'], ['Ærø K’atun'], ['Ærø K’atun']])
  expect(db.prepare('SELECT searchText FROM mails').pluck().all()).toEqual(["aero k'atun a@a.gt"])
})

test('a migration moves the certificate of a merged person to the remaining person', () => {
  const db = migratedFrom(before('The constancia of who was merged'), (old) => {
    const trash = old.prepare("INSERT INTO trash (id, row, mails, deletedAt) VALUES (?, ?, '[]', '')")
    const certificate = old.prepare(
      "INSERT INTO certificates (code, role, registration, name, madeAt) VALUES (?, 'attendee', ?, '', '')",
    )
    for (const [merged, into] of [
      ['a', 'ana'],
      ['b', 'berta'],
      ['d', 'a'],
      ['e', 'f'],
      ['f', 'fe'],
    ])
      trash.run(merged, JSON.stringify({ mergedInto: into }))
    trash.run('c', '{}')
    for (const id of ['a', 'b', 'berta', 'c', 'e']) certificate.run(`of ${id}`, id)
  })
  expect(db.prepare('SELECT code, registration FROM certificates ORDER BY code').raw().all()).toEqual([
    ['of a', 'ana'],
    ['of b', 'b'],
    ['of berta', 'berta'],
    ['of c', 'c'],
    ['of e', 'fe'],
  ])
})

test('a migration assigns trashed people to the conference year in which they were deleted', () => {
  const db = migratedFrom(before('who comes later is of the next one'), (old) => {
    const edition = old.prepare(
      `INSERT INTO editions (year, name, eventDate, finishedAt, revision, erasesPeople, uploads) VALUES (?, '', '', ?, 0, 0, '[]')`,
    )
    edition.run('2024', '2024-12-01')
    edition.run('2025', '2025-12-01')
    old.exec(
      "INSERT INTO registrations (id, name, email, emailKey, registrationDate, searchText) VALUES ('a', '', 'a', 'a', '2025-03-01', '')",
    )
    const trash = old.prepare("INSERT INTO trash (id, row, mails, deletedAt) VALUES (?, '{}', '[]', ?)")
    for (const [id, at] of [
      ['x', '2024-11-01'],
      ['y', '2025-11-01'],
      ['z', '2026-01-01'],
    ] as const)
      trash.run(id, at)
  })
  expect(db.prepare('SELECT year, apartAt FROM editions ORDER BY year').raw().all()).toEqual([
    ['2024', '2024-12-01'],
    ['2025', null],
  ])
  expect(db.prepare('SELECT id, edition FROM trash ORDER BY id').raw().all()).toEqual([
    ['x', '2024'],
    ['y', '2025'],
    ['z', null],
  ])
})

test('after a migration, comments stay and the search finds old registrations despite typos', () => {
  const person = {
    id: 'a',
    name: 'José "Pepe" García',
    email: 'jose@ejemplo.gt',
    phone: '(502) 5555-1234 ext. 9',
    notes: 'Llego tarde',
  }
  const deleted = JSON.stringify({
    ...person,
    id: 'b',
    emailKey: 'eva@ejemplo.gt',
    email: 'eva@ejemplo.gt',
    name: 'Eva Núñez',
    searchText: 'eva',
    registrationDate: '2025-06-01T12:00:00.000Z',
    token: 'other',
  })
  const db = migratedFrom(before('ADD COLUMN staffNotes'), (old) => {
    old
      .prepare(
        `INSERT INTO registrations (id, name, email, emailKey, phone, notes, registrationDate, searchText, token)
       VALUES (@id, @name, @email, @email, @phone, @notes, '2025-06-01T12:00:00.000Z', @searchText, 'token')`,
      )
      .run({ ...person, searchText: 'jose "pepe" garcia jose@ejemplo.gt ' })
    old.prepare("INSERT INTO trash (id, row, mails, deletedAt) VALUES ('b', ?, '[]', '2025-06-02T00:00:00.000Z')").run(deleted)
  })
  expect(restoreRegistration(db, 'b', { ...someEdit, at: '2025-06-03T00:00:00.000Z' })).toMatchObject({
    notes: 'Llego tarde',
    staffNotes: '',
  })
  for (const [search, found] of [
    ['garsia', ['a']],
    ['5555 1234', ['a', 'b']],
    ['nunes', ['b']],
    ['pepe', ['a']],
  ] as const) {
    const list = listRegistrations(db, { search, sort: 'name', order: 'desc' })
    expect([search, list.map(({ id }) => id)]).toEqual([search, found])
    expect(list.map(({ notes, staffNotes }) => [notes, staffNotes])).toEqual(found.map(() => ['Llego tarde', '']))
  }
})

test('a migration stores each item of the history only once, in fewer bytes', () => {
  const at = longAgo
  const item = (id: string, name: string) => ({
    id,
    createdAt: at,
    updatedAt: at,
    name,
    description: 'á "b" \\ \u2028 \u0001 </script>'.repeat(20),
  })
  const list = (mark: string) => Array.from({ length: 30 }, (_, index) => item(`${index}`, index === 3 ? mark : `Sala ${index}`))
  const stored: [section: string, value: string][] = [
    ['scenarios', JSON.stringify(list('a'))],
    ['hero', JSON.stringify(sectionDefaults.hero)],
    ['scenarios', JSON.stringify(list('b'))],
    ['scenarios', JSON.stringify(list('a'))],
    ['scenarios', JSON.stringify(list('a').slice(1))],
    ['scenarios', JSON.stringify(list('a').toReversed())],
    ...Array.from({ length: 60 }, (_, index): [string, string] => ['scenarios', JSON.stringify(list(`${index}`))]),
    ['speakers', '[ {"id": "a"} ]'],
    ['speakers', '[1,"a",null]'],
    ['speakers', '{"no":"list"}'],
    ['speakers', '[]'],
    ['speakers', '[{"name":"without an id","number":1e3}]'],
  ]
  const db = migratedFrom(before('CREATE TABLE itemVersions'), (old) => {
    const insert = old.prepare(
      "INSERT INTO revisions (section, value, savedAt, previous) VALUES (?, ?, '2025-01-01T12:00:00.000Z', 0)",
    )
    for (const row of stored) insert.run(...row)
  })
  const rows = db.prepare<[], StoredRow & { section: string }>('SELECT section, value, items FROM revisions ORDER BY id').all()
  expect(rows.map((row) => [row.section, storedValue(db, row)])).toEqual(
    stored.map(([section, value]) => [section, JSON.parse(value)]),
  )
  // Numbers and escapes must stay exactly as written, although a parser would change them.
  const texts = db
    .prepare<[string], string>('SELECT value FROM itemVersions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
    .pluck()
  expect(rows.map(({ value, items }) => (items === null ? value : items === '[]' ? '[]' : null)).filter(Boolean)).toEqual([
    JSON.stringify(sectionDefaults.hero),
    '[ {"id": "a"} ]',
    '[1,"a",null]',
    '{"no":"list"}',
    '[]',
  ])
  expect(texts.all(rows.at(-1)?.items ?? '')).toEqual(['{"name":"without an id","number":1e3}'])
  const whole = stored.reduce((sum, [, value]) => sum + value.length, 0)
  expect(db.prepare<[], number>('SELECT sum(bytes) FROM revisions').pluck().get()).toBeLessThan(whole / 8)
  expect(db.prepare('SELECT count(*) FROM itemVersions').pluck().get()).toBe(30 + 1 + 60 + 1)
  expect(db.pragma('freelist_count', { simple: true })).toBe(0)
})

test('a speaker deleted before a migration of the history can still be restored', () => {
  const at = longAgo
  const speaker = {
    id: 'ana',
    createdAt: at,
    updatedAt: at,
    name: 'Ana',
    title: '',
    company: '',
    isActive: true,
    displayOrder: 0,
  }
  const talk = (speakerId: string, updatedAt: string) => ({
    id: 'talk',
    createdAt: at,
    updatedAt,
    title: 'A',
    startTime: '09:00',
    scenarioId: 'sala',
    speakerId,
  })
  const deleted = '2025-01-02T12:00:00.000Z'
  const db = migratedFrom(before('CREATE TABLE itemVersions'), (old) => {
    const insert = old.prepare('INSERT INTO revisions (section, value, savedAt, previous) VALUES (?, ?, ?, ?)')
    insert.run('scenarios', JSON.stringify([{ id: 'sala', createdAt: at, updatedAt: at, name: 'Sala' }]), at, 0)
    insert.run('speakers', JSON.stringify([speaker]), at, 0)
    insert.run('events', JSON.stringify([talk('ana', at)]), at, 0)
    insert.run('events', JSON.stringify([talk('', deleted)]), deleted, 3)
    insert.run('speakers', '[]', deleted, 2)
  })
  expect(restoreItem(db, 2, 'ana', { ...someEdit, settings: [] })).toMatchObject({ outcome: 'saved' })
  const { content } = readContent(db)
  expect([content.speakers, content.events]).toMatchObject([[{ id: 'ana', name: 'Ana' }], [{ id: 'talk', speakerId: 'ana' }]])
})

test('every migration matches its recorded hash', () => {
  const hashes = migrations.map((migration) =>
    createHash('sha256')
      .update(typeof migration === 'string' ? migration : JSON.stringify(migration))
      .digest('hex')
      .slice(0, 16),
  )
  // To add a migration, add its hash at the end of migration-hashes.ts.
  expect(hashes).toEqual(migrationHashes)
})

test.each([
  ['a missing column', 'ALTER TABLE users DROP COLUMN lastLoginAt', 'falta users.lastLoginAt'],
  [
    'a column of another type',
    'ALTER TABLE trash RENAME deletedBy TO x; ALTER TABLE trash ADD COLUMN deletedBy INTEGER',
    'trash.deletedBy es distinto',
  ],
  ['an unknown column', 'ALTER TABLE users ADD COLUMN pet TEXT', 'sobra users.pet'],
  ['a missing index', 'DROP INDEX registrations_token', 'falta registrations_token'],
  ['an unknown trigger', 'CREATE TRIGGER spy AFTER INSERT ON users BEGIN SELECT 1; END', 'sobra users.spy'],
  ['a missing table', 'DROP TABLE limits', 'falta limits'],
])('schemaDifference describes the difference of a database with %s', (_, change, difference) => {
  const db = openDb(':memory:')
  onTestFinished(() => void db.close())
  expect(schemaDifference(db)).toBeNull()
  // Litestream creates such tables.
  db.exec('CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)')
  expect(schemaDifference(db)).toBeNull()
  db.exec(change)
  expect(schemaDifference(db)).toBe(difference)
})

test('a migration gives a slug to every speaker in the history, also to deleted speakers', () => {
  const speaker = (id: string, name: string, version = '') => ({
    id,
    createdAt: longAgo,
    updatedAt: longAgo,
    name,
    title: version,
    company: '',
    isActive: true,
    displayOrder: 0,
  })
  const db = migratedFrom(before('CREATE TABLE slugs'), (old) => {
    const add = old.prepare("INSERT INTO itemVersions (section, item, value, gone) VALUES ('speakers', ?, ?, ?)")
    add.run('gone', JSON.stringify(speaker('gone', 'Ana')), 2)
    add.run('ana', JSON.stringify(speaker('ana', 'Anita')), 2)
    add.run('ana', JSON.stringify(speaker('ana', 'Ana', 'CTO')), null)
    add.run('two', JSON.stringify(speaker('two', "  ¿Ána'? ")), null)
    add.run('clash', JSON.stringify(speaker('clash', 'Ana 2')), null)
    add.run('symbols', JSON.stringify(speaker('symbols', '🎉')), null)
    const save = old.prepare("INSERT INTO revisions (section, value, items, savedAt) VALUES ('speakers', '[]', ?, ?)")
    save.run('[1,2]', longAgo)
    save.run('[3,4,5,6]', longAgo)
  })
  const slugs = (revision: number) => readSection(db, 'speakers', revision).value.map(({ id, slug }) => [id, slug])
  const [[, gone = ''] = [], ...others] = slugs(1)
  expect(others).toEqual([['ana', 'ana']])
  const [ana, two, ...rest] = slugs(2)
  expect([ana, ...rest]).toEqual([
    ['ana', 'ana'],
    ['clash', 'ana-2'],
    ['symbols', 'speaker'],
  ])
  expect([two?.[1], gone]).toEqual([expect.stringMatching(/^ana-[0-9a-f]{8}$/), 'ana-3'])
  expect([...slugOwners(db, 'speakers').values()].toSorted()).toEqual(['ana', 'clash', 'gone', 'symbols', 'two'])
  expect(restoreItem(db, 1, 'gone', { ...someEdit, settings: [] })).toMatchObject({ outcome: 'saved' })
  expect(readSection(db, 'speakers').value.find(({ id }) => id === 'gone')).toMatchObject({ name: 'Ana', slug: 'ana-3' })
})

test('a migration keeps only a limited number of former slugs per item, those used last', () => {
  const db = migratedFrom(before('Slugs in the order'), (old) => {
    const keep = old.prepare("INSERT INTO slugs (section, slug, item) VALUES ('speakers', ?, 'ana')")
    const add = old.prepare("INSERT INTO itemVersions (section, item, value) VALUES ('speakers', 'ana', json_object('slug', ?))")
    for (let number = 0; number < 300; number++) keep.run(`ana-${number}`)
    for (const number of [7, 5, 299, 6]) add.run(`ana-${number}`)
  })
  const slugs = [...slugOwners(db, 'speakers').keys()]
  expect(slugs).toHaveLength(21)
  for (const number of [7, 5, 299, 6]) expect(slugs).toContain(`ana-${number}`)
})
