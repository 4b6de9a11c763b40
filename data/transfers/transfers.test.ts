import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../tests/support/full.ts'
import type { Places } from '../content/places.ts'
import { saveSection } from '../content/sections.ts'
import { inTransaction } from '../db/prepared.ts'
import { beginDoorList, changesAfter } from '../door/list.ts'
import { prepareEdition } from '../editions/editions.ts'
import { mailQueue } from '../mail/outbox.ts'
import { cancelRegistration } from '../own/own-changes.ts'
import { registrationByToken } from '../own/own-registration.ts'
import { changeRegistration } from '../registrations/changes.ts'
import { eraseRegistrations } from '../registrations/erasure.ts'
import { archivePerson } from '../registrations/full-row.ts'
import { registrationBatchWriter } from '../registrations/new-registrations.ts'
import { countStatus } from '../registrations/places-now.ts'
import { readRegistration } from '../registrations/registrations.ts'
import { trashRegistration } from '../registrations/trash.ts'
import { memoryDb, someEdit, zone } from '../testing.ts'
import { acceptTransfer, forgetTransfers, offerTransfer, refuseTransfer, transferByToken, withdrawTransfer } from './transfers.ts'

const start = '2025-11-20T14:00:00.000Z'
const at = '2025-11-10T12:00:00.000Z'

function conference(places: Partial<Places> = {}) {
  const db = memoryDb()
  const queueMail = mailQueue(db, 'conferencia.gt')
  const change = { at, timeZone: zone, queueMail }
  saveSection(db, 'hero', { eventDate: start }, someEdit)
  saveSection(db, 'places', { capacity: 2, transferUntil: 24, ...places }, someEdit)
  const write = registrationBatchWriter(db, zone, queueMail)
  const newPerson = (name: string) => ({
    fields: { name, email: `${name}@ejemplo.gt` },
    at: '2025-10-01T12:00:00.000Z',
    idempotencyKey: null,
    marketingText: '',
  })
  const tokenOf = (name: string) => db.prepare('SELECT token FROM registrations WHERE name = ?').pluck().get(name) as string
  const own = (name: string) => {
    const registration = registrationByToken(db, tokenOf(name))
    if (!registration) throw new Error(`${name} is not registered`)
    return registration
  }
  return {
    ...{ db, change, own, tokenOf },
    come: (...names: string[]) => write(names.map(newPerson)),
    namesOf: (status: string) =>
      db.prepare('SELECT name FROM registrations WHERE status = ? ORDER BY name').pluck().all(status).join(' '),
    offer: (name: string, to: string, when = at) =>
      offerTransfer(db, own(name), { name: to, email: `${to}@ejemplo.gt` }, { at: when, queueMail }),
    offerTo: (name: string) =>
      db.prepare('SELECT token FROM transfers WHERE name = ? ORDER BY endedAt IS NULL DESC').pluck().get(name) as string,
    mails: () => db.prepare("SELECT kind || ' ' || name FROM mails ORDER BY rowid").pluck().all() as string[],
  }
}

test('an offered seat passes to the other person only when that person accepts', () => {
  const { db, change, come, offer, offerTo, namesOf, own, mails } = conference()
  come('ana', 'eva', 'luz')
  expect(offer('ana', 'zoe')).toBe('offered')
  expect([namesOf('registered'), transferByToken(db, offerTo('zoe'), at)?.state]).toEqual(['ana eva', 'open'])
  const token = acceptTransfer(db, offerTo('zoe'), change) ?? ''
  expect(registrationByToken(db, token)).toMatchObject({ name: 'zoe', status: 'registered', isConfirmed: true, answers: {} })
  expect([namesOf('registered'), namesOf('waitlisted'), namesOf('cancelled')]).toEqual(['eva zoe', 'luz', 'ana'])
  expect(mails().slice(-2)).toEqual(['confirmation zoe', 'passed ana'])
  expect(acceptTransfer(db, offerTo('zoe'), change)).toBeNull()
  expect(readRegistration(db, own('ana').id)?.passedTo).toBe('zoe')
  expect(readRegistration(db, own('zoe').id)?.passedFrom).toBe('ana')
})

test('a changed e-mail of the giver does not stop the mail that offers the seat', () => {
  const { db, change, come, offer, own, mails } = conference()
  come('ana')
  offer('ana', 'zoe')
  changeRegistration(db, own('ana').id, { email: 'ana@otra.gt' }, change)
  expect(mails()).toContain('transfer zoe')
})

test('registering again removes the note that the person passed on their seat', () => {
  const { db, change, come, offer, offerTo, own, tokenOf } = conference()
  come('ana')
  offer('ana', 'zoe')
  acceptTransfer(db, offerTo('zoe'), change)
  come('ana')
  cancelRegistration(db, tokenOf('ana'), change)
  expect(readRegistration(db, own('ana').id)).toMatchObject({ status: 'cancelled', passedTo: '' })
})

test('after a seat is passed on, phones at the door get both changed people at once', () => {
  const { db, change, come, offer, offerTo } = conference()
  come('ana')
  beginDoorList(db, at)
  offer('ana', 'zoe')
  acceptTransfer(db, offerTo('zoe'), change)
  const people = changesAfter(db, 0, 1000, 100).people.toSorted((a, b) => a.name.localeCompare(b.name))
  expect(people.map(({ name, status, isPassedOn }) => [name, status, isPassedOn])).toEqual([
    ['ana', 'cancelled', true],
    ['zoe', 'registered', undefined],
  ])
})

test('an offer to a registered e-mail is answered as usual, and a waiting person can accept', () => {
  const { db, change, come, offer, offerTo, namesOf, own, mails } = conference()
  come('ana', 'eva', 'luz')
  expect([offer('ana', 'eva'), offer('eva', 'luz')]).toEqual(['offered', 'offered'])
  expect(mails().slice(-2)).toEqual(['transfer eva', 'transfer luz'])
  expect(transferByToken(db, offerTo('eva'), at)?.state).toBe('has-place')
  expect(acceptTransfer(db, offerTo('eva'), change)).toBeNull()
  expect(acceptTransfer(db, offerTo('luz'), change)).toBe(own('luz').token)
  expect([namesOf('registered'), namesOf('waitlisted')]).toEqual(['ana luz', ''])
})

test('the offer of a seat ends after 48 hours, at the deadline, or if withdrawn or cancelled', () => {
  const { db, change, come, offer, offerTo, own } = conference()
  come('ana', 'eva')
  offer('ana', 'zoe')
  const state = (name: string, when: string) => transferByToken(db, offerTo(name), when)?.state
  expect([state('zoe', '2025-11-12T11:59:59.000Z'), state('zoe', '2025-11-12T12:00:00.000Z')]).toEqual(['open', 'over'])
  withdrawTransfer(db, own('ana').id, at)
  expect(state('zoe', at)).toBe('over')
  offer('eva', 'sol', '2025-11-19T12:00:00.000Z')
  expect([state('sol', '2025-11-19T13:00:00.000Z'), state('sol', '2025-11-19T14:00:00.000Z')]).toEqual(['open', 'over'])
  cancelRegistration(db, own('eva').token, change)
  expect(state('sol', '2025-11-19T13:00:00.000Z')).toBe('over')
})

test('the offer of a seat stays invalid if its sender cancels and gets a seat again', () => {
  const { db, change, come, offer, offerTo, own, namesOf } = conference()
  come('ana')
  offer('ana', 'zoe')
  cancelRegistration(db, own('ana').token, change)
  come('ana')
  expect([namesOf('registered'), transferByToken(db, offerTo('zoe'), at)?.state]).toEqual(['ana', 'over'])
  expect([acceptTransfer(db, offerTo('zoe'), change), offer('ana', 'luz')]).toEqual([null, 'offered'])
})

test('limits the seat offers of a person, and mails no second offer to a refusing e-mail', () => {
  const { db, come, offer, offerTo, own, mails } = conference()
  come('ana')
  expect(offer('ana', 'ana')).toBe('own-address')
  offer('ana', 'zoe')
  expect(offer('ana', 'luz')).toBe('pending')
  refuseTransfer(db, offerTo('zoe'), at)
  expect(offer('ana', 'zoe')).toBe('offered')
  withdrawTransfer(db, own('ana').id, at)
  expect(offer('ana', 'luz')).toBe('offered')
  withdrawTransfer(db, own('ana').id, at)
  expect(offer('ana', 'sol')).toBe('too-many')
  expect(mails()).toEqual(['confirmation ana'])
})

test.each([
  ['passing on places is off', 'ana', { transferUntil: null }, at],
  ['the deadline has passed', 'ana', {}, '2025-11-19T14:00:00.000Z'],
  ['the person waits', 'luz', {}, at],
])('a seat cannot be offered to another person if %s', (_, name, places, when) => {
  const { come, offer } = conference(places)
  come('ana', 'eva', 'luz')
  expect(offer(name, 'zoe', when)).toBe('not-offered')
})

test('erasing a person erases seat offers to their e-mail, and old offers are deleted', () => {
  const { db, change, come, offer, offerTo, own } = conference()
  come('ana', 'eva')
  offer('ana', 'zoe')
  acceptTransfer(db, offerTo('zoe'), change)
  offer('eva', 'sol')
  eraseRegistrations(db, [own('zoe').id], change)
  const text = () =>
    JSON.stringify(['transfers', 'mails', 'registrations'].map((table) => db.prepare(`SELECT * FROM ${table}`).all()))
  expect(text()).not.toContain('zoe@')
  expect(text()).toContain('sol@')
  forgetTransfers(db, '2026-01-01T00:00:00.000Z')
  expect(text()).not.toContain('sol@')
})

test('random offers, acceptances and cancellations never give more seats than the capacity', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const step = fc.tuple(
    fc.constantFrom('offer', 'accept', 'cancel'),
    fc.constantFrom(...names),
    fc.constantFrom(...names, 'g', 'h'),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 20 }), (capacity, steps) => {
      const { db, change, come, offer, tokenOf } = conference({ capacity })
      come(...names)
      for (const [act, name, other] of steps) {
        const before = countStatus(db).registered
        if (act === 'offer') offer(name, other)
        else if (act === 'cancel') cancelRegistration(db, tokenOf(name), change)
        else
          for (const token of db.prepare('SELECT token FROM transfers').pluck().all()) acceptTransfer(db, String(token), change)
        const { registered, waitlisted } = countStatus(db)
        expect(registered).toBeLessThanOrEqual(capacity)
        if (act === 'accept') expect(registered).toBe(before)
        if (registered < capacity) expect(waitlisted).toBe(0)
      }
    }),
    { numRuns: rounds(40, 1000) },
  )
})

test('erasing a person deletes their e-mail from offers of people who were deleted or archived', () => {
  const { db, change, come, offer, own } = conference()
  come('ana', 'eva')
  offer('ana', 'zoe')
  offer('eva', 'zoe')
  come('zoe')
  const [ana, eva, zoe] = ['ana', 'eva', 'zoe'].map((name) => own(name).id)
  if (!ana || !eva || !zoe) throw new Error('nobody')
  trashRegistration(db, ana, { by: 'x', ...change })
  prepareEdition(db, '2024', at)
  inTransaction(db, () => archivePerson(db, '2024', eva))
  eraseRegistrations(db, [zoe], change)
  const stored = db.prepare('SELECT mails FROM trash UNION ALL SELECT mails FROM editionPeople').pluck().all().map(String)
  expect(stored.map((mails) => mails.includes('zoe@'))).toEqual([false, false])
  expect(stored.map((mails) => mails.includes('confirmation'))).toEqual([true, true])
})

test('old offers also disappear from deleted and archived people', () => {
  const { db, change, come, offer, own } = conference()
  come('ana', 'eva')
  for (const name of ['ana', 'eva']) offer(name, 'zoe')
  const [ana, eva] = ['ana', 'eva'].map((name) => own(name).id)
  if (!ana || !eva) throw new Error('nobody')
  trashRegistration(db, ana, { by: 'x', ...change })
  prepareEdition(db, '2024', at)
  inTransaction(db, () => archivePerson(db, '2024', eva))
  const holders =
    "SELECT count(*) FROM (SELECT mails FROM trash UNION ALL SELECT mails FROM editionPeople) WHERE mails LIKE '%zoe@%'"
  forgetTransfers(db, '2025-11-30T00:00:00.000Z')
  expect(db.prepare(holders).pluck().get()).toBe(2)
  forgetTransfers(db, '2026-01-01T00:00:00.000Z')
  expect(db.prepare(holders).pluck().get()).toBe(0)
})
