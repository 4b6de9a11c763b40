import { expect, test } from 'vitest'
import {
  certificateByCode,
  certificateFor,
  certificateOf,
  correctCertificate,
  revokeCertificate,
} from '../certificates/certificates.ts'
import { saveSection } from '../content/sections.ts'
import type { Db } from '../db/db.ts'
import { addRegistration, longAgo, memoryDb, someEdit, zone } from '../testing.ts'
import { aliasOf, arrivalOf, moveEvents, storeArrival, updateArrival } from './arrivals.ts'
import { changeRegistration } from './changes.ts'
import { eraseRegistrations, idsOfPerson } from './erasure.ts'
import { mergeRegistrations } from './merging.ts'
import { emptyTrash, restoreRegistration } from './trash.ts'

const change = { by: 'ana', at: longAgo, timeZone: zone, queueMail: null }

function twice() {
  const db = memoryDb()
  const keep = addRegistration(db, { email: 'ana@ejemplo.gt' }).id
  const other = addRegistration(db, { email: 'ana@trabajo.gt' }).id
  const make = (registration: string) =>
    certificateFor(db, { role: 'attendee', registration, speaker: null, name: 'Ana' }, longAgo).code
  const merge = (take: 'email'[] = []) => mergeRegistrations(db, { keep, other, take }, change)
  return { db, keep, other, make, merge }
}

test('merging keeps that the remaining person lost their seat because they did not confirm', () => {
  const { db, keep, other, merge } = twice()
  addRegistration(db, { email: 'luz@ejemplo.gt' })
  saveSection(db, 'places', { capacity: 1 }, someEdit)
  db.prepare("UPDATE registrations SET status = 'waitlisted', waitingNumber = 1, unconfirmedAt = ? WHERE id = ?").run(
    longAgo,
    keep,
  )
  db.prepare("UPDATE registrations SET status = 'waitlisted', waitingNumber = 2 WHERE id = ?").run(other)
  expect(merge()).toMatchObject({ status: 'waitlisted', unconfirmedAt: longAgo })
})

test('merging moves a revoked certificate to the remaining person, and it stays revoked', () => {
  const { db, keep, other, make, merge } = twice()
  const code = make(other)
  revokeCertificate(db, code, longAgo)
  merge()
  expect([make(keep), certificateOf(db, keep)?.revokedAt]).toEqual([code, longAgo])
  emptyTrash(db, new Date().toISOString())
  eraseRegistrations(db, idsOfPerson(db, keep), change)
  expect(certificateByCode(db, code)).toBeNull()
})

test.each([
  ['that of the remaining person, if neither is revoked', [], null, 'keep'],
  ['that of the other person, if the e-mail is taken over and neither is revoked', ['email'], null, 'other'],
  ['the one that is not revoked', [], 'keep', 'other'],
  ['the one that is not revoked, whichever e-mail is kept', ['email'], 'other', 'keep'],
] as const)('merging two people who each have a certificate keeps one certificate: %s', (_, take, revoked, stays) => {
  const { db, keep, make, merge, ...others } = twice()
  const codes = { keep: make(keep), other: make(others.other) }
  if (revoked) revokeCertificate(db, codes[revoked], longAgo)
  merge([...take])
  expect(certificateOf(db, keep)).toMatchObject({ code: codes[stays], revokedAt: null })
  expect(db.prepare('SELECT count(*) FROM certificates').pluck().get()).toBe(1)
})

/** Stores an arrival `minute` minutes past nine in Guatemala, or an undo of an arrival. */
function see(db: Db, registration: string, id: string, minute: number, undo: string | null = null): void {
  const at = `2025-03-05T15:0${minute}:00.000Z`
  storeArrival(db, {
    id,
    registration: aliasOf(db, registration),
    sentAs: registration,
    device: 'd',
    at,
    door: 'Sur',
    undo,
    receivedAt: at,
    receivedBy: null,
    isUnknown: false,
    dropId: null,
    session: null,
  })
  updateArrival(db, aliasOf(db, registration))
}

test('undoing a merge gives each person their own arrivals and certificate back', () => {
  const { db, keep, other, make, merge } = twice()
  db.prepare('UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(keep)
  moveEvents(db, 'walk-in', other)
  see(db, other, 'slip', 1)
  see(db, other, 'came', 2)
  const codes = [make(keep), make(other)]
  merge()
  // The phone that recorded the arrival does not know about the merge.
  see(db, other, 'undone', 3, 'slip')
  expect(arrivalOf(db, keep).arrivedAt).toBe('2025-03-05T15:02:00.000Z')
  expect(restoreRegistration(db, other, change)).toMatchObject({ id: other, arrivedAt: '2025-03-05T15:02:00.000Z', door: 'Sur' })
  expect(arrivalOf(db, keep)).toEqual({ arrivedAt: null, door: null })
  expect([certificateOf(db, keep)?.code, certificateOf(db, other)?.code]).toEqual(codes)
  expect(db.prepare('SELECT isWalkIn FROM registrations WHERE id = ?').pluck().get(keep)).toBe(1)
  expect(aliasOf(db, 'walk-in')).toBe(other)
})

test('undoing a merge restores the former name on the certificate', () => {
  const { db, keep, other, make, merge } = twice()
  const code = make(other)
  merge()
  correctCertificate(db, code, 'Otra', longAgo)
  restoreRegistration(db, other, change)
  expect([certificateOf(db, other)?.name, correctCertificate(db, code, 'Anabel', longAgo)]).toEqual(['Ana', true])
  expect(certificateOf(db, keep)).toBeNull()
})

test('undoing two merges of three people separates their certificates again', () => {
  const { db, keep, other, make, merge } = twice()
  const third = addRegistration(db, { email: 'tercera@ejemplo.gt' }).id
  const code = make(other)
  merge(['email'])
  mergeRegistrations(db, { keep: third, other: keep, take: ['email'] }, change)
  expect(restoreRegistration(db, other, change)).toBe('united')
  changeRegistration(db, third, { email: 'tercera@ejemplo.gt' }, change)
  expect(restoreRegistration(db, other, change)).toMatchObject({ id: other })
  changeRegistration(db, other, { email: 'ana@otra.gt' }, change)
  expect(restoreRegistration(db, keep, change)).toMatchObject({ id: keep })
  expect([certificateOf(db, other)?.code, certificateOf(db, keep)]).toEqual([code, null])
})

test('undoing a merge mails a new link to the person whose link stopped working', () => {
  const { db, keep, other, merge } = twice()
  merge(['email'])
  expect(restoreRegistration(db, other, change)).toBe('united')
  changeRegistration(db, keep, { email: 'ana@ejemplo.gt' }, change)
  const told: unknown[] = []
  const queueMail = (kind: string, { id, email }: { id: string; email: string }) => `${told.push([kind, id, email])}`
  expect(restoreRegistration(db, other, { ...change, queueMail })).toMatchObject({ id: other })
  expect(told).toEqual([['confirmation', other, 'ana@trabajo.gt']])
})
