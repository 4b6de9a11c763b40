import { expect, test } from 'vitest'
import { certificateByCode, certificateFor, certificateOf, revokeCertificate } from '../certificates/certificates.ts'
import { addRegistration, longAgo, memoryDb, zone } from '../testing.ts'
import { eraseRegistrations, idsOfPerson } from './erasure.ts'
import { mergeRegistrations } from './merging.ts'
import { emptyTrash } from './trash.ts'

const change = { by: 'ana', at: longAgo, timeZone: zone, queueMail: null }

/** Two registrations of one person, and what makes the constancia of one of them. */
function twice() {
  const db = memoryDb()
  const keep = addRegistration(db, { email: 'ana@ejemplo.gt' }).id
  const other = addRegistration(db, { email: 'ana@trabajo.gt' }).id
  const make = (registration: string) =>
    certificateFor(db, { role: 'attendee', registration, speaker: null, name: 'Ana' }, longAgo).code
  const merge = (take: 'email'[] = []) => mergeRegistrations(db, { keep, other, take }, change)
  return { db, keep, other, make, merge }
}

test('the constancia of who was merged is of who stays: what was revoked stays so, and an erasure takes it when the trash is empty', () => {
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
  ['neither was revoked: that of the e-mail that stays, here the one that was there', [], null, 'keep'],
  ['neither was revoked: that of the e-mail that stays, here the one that is taken over', ['email'], null, 'other'],
  ['one was revoked: the other one', [], 'keep', 'other'],
  ['one was revoked: the other one, whatever e-mail stays', ['email'], 'other', 'keep'],
] as const)('of two constancias of a person one stays. %s', (_, take, revoked, stays) => {
  const { db, keep, make, merge, ...others } = twice()
  const codes = { keep: make(keep), other: make(others.other) }
  if (revoked) revokeCertificate(db, codes[revoked], longAgo)
  merge([...take])
  expect(certificateOf(db, keep)).toMatchObject({ code: codes[stays], revokedAt: null })
  expect(db.prepare('SELECT count(*) FROM certificates').pluck().get()).toBe(1)
})
