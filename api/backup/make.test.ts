import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateItem } from '../../data/content/content.ts'
import { saveSection } from '../../data/content/sections.ts'
import { openWithoutMigrating, rowCounts } from '../../data/db/snapshot.ts'
import { addItem, addRegistration, someEdit, temporaryDir } from '../../data/testing.ts'
import { dayMs, hourMs, minuteMs } from '../../data/time.ts'
import { stemOf } from '../uploads/names.ts'
import { removeExpired } from './expire.ts'
import { backupsIn, lastBackup, nameAt } from './folder.ts'
import { makeBackup } from './make.ts'
import { type HashPages, readProof } from './proof.ts'
import { restoreBackup } from './restore.ts'
import { damageFile, filledDataDir, hashPages, upload } from './testing.ts'

const mode = (path: string) => statSync(path).mode & 0o777

test('a backup is a folder with database, uploads and proof file, readable only by its owner', async () => {
  const { dataDir } = await filledDataDir()
  const { folder, proof } = await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages })
  expect(readdirSync(folder).toSorted()).toEqual(['conference.db', 'proof.json', 'uploads'])
  expect(readFileSync(join(folder, 'uploads', upload), 'utf8')).toBe('a picture')
  expect(await readProof(folder)).toEqual(proof)
  expect(proof).toMatchObject({
    rows: { limits: 0, registrations: 1, revisions: 3, sessions: 1, users: 1 },
    uploads: { [upload]: 9 },
    pages: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const modes = [join(dataDir, 'backups'), folder, join(folder, 'conference.db'), join(folder, 'proof.json')].map(mode)
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600])
})

test('a backup contains the data of a single moment, without writes that follow', async () => {
  const { dataDir, db } = await filledDataDir()
  // Adds a registration after the rows were counted and before they are copied.
  const late: HashPages = async (copied) => {
    addRegistration(db, { email: `${crypto.randomUUID()}@ejemplo.gt` })
    return hashPages(copied)
  }
  const { folder, proof } = await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages: late })
  expect(proof.rows.registrations).toBe(1)
  const copy = openWithoutMigrating(join(folder, 'conference.db'))
  onTestFinished(() => void copy.close())
  expect([rowCounts(copy).registrations, rowCounts(db).registrations]).toEqual([1, 3])
})

test('deletes a new backup if it renders other pages than the original data', async () => {
  const { dataDir } = await filledDataDir()
  let hashes = 0
  const differing: HashPages = async () => String(++hashes)
  const into = await backupsIn(dataDir)
  await expect(makeBackup({ dataDir, into, hashPages: differing })).rejects.toThrow(
    'la copia no da las mismas páginas que el original',
  )
  expect(readdirSync(into)).toEqual([])
})

test('a backup on the same disk links to the uploads instead of copying their bytes', async () => {
  const { dataDir } = await filledDataDir()
  const { folder } = await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages })
  expect(statSync(join(folder, 'uploads', upload)).ino).toBe(statSync(join(dataDir, 'uploads', upload)).ino)
})

test('a backup with a damaged upload is restored only if its proof file lists the damage', async () => {
  const { dataDir, db } = await filledDataDir()
  const into = await backupsIn(dataDir)
  const make = (now: number) => makeBackup({ dataDir, into, hashPages: null, now })
  const first = await make(start)
  for (const offset of [1, 3, 5]) damageFile(join(dataDir, 'uploads', upload), offset)
  const [second, third] = [await make(start + dayMs), await make(start + 2 * dayMs)]
  expect([first, second, third].map(({ proof }) => proof.damaged)).toEqual([[], [upload], [upload]])
  db.close()
  // The first backup has a hard link to the damaged file.
  await expect(restoreBackup({ dataDir: temporaryDir(), from: first.folder })).rejects.toThrow('está dañado en el respaldo')
  // The third backup was made after the damage and lists the damaged file, so its other data can be restored.
  expect((await restoreBackup({ dataDir: temporaryDir(), from: third.folder })).uploads).toBe(1)
})

test('the proof file of a backup lists the damaged uploads that are in use', async () => {
  const { dataDir, db } = await filledDataDir()
  const into = await backupsIn(dataDir)
  const names = ['logo', 'speaker', 'person', 'edition'].map((_, index) => `170000000000${index}-0123456789abcdef.webp`)
  const [logo = '', photo = '', picture = '', kept = ''] = names
  for (const name of names) writeFileSync(join(dataDir, 'uploads/public', name), 'a picture')
  writeFileSync(join(dataDir, 'uploads/originals', stemOf(logo)), 'a picture')
  const address = (name: string) => ({ image: `/public-objects/${name}` })
  saveSection(db, 'hero', { headerLogo: `/public-objects/${logo}` }, someEdit)
  const speaker = addItem(db, 'speakers', address(photo))
  db.prepare('UPDATE users SET picture = ?').run(`/public-objects/${picture}`)
  const edition = `INSERT INTO editions (year, name, eventDate, finishedAt, revision, erasesPeople, uploads) VALUES ('2025', '', '', '', 0, 0, ?)`
  db.prepare(edition).run(JSON.stringify([kept]))
  const make = (days: number) => makeBackup({ dataDir, into, hashPages: null, now: start + days * dayMs })
  await make(0)
  for (const name of names) damageFile(join(dataDir, 'uploads/public', name), 1)
  damageFile(join(dataDir, 'uploads/originals', stemOf(logo)), 1)
  const all = [...names.map((name) => `public/${name}`), `originals/${stemOf(logo)}`]
  const first = (await make(1)).proof
  expect([first.damaged?.toSorted(), first.damagedInUse?.toSorted()]).toEqual([all.toSorted(), all.toSorted()])

  // A picture that is uploaded again has a new name, so the damaged file is no longer in use.
  saveSection(db, 'hero', { headerLogo: '/public-objects/1800000000000-0123456789abcdef.webp' }, someEdit)
  updateItem(db, 'speakers', speaker.id, address('1800000000001-0123456789abcdef.webp'), someEdit)
  db.exec("UPDATE users SET picture = ''")
  const second = (await make(2)).proof
  expect([second.damaged?.toSorted(), second.damagedInUse]).toEqual([all.toSorted(), [`public/${kept}`]])
})

const start = Date.UTC(2026, 0, 1, 6)

/** Makes one backup a day for `days` days. `look(n)` removes the backups that have expired on day n. */
async function daily(days: number) {
  const { dataDir } = await filledDataDir()
  const into = await backupsIn(dataDir)
  for (let index = 0; index < days; index++) await makeBackup({ dataDir, into, hashPages: null, now: start + index * dayMs })
  const names = () => readdirSync(into).filter((name) => /^\d.*Z$/.test(name))
  return { dataDir, into, names, look: (index: number) => removeExpired(dataDir, start + index * dayMs) }
}

test('deletes backups after 14 days, but keeps foreign files in their folder', async () => {
  const { into, names, look } = await daily(16)
  writeFileSync(join(into, 'notas.txt'), '')
  writeFileSync(join(into, '2026-01-15T060000Z.partial'), '')
  await look(15)
  expect(names()).toHaveLength(16)
  // No backup is removed until the clock was checked on two days. After that, one expired backup is removed a day.
  await look(16)
  expect(names()[0]).toBe(nameAt(start + dayMs))
  await look(16)
  expect(names()).toHaveLength(15)
  await look(17)
  expect(names()[0]).toBe(nameAt(start + 2 * dayMs))
  expect(readdirSync(into)).toContain('notas.txt')
  expect(readdirSync(into)).not.toContain('2026-01-15T060000Z.partial')
})

test('deletes the folder of an interrupted backup after an hour', async () => {
  const { into } = await daily(1)
  const partial = (at: number) => `${nameAt(at)}.partial`
  const now = start + dayMs
  const left = [
    partial(now - hourMs),
    partial(now - 50 * minuteMs),
    partial(now + minuteMs),
    partial(now + 2 * hourMs),
    'other.partial',
  ]
  for (const name of left) mkdirSync(join(into, name))
  await removeExpired(join(into, '..'), now)
  expect(readdirSync(into).filter((name) => name.endsWith('.partial'))).toEqual([left[1], left[2]])
})

test('removes expired backups even if new backups fail, but keeps the last valid one', async () => {
  const { into, names, look } = await daily(5)
  writeFileSync(join(into, nameAt(start + 4 * dayMs), 'proof.json'), '{}')
  for (let index = 4; index < 40; index++) await look(index)
  expect(names()).toEqual([nameAt(start + 3 * dayMs)])
})

test('removes no backup while the clock jumps ten years ahead and back', async () => {
  const { names, look } = await daily(14)
  await look(13)
  await look(14)
  for (const index of [14 + 3650, 15, 15 + 3650, 15]) await look(index)
  expect(names()).toHaveLength(14)
  for (let days = 0; days < 5; days++) await look(15 + 3650 + days)
  expect(names()).toHaveLength(10)
})

test('deletes a backup that has a future date 14 days after finding it', async () => {
  const { dataDir, into, names, look } = await daily(2)
  await makeBackup({ dataDir, into, hashPages: null, now: start + 3650 * dayMs })
  expect((await lastBackup(dataDir, start + 2 * dayMs))?.name).toBe(nameAt(start + dayMs))
  for (let index = 1; index < 20; index++) await look(index)
  expect(names()).toEqual([nameAt(start + dayMs)])
})

test('a folder without a proof file does not count as a backup', async () => {
  const { dataDir } = await filledDataDir()
  const into = await backupsIn(dataDir)
  const { folder } = await makeBackup({ dataDir, into, hashPages, now: Date.UTC(2026, 0, 1) })
  const { folder: second } = await makeBackup({ dataDir, into, hashPages, now: Date.UTC(2026, 0, 2) })
  writeFileSync(join(second, 'proof.json'), '{"takenAt":')
  expect((await lastBackup(dataDir))?.folder).toBe(folder)
  expect(existsSync(second)).toBe(true)
})
