import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLink } from '../../data/accounts/links.ts'
import { listUsers } from '../../data/accounts/users.ts'
import { askForAlert } from '../../data/alerts/alerts.ts'
import { readSection } from '../../data/content/content.ts'
import { saveSection } from '../../data/content/sections.ts'
import { openDb } from '../../data/db/db.ts'
import { openWithoutMigrating, rowCounts } from '../../data/db/snapshot.ts'
import { continueAnnouncement, lastAnnouncement, queueAnnouncement } from '../../data/mail/announcements.ts'
import { unannouncedChanges } from '../../data/mail/event-facts.ts'
import { dueMails, mailQueue } from '../../data/mail/outbox.ts'
import { eraseRegistrations, idsOfPerson } from '../../data/registrations/erasure.ts'
import { mergeRegistrations } from '../../data/registrations/merging.ts'
import { addRegistration, longAgo, someEdit, temporaryDir } from '../../data/testing.ts'
import { erasuresIn } from './erasures.ts'
import { restoreBackup } from './restore.ts'
import { backUp, damageFile, filledDataDir, hashPages, upload } from './testing.ts'

function reopen(dataDir: string) {
  const db = openDb(join(dataDir, 'conference.db'))
  onTestFinished(() => void db.close())
  return db
}

test('a backup that is restored on another machine gives equal pages and pictures', async () => {
  const { dataDir, db } = await filledDataDir()
  const from = await backUp(dataDir)
  const elsewhere = temporaryDir()
  expect(await restoreBackup({ dataDir: elsewhere, from })).toEqual({
    aside: null,
    uploads: 1,
    erased: { registrations: 0, users: 0 },
  })
  const restored = reopen(elsewhere)
  expect(await hashPages(restored)).toBe(await hashPages(db))
  expect(readFileSync(join(elsewhere, 'uploads', upload), 'utf8')).toBe('a picture')
  // The new row of `mailMarks` prevents mails for reminders that were due before the restore.
  expect(rowCounts(restored)).toEqual({ ...rowCounts(db), sessions: 0, mailMarks: 1 })
})

test('a restore sets the previous database aside and keeps the uploads', async () => {
  const from = await backUp((await filledDataDir('La vieja')).dataDir)
  const { dataDir, db } = await filledDataDir('La de ahora')
  const mine = 'public/mine.webp'
  writeFileSync(join(dataDir, 'uploads', mine), 'mine')
  db.close()
  const { aside } = await restoreBackup({ dataDir, from })
  expect(readSection(reopen(dataDir), 'hero').value.title).toBe('La vieja')
  const before = openWithoutMigrating(join(aside ?? '', 'conference.db'))
  onTestFinished(() => void before.close())
  expect(readSection(before, 'hero').value.title).toBe('La de ahora')
  expect(existsSync(join(dataDir, 'uploads', mine))).toBe(true)
  expect(readdirSync(dataDir)).not.toContain('restoring')
})

test('restoring a backup brings back no sessions, password links or pending e-mail changes', async () => {
  const { dataDir, db } = await filledDataDir()
  const { id = '' } = listUsers(db)[0] ?? {}
  createLink(db, 'invite', id, new Date().toISOString())
  db.prepare("INSERT INTO emailChanges (userId, hash, email, expiresAt) VALUES (?, 'x', 'otra@ejemplo.gt', '2099')").run(id)
  const from = await backUp(dataDir)
  db.close()
  await restoreBackup({ dataDir, from })
  expect(rowCounts(reopen(dataDir))).toMatchObject({ sessions: 0, accountLinks: 0, emailChanges: 0, users: 1 })
})

test('does not send mails that waited when the restored backup was made', async () => {
  const { dataDir, db } = await filledDataDir()
  mailQueue(db, 'conferencia.gt')('confirmation', addRegistration(db, { email: 'otra@ejemplo.gt' }), longAgo)
  const from = await backUp(dataDir)
  const due = (at: typeof db) => dueMails(at)(new Date().toISOString(), 5)
  expect(due(db)).toHaveLength(1)
  db.close()
  await restoreBackup({ dataDir, from })
  const restored = reopen(dataDir)
  expect(due(restored)).toEqual([])
  expect(rowCounts(restored)).toMatchObject({ mails: 1 })
})

test('an announcement in a restored backup is not continued, but can be sent again', async () => {
  const { dataDir, db } = await filledDataDir()
  const queue = mailQueue(db, 'conferencia.gt')
  const words = { subject: 'Cambio', body: 'Cambio' }
  const announce = (at: typeof db) => queueAnnouncement(at, mailQueue(at, 'conferencia.gt'), words, { by: 'x', at: longAgo })
  addRegistration(db, { email: 'otra@ejemplo.gt' })
  saveSection(db, 'hero', { location: 'Otro lugar' }, { ...someEdit, at: new Date().toISOString() })
  expect(queueAnnouncement(db, queue, words, { by: 'x', at: new Date().toISOString() })).toBe('queued')
  expect(announce(db)).toBe('same')
  // Simulates an announcement that has queued the mails of two recipients and not of the others.
  db.exec('UPDATE announcements SET reached = 2')
  const from = await backUp(dataDir)
  db.close()
  await restoreBackup({ dataDir, from })
  const restored = reopen(dataDir)
  expect(dueMails(restored)(new Date().toISOString(), 5)).toEqual([])
  expect(continueAnnouncement(restored, mailQueue(restored, 'conferencia.gt'))).toBe(0)
  expect(lastAnnouncement(restored)).toMatchObject({ stopped: true, queued: 0 })
  expect(unannouncedChanges(restored)).toHaveLength(1)
  expect(announce(restored)).toBe('queued')
})

test('restores a single database file without changing the uploads', async () => {
  const from = await backUp((await filledDataDir('De una réplica')).dataDir)
  const { dataDir, db } = await filledDataDir()
  db.close()
  expect(await restoreBackup({ dataDir, from: join(from, 'conference.db') })).toMatchObject({ uploads: 0 })
  expect(readSection(reopen(dataDir), 'hero').value.title).toBe('De una réplica')
})

test('restoring a database file includes its write-ahead log', async () => {
  const from = await backUp((await filledDataDir('La vieja')).dataDir)
  const { dataDir, db } = await filledDataDir()
  saveSection(db, 'hero', { title: 'La de ahora' }, someEdit)
  // Copies the files as a killed server leaves them. Closing the database would move the log into the database file.
  const killed = temporaryDir()
  for (const ending of ['', '-wal']) copyFileSync(join(dataDir, `conference.db${ending}`), join(killed, `conference.db${ending}`))
  const { aside } = await restoreBackup({ dataDir: killed, from })
  await restoreBackup({ dataDir: killed, from: join(aside ?? '', 'conference.db'), now: Date.parse(longAgo) })
  expect(readSection(reopen(killed), 'hero').value.title).toBe('La de ahora')
  expect(readdirSync(aside ?? '').toSorted()).toEqual(['conference.db', 'conference.db-wal'])
})

test('restores nothing while the server runs', async () => {
  const { dataDir, db } = await filledDataDir('La de ahora')
  const from = await backUp(dataDir)
  await expect(restoreBackup({ dataDir, from })).rejects.toThrow('el servidor está en marcha; detenlo primero')
  expect(readSection(db, 'hero').value.title).toBe('La de ahora')
  expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])
})

const bad: [string, string, (folder: string) => void][] = [
  ['one byte of the database is changed', 'está dañado', (folder) => damageFile(join(folder, 'conference.db'), 5000)],
  [
    'the database is not an SQLite file',
    'está dañado',
    (folder) => writeFileSync(join(folder, 'conference.db'), 'no es una base'),
  ],
  ['the proof is missing', 'le falta proof.json', (folder) => rmSync(join(folder, 'proof.json'))],
  ['a picture is missing', 'falta o está dañado', (folder) => rmSync(join(folder, 'uploads', upload))],
  ['the backup does not exist', 'no existe', (folder) => rmSync(folder, { recursive: true })],
]

test.each(bad)('rejects a restore and changes nothing if %s', async (_, words, spoil) => {
  const from = await backUp((await filledDataDir('La vieja')).dataDir)
  const { dataDir, db } = await filledDataDir('La de ahora')
  db.close()
  spoil(from)
  await expect(restoreBackup({ dataDir, from })).rejects.toThrow(words)
  expect(
    readdirSync(dataDir)
      .filter((name) => name !== 'server.lock')
      .toSorted(),
  ).toEqual(['conference.db', 'uploads'])
  expect(readSection(reopen(dataDir), 'hero').value.title).toBe('La de ahora')
})

test('refuses to restore a database of a newer version or a file of another program', async () => {
  const dir = temporaryDir()
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  const newer = openDb(join(dir, 'newer.db'))
  newer.pragma('user_version = 99')
  newer.close()
  await expect(restoreBackup({ dataDir, from: join(dir, 'newer.db') })).rejects.toThrow(
    'de una versión más nueva del programa (99)',
  )
  writeFileSync(join(dir, 'empty.db'), '')
  await expect(restoreBackup({ dataDir, from: join(dir, 'empty.db') })).rejects.toThrow(
    'no es una base de datos de este programa',
  )
})

test('a restore replaces a damaged database and sets the damaged files aside', async () => {
  const { dataDir, db } = await filledDataDir()
  const from = await backUp(dataDir)
  db.close()
  writeFileSync(join(dataDir, 'conference.db'), 'nothing that could be opened'.repeat(200))
  writeFileSync(join(dataDir, 'conference.db-wal'), 'of the old one')
  const { aside } = await restoreBackup({ dataDir, from })
  expect(readdirSync(aside ?? '').toSorted()).toEqual(['conference.db', 'conference.db-wal'])
  expect(readSection(reopen(dataDir), 'hero').value.title).toBe('La conferencia')
})

test('restoring a backup does not bring back a person who was merged and then erased', async () => {
  const { dataDir, db } = await filledDataDir()
  const [keep, other, stays] = ['ana', 'anna', 'eva'].map((name) => addRegistration(db, { name, email: `${name}@ejemplo.gt` }).id)
  const moving = { ...someEdit, by: 'staff' }
  const inList = await backUp(dataDir)
  mergeRegistrations(db, { keep: keep ?? '', other: other ?? '', take: [] }, moving)
  const inTrash = await backUp(dataDir)
  const ids = idsOfPerson(db, keep ?? '')
  erasuresIn(dataDir).noteThenDelete('person', ids, () => eraseRegistrations(db, ids, moving), Boolean)
  db.close()
  for (const [index, from] of [inList, inTrash].entries()) {
    await restoreBackup({ dataDir, from, now: Date.parse(longAgo) + index * 1000 })
    const restored = reopen(dataDir)
    const held = restored
      .prepare("SELECT id FROM registrations WHERE name <> 'José Pérez' UNION ALL SELECT id FROM trash")
      .pluck()
    expect(held.all()).toEqual([stays])
    restored.close()
  }
})

test('restoring an older backup also deletes certificates that were erased since then', async () => {
  const { dataDir, db } = await filledDataDir()
  const [ana, eva] = ['ana', 'eva'].map((name) => addRegistration(db, { email: `${name}@ejemplo.gt` }).id) as [string, string]
  const add = db.prepare("INSERT INTO certificates (code, role, registration, name, madeAt) VALUES (?, 'attendee', ?, 'x', '')")
  for (const id of [ana, eva]) add.run(`codigo-${id}`, id)
  const from = await backUp(dataDir)
  const erasures = erasuresIn(dataDir)
  erasures.noteThenErase([ana], () => true)
  erasures.noteThenDelete('person', [eva], () => true, Boolean)
  db.close()
  await restoreBackup({ dataDir, from })
  const restored = reopen(dataDir)
  expect(restored.prepare('SELECT registration FROM certificates').pluck().all()).toEqual([eva])
  const left = restored.prepare('SELECT id FROM registrations').pluck().all()
  expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching(`${ana}|${eva}`)]))
})

test('restoring a backup brings back no opening alert that was deleted after the backup', async () => {
  const { dataDir, db } = await filledDataDir()
  for (const email of ['ana@ejemplo.gt', 'eva@ejemplo.gt']) askForAlert(db, email, new Date().toISOString())
  const from = await backUp(dataDir)
  const ids = db.prepare<[], string>("SELECT id FROM openingAlerts WHERE email LIKE 'ana%'").pluck().all()
  erasuresIn(dataDir).noteThenDelete('alert', ids, () => true, Boolean)
  db.close()
  await restoreBackup({ dataDir, from })
  expect(reopen(dataDir).prepare('SELECT email FROM openingAlerts').pluck().all()).toEqual(['eva@ejemplo.gt'])
})
