import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { readContent } from '../content/content.ts'
import { registrationTexts, sectionDefaults } from '../content/defaults.ts'
import { restoreRegistration } from '../registrations/trash.ts'
import { listRegistrations, temporaryDir } from '../testing.ts'
import { openDb } from './db.ts'
import { migrations } from './migrations.ts'

/** A database as the program left it that knew the first `version` migrations, with what `fill` stored, brought up to date. */
function migratedFrom(version: number, fill: (old: Database.Database) => void) {
  const file = join(temporaryDir(), 'conference.db')
  const old = new Database(file)
  for (const migration of migrations.slice(0, version)) old.exec(migration)
  old.pragma(`user_version = ${version}`)
  fill(old)
  old.close()
  const db = openDb(file)
  onTestFinished(() => void db.close())
  return db
}

/** The version before the migration with these words. */
const before = (words: string) => migrations.findIndex((migration) => migration.includes(words))

/** A database of this version with these sections stored, brought up to date. */
const storedAt = (version: number, sections: Record<string, object>) =>
  migratedFrom(version, (old) => {
    const insert = old.prepare("INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, '')")
    for (const [section, value] of Object.entries(sections)) insert.run(section, JSON.stringify(value))
  })

test.each([
  ['empty, and so its default', { ...sectionDefaults.registrationForm, modalTitle: '' }],
  ['not stored, and so its default', {}],
  ['its default', sectionDefaults.registrationForm],
])(
  'a page stored before the section `event` existed keeps its title of the form when that was %s, whatever its name',
  (_, registrationForm) => {
    const hero = { ...sectionDefaults.hero, title: 'Días de la Red', eventDate: '2027-03-04T15:45:00.000Z' }
    const { content, broken } = readContent(storedAt(5, { hero, registrationForm }))
    expect([content.hero, registrationTexts(content).modalTitle, broken]).toEqual([hero, 'Registro - Conferencia 2025', []])
  },
)

test('who cancelled before their number in the waiting list went with it has none, and who waits keeps theirs', () => {
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

test('registrations stored before staff could change them keep what visitors commented, and are found by phone and in spite of a typing error', () => {
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
  expect(restoreRegistration(db, 'b', { at: '2025-06-03T00:00:00.000Z', queueMail: null })).toMatchObject({
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
