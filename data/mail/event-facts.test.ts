import { expect, test } from 'vitest'
import { saveSection } from '../content/sections.ts'
import { addRegistration, memoryDb, someEdit } from '../testing.ts'
import { queueAnnouncement } from './announcements.ts'
import { unannouncedChanges } from './event-facts.ts'
import { mailQueue } from './outbox.ts'

test('ignores an announced place or date if it is older than all current registrations', () => {
  const db = memoryDb()
  const words = { subject: 'Cambio', body: 'Cambio' }
  const move = (location: string, at: string) => saveSection(db, 'hero', { location }, { ...someEdit, at })
  addRegistration(db, { email: 'ana@ejemplo.gt' }, '2025-01-01T00:00:00.000Z')
  move('Antigua', '2025-02-01T00:00:00.000Z')
  const by = { by: 'x', at: '2025-02-02T00:00:00.000Z' }
  expect(queueAnnouncement(db, mailQueue(db, 'conferencia.gt'), words, by)).toBe('queued')
  move('Cobán', '2025-12-01T00:00:00.000Z')
  expect(unannouncedChanges(db)).toEqual([{ field: 'location', before: 'Antigua', after: 'Cobán' }])
  // Simulates the next edition, which has other people.
  db.exec('DELETE FROM registrations')
  addRegistration(db, { email: 'eva@ejemplo.gt' }, '2026-01-01T00:00:00.000Z')
  expect(unannouncedChanges(db)).toEqual([])
})
