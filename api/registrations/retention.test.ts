import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteItem } from '../../data/content/content.ts'
import { saveSection } from '../../data/content/sections.ts'
import { plannedDeletion } from '../../data/registrations/planned-deletion.ts'
import { trashRegistration } from '../../data/registrations/trash.ts'
import { addItem, addRegistration, someEdit } from '../../data/testing.ts'
import { filesHolding } from '../../tests/hardening/client.ts'
import { readErasures } from '../backup/erasures.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { eraseExpired } from './retention.ts'

const timeZone = 'America/Guatemala'
const eight = '2025-11-20T14:00:00.000Z'

/**
 * Data of the event on 20 November 2025 is deleted after 30 days. Of its two people, one is in the trash. A third person
 * registers afterwards.
 */
async function afterwards() {
  const app = await createTestApp({ database: 'file' })
  const { db } = app
  saveSection(db, 'privacy', { retentionDays: 30 }, { ...someEdit, at: '2025-06-01T00:00:00.000Z' })
  const ana = addRegistration(
    db,
    { name: 'Ana Apellidosecreto', email: 'ana@correosecreto.gt', comments: 'Notasecreta' },
    '2025-11-01T00:00:00.000Z',
  )
  const eva = addRegistration(db, { name: 'Eva Apellidosecreto', email: 'eva@correosecreto.gt' }, '2025-11-02T00:00:00.000Z')
  const later = addRegistration(db, { name: 'Luz', email: 'luz@ejemplo.gt' }, '2026-01-10T00:00:00.000Z')
  // Saved after the registrations, because an event that is over accepts nobody.
  saveSection(db, 'hero', { eventDate: eight }, { ...someEdit, at: '2025-06-01T00:00:00.000Z' })
  trashRegistration(db, eva.id, { ...someEdit, by: 'staff', at: '2025-11-19T00:00:00.000Z' })
  const expire = (now: string) => eraseExpired(app.deps, now)
  return { app, db, expire, erased: [ana.id, eva.id], later }
}

test('after the retention period, no file and no backup contains personal data', async () => {
  const { app, db, expire, erased, later } = await afterwards()
  const product = { dataDir: app.config.dataDir }
  expect(filesHolding(product, 'Apellidosecreto').length).toBeGreaterThan(0)
  expect(await expire('2025-12-21T05:59:59.999Z')).toBe(0)
  expect(await expire('2025-12-21T06:00:00.000Z')).toBe(2)
  expect(db.prepare('SELECT id FROM registrations').pluck().all()).toEqual([later.id])
  expect(filesHolding(product, 'ecreto')).toEqual([])
  expect(filesHolding(product, 'ecreta')).toEqual([])
  const noted = readErasures([join(app.config.dataDir, 'backups')]).person
  expect([...noted].toSorted()).toEqual(erased.toSorted())
  expect(db.prepare("SELECT userId FROM audit WHERE action = 'registrations-expired'").pluck().all()).toEqual([null])
  expect(await expire('2025-12-22T06:00:00.000Z')).toBe(0)
})

test('the panel gets the date of the next deletion and the number of its people', async () => {
  const { app, db, expire } = await afterwards()
  const cookie = await signIn(app)
  const read = async () => (await call(app, 'GET /api/registrations/deletion', { cookie })).json()
  expect(await read()).toEqual({ at: '2025-12-21T06:00:00.000Z', people: 2 })
  // Simulates a date of the previous year typed by mistake. The deletion is due a week after this save.
  saveSection(db, 'hero', { eventDate: '2024-11-20T13:00:00.000Z' }, { ...someEdit, at: '2025-11-10T00:00:00.000Z' })
  expect(await read()).toMatchObject({ at: '2025-11-17T00:00:00.000Z' })
  expect(await expire('2025-11-16T23:59:59.000Z')).toBe(0)
  // A save of another field does not postpone the deletion by another week.
  saveSection(db, 'hero', { subtitle: 'Otro' }, { ...someEdit, at: '2025-11-12T00:00:00.000Z' })
  expect(plannedDeletion(db, timeZone)?.at).toBe('2025-11-17T00:00:00.000Z')
  saveSection(db, 'privacy', { retentionDays: null }, { ...someEdit, at: '2025-11-13T00:00:00.000Z' })
  expect(await read()).toBeNull()
  expect(await expire('2030-01-01T00:00:00.000Z')).toBe(0)
})

test('deletes no people while the event date is the default', async () => {
  const app = await createTestApp()
  saveSection(app.db, 'privacy', { retentionDays: 0 }, { ...someEdit, at: '2025-06-01T00:00:00.000Z' })
  saveSection(app.db, 'hero', { title: 'DevFest' }, { ...someEdit, at: '2025-06-01T00:00:00.000Z' })
  addRegistration(app.db, {}, '2026-02-01T00:00:00.000Z')
  expect(plannedDeletion(app.db, timeZone)).toBeNull()
  expect(await eraseExpired(app.deps, '2027-01-01T00:00:00.000Z')).toBe(0)
})

test('moving a deletion to an earlier date takes effect only after a week', async () => {
  const { db, expire } = await afterwards()
  const session = addItem(db, 'events', { title: 'Taller', day: '2025-12-10', isPlenary: true })
  expect(plannedDeletion(db, timeZone)?.at).toBe('2026-01-10T06:00:00.000Z')
  deleteItem(db, 'events', session.id, { ...someEdit, at: '2026-01-05T00:00:00.000Z' })
  expect(plannedDeletion(db, timeZone)?.at).toBe('2026-01-12T00:00:00.000Z')
  expect(await expire('2026-01-06T00:00:00.000Z')).toBe(0)
})

test('deleting registrations after the retention period gives their seats to nobody', async () => {
  const app = await createTestApp()
  const { db } = app
  const at = '2025-06-01T00:00:00.000Z'
  saveSection(db, 'hero', { eventDate: eight }, { ...someEdit, at })
  saveSection(db, 'privacy', { retentionDays: 0 }, { ...someEdit, at })
  saveSection(db, 'places', { capacity: 1 }, { ...someEdit, at })
  for (const name of ['ana', 'eva', 'luz']) addRegistration(db, { name, email: `${name}@ejemplo.gt` }, at)
  expect(await eraseExpired(app.deps, '2026-01-01T00:00:00.000Z')).toBe(3)
  expect(db.prepare('SELECT count(*) FROM registrations').pluck().get()).toBe(0)
})
