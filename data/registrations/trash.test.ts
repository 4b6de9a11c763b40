import { expect, test } from 'vitest'
import { certificateByCode, certificateFor } from '../certificates/certificates.ts'
import { dueMails, mailQueue, recordSent } from '../mail/outbox.ts'
import { addRegistration, countRegistrations, createRegistration, listRegistrations, memoryDb, stored, zone } from '../testing.ts'
import { eraseRegistrations, idsOfPerson } from './erasure.ts'
import { confirmRegistrations } from './registrations.ts'
import { countTrash, emptyTrash, listTrash, restoreRegistration, trashRegistration } from './trash.ts'

const deleted = { by: 'ana', at: '2025-06-01T12:00:00.000Z', timeZone: zone, queueMail: null }
const dayAfter = (days: number) => new Date(Date.parse(deleted.at) + days * 24 * 60 * 60 * 1000).toISOString()
const restored = (at: string) => ({ at, timeZone: zone, queueMail: null })
const rows = (db: ReturnType<typeof memoryDb>) => stored(db).registrations

test('a deleted registration is in no list or count, and is restored with all its data', () => {
  const db = memoryDb()
  const { id } = addRegistration(db, { company: 'Labs', comments: 'Llego tarde', acceptsMarketing: true })
  confirmRegistrations(db, [id], true)
  const [before, registration] = [rows(db), listRegistrations(db, {})]
  expect(trashRegistration(db, id, deleted)).toBe(true)
  expect([rows(db), countRegistrations(db, {}).total]).toEqual([[], 0])
  const kept = { deletedAt: deleted.at, deletedBy: null, until: dayAfter(30) }
  expect(listTrash(db, dayAfter(1))).toEqual([{ ...registration[0], ...kept }])
  expect(restoreRegistration(db, id, restored(dayAfter(1)))).toEqual(registration[0])
  expect([rows(db), countTrash(db, dayAfter(1))]).toEqual([before, 0])
})

test('cannot delete or restore a registration that does not exist', () => {
  const db = memoryDb()
  expect([trashRegistration(db, 'x', deleted), restoreRegistration(db, 'x', restored(deleted.at))]).toEqual([false, 'missing'])
})

test('a person restored from the trash gets their queued mails, except those cancelled since', () => {
  const db = memoryDb()
  const person = addRegistration(db)
  const queue = mailQueue(db, 'conferencia.gt')
  const stoppedAt = dayAfter(1)
  const group = db.prepare(
    "INSERT INTO groupMails (id, at, by, recipients, subject, body, people, stoppedAt) VALUES (?, '', 'ana', 'all', '', '', 1, ?)",
  )
  group.run('stopped', stoppedAt)
  group.run('goes on', null)
  db.prepare("INSERT INTO announcements (at, by, subject, body, facts, stoppedAt) VALUES (?, 'ana', '', '', '{}', ?)").run(
    dayAfter(-1),
    stoppedAt,
  )
  queue('changed', person, dayAfter(-1))
  for (const kind of ['confirmation', 'already', 'reminder'] as const) queue(kind, person, deleted.at)
  for (const groupId of ['stopped', 'goes on']) queue('group', person, deleted.at, { groupId })
  const underWay = dueMails(db)(deleted.at, 9).find(({ kind }) => kind === 'confirmation')
  if (!underWay) expect.fail('no confirmation waits')
  trashRegistration(db, person.id, deleted)
  recordSent(db, underWay, '250 OK', dayAfter(1))
  restoreRegistration(db, person.id, restored(dayAfter(2)))
  const waiting = { status: 'queued', attempts: 0, response: null, sentAt: null }
  expect(db.prepare('SELECT kind, groupId, status, attempts, response, sentAt FROM mails ORDER BY kind').all()).toEqual([
    { kind: 'already', groupId: null, ...waiting },
    { kind: 'confirmation', groupId: null, status: 'sent', attempts: 1, response: '250 OK', sentAt: dayAfter(1) },
    { kind: 'group', groupId: 'goes on', ...waiting },
    { kind: 'reminder', groupId: null, ...waiting },
  ])
})

test('does not restore a trashed person whose e-mail was registered again', () => {
  const db = memoryDb()
  const { id, email } = addRegistration(db)
  trashRegistration(db, id, deleted)
  expect(createRegistration(db, { name: 'Otra vez', email: email.toUpperCase() }, dayAfter(1))).toBe(true)
  const before = rows(db)
  expect(restoreRegistration(db, id, restored(dayAfter(2)))).toBe('conflict')
  expect([rows(db), countTrash(db, dayAfter(2))]).toEqual([before, 1])
})

test('does not restore a registration after 30 days in the trash', () => {
  const db = memoryDb()
  const { id } = addRegistration(db)
  trashRegistration(db, id, deleted)
  expect(listTrash(db, dayAfter(30))).toHaveLength(1)
  expect([listTrash(db, dayAfter(31)), restoreRegistration(db, id, restored(dayAfter(31)))]).toEqual([[], 'missing'])
  const certificate = certificateFor(db, { role: 'attendee', registration: id, speaker: null, name: 'José' }, deleted.at)
  emptyTrash(db, dayAfter(30))
  expect(certificateByCode(db, certificate.code)).toEqual(certificate)
  expect(db.prepare('SELECT count(*) FROM trash').pluck().get()).toBe(1)
  emptyTrash(db, dayAfter(31))
  expect(certificateByCode(db, certificate.code)).toBeNull()
  expect(db.prepare('SELECT count(*) FROM trash').pluck().get()).toBe(0)
})

test("erasing a person also erases trashed registrations with that person's e-mail", () => {
  const db = memoryDb()
  const first = addRegistration(db, {}, dayAfter(-9))
  trashRegistration(db, first.id, deleted)
  const other = addRegistration(db, { email: 'otra@ejemplo.gt' })
  trashRegistration(db, other.id, deleted)
  const again = addRegistration(db, {}, dayAfter(1))
  expect(eraseRegistrations(db, idsOfPerson(db, again.id), deleted)).toEqual({ registeredAt: dayAfter(-9) })
  expect([rows(db), listTrash(db, dayAfter(1)).map(({ id }) => id)]).toEqual([[], [other.id]])
  expect(eraseRegistrations(db, idsOfPerson(db, again.id), deleted)).toBeNull()
})

test('erasing a registration in the trash keeps a newer registration with its e-mail', () => {
  const db = memoryDb()
  const { id } = addRegistration(db)
  trashRegistration(db, id, deleted)
  const again = addRegistration(db, {}, dayAfter(1))
  expect(eraseRegistrations(db, idsOfPerson(db, id), deleted)).toEqual({ registeredAt: '2025-01-01T12:00:00.000Z' })
  expect([rows(db).length, listRegistrations(db, {})[0]?.id, countTrash(db, dayAfter(1))]).toEqual([1, again.id, 0])
})
