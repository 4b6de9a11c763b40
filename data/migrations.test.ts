import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from './db.ts'
import { registrationTexts, sectionDefaults } from './defaults.ts'
import { migrations } from './migrations.ts'
import { readContent } from './queries/content.ts'
import { temporaryDir } from './testing.ts'

/** A database as the program left it that knew the first `version` migrations, with these sections stored. */
function storedAt(version: number, sections: Record<string, object>) {
  const file = join(temporaryDir(), 'conference.db')
  const old = new Database(file)
  for (const migration of migrations.slice(0, version)) old.exec(migration)
  old.pragma(`user_version = ${version}`)
  const insert = old.prepare("INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, '')")
  for (const [section, value] of Object.entries(sections)) insert.run(section, JSON.stringify(value))
  old.close()
  const db = openDb(file)
  onTestFinished(() => void db.close())
  return db
}

test.each([
  ['empty, and so its default', { ...sectionDefaults.registrationForm, modalTitle: '' }],
  ['not stored, and so its default', {}],
  ['its default', sectionDefaults.registrationForm],
])('a page of before the event keeps its title of the form when that was %s, whatever its name', (_, registrationForm) => {
  const hero = { ...sectionDefaults.hero, title: 'Días de la Red', eventDate: '2027-03-04T15:45:00.000Z' }
  const { content, broken } = readContent(storedAt(5, { hero, registrationForm }))
  expect([content.hero, registrationTexts(content).modalTitle, broken]).toEqual([hero, 'Registro - Conferencia 2025', []])
})
