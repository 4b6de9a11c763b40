import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createPages } from '../../api/publishing/pages.ts'
import { loadRender } from '../../api/publishing/render.ts'
import { distDir } from '../../api/system/root.ts'
import { latestRevision, readContent } from '../../data/content/content.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { Content } from '../../data/content/schema.ts'
import { saveSection } from '../../data/content/sections.ts'
import { applyMigrations, openDb } from '../../data/db/db.ts'
import { migrations } from '../../data/db/migrations.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { someEdit, temporaryDir } from '../../data/testing.ts'
import { demoContent } from '../../demo/page-content.ts'

process.env.NODE_ENV = 'production'
const render = await loadRender(distDir)
const settings = { publicOrigin: 'https://conferencia.gt', timeZone: 'America/Guatemala', mail: null }

/** Returns a database of an older version without settings of the event. */
function storedBefore(content: Partial<Content>) {
  const file = join(temporaryDir(), 'conference.db')
  const old = new Database(file)
  applyMigrations(old, migrations.slice(0, 5))
  old.pragma('user_version = 5')
  const insert = old.prepare("INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, '')")
  for (const [section, value] of Object.entries(content)) insert.run(section, JSON.stringify(value))
  old.close()
  const db = openDb(file)
  onTestFinished(() => void db.close())
  return db
}

/** Returns the text of each published file by name. */
async function pagesOf(content: Content): Promise<Record<string, string>> {
  const pages = await createPages(render, settings).make(publicContent(content, settings.timeZone))
  return Object.fromEntries(pages.map(({ name, file }) => [name, Buffer.from(file.body).toString()]))
}

/** Returns the names of files that differ. Comparing whole pages would print too much. */
const differing = (some: Record<string, string>, others: Record<string, string>) =>
  [...new Set([...Object.keys(some), ...Object.keys(others)])].filter((name) => some[name] !== others[name])

const form = { ...sectionDefaults.registrationForm, nameLabel: '¿Quién eres?' }

test.each([
  ['a title of its own', { ...form, modalTitle: 'Aparta tu lugar' }, 'Aparta tu lugar'],
  ['the default title', form, 'Registro - Conferencia 2025'],
  ['an empty title', { ...form, modalTitle: '' }, 'Registro - Conferencia 2025'],
])('content of an older version renders the pages that it rendered then: a form with %s', async (_, stored, title) => {
  const { event: _event, mailTexts: _texts, ...demo } = await demoContent()
  const hero = { ...demo.hero, title: 'Días de la Red', description: 'Tres días.', eventDate: '2027-03-04T15:45:00.000Z' }
  const before = { ...demo, hero, registrationForm: stored }
  const db = storedBefore(before)
  // The older version had no settings, and showed a default for an empty title of the form.
  const then = { ...sectionDefaults, ...before, registrationForm: { ...stored, modalTitle: title } }
  const pages = await pagesOf(readContent(db).content)
  expect(differing(pages, await pagesOf(then))).toEqual([])
  expect(pages['index.html']).toContain('<title>Días de la Red</title>')
  expect(db.prepare("SELECT count(*) FROM revisions WHERE section = 'event'").pluck().get()).toBe(0)

  // Saving a setting that the page does not show does not change the page.
  saveSection(db, 'event', { startTime: '09:45' }, someEdit)
  expect(latestRevision(db)).toBeGreaterThan(Object.keys(before).length)
  expect(differing(pages, await pagesOf(readContent(db).content))).toEqual([])
  saveSection(db, 'event', { organiser: 'La Red' }, someEdit)
  expect(differing(pages, await pagesOf(readContent(db).content))).toEqual(['index.html'])
})

test('reads lists of an older version without days, several speakers or links', async () => {
  const sample = await demoContent()
  // The older version had no sessions for everybody.
  const demo = { ...sample, events: sample.events.filter(({ isPlenary }) => !isPlenary) }
  const { event: _event, mailTexts: _texts, places: _places, ...sections } = demo
  const without = <T extends object>(items: readonly T[], ...fields: string[]) =>
    items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name))))
  const before = {
    ...sections,
    speakers: without(demo.speakers, 'links'),
    events: without(demo.events, 'day', 'speakerIds', 'isPlenary', 'language', 'level', 'track'),
    partners: without(demo.partners, 'tierName', 'background'),
  }
  const { content, broken } = readContent(storedBefore(before as unknown as Partial<Content>))
  expect(broken).toEqual([])
  for (const key of ['speakers', 'scenarios', 'events', 'partners'] as const) expect(content[key]).toEqual(demo[key])
  expect(content.events.filter(({ speakerIds }) => speakerIds.length === 1).length).toBeGreaterThan(10)
})
