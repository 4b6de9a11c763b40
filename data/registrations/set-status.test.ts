import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../tests/support/full.ts'
import type { MailKind } from '../content/mail-texts.ts'
import type { Places } from '../content/places.ts'
import { saveSection } from '../content/sections.ts'
import type { Db } from '../db/db.ts'
import { mailQueue } from '../mail/outbox.ts'
import { cancelRegistration } from '../own/own-changes.ts'
import { registrationWithToken } from '../own/own-registration.ts'
import { countRegistrations, listRegistrations, memoryDb, someEdit, zone } from '../testing.ts'
import { addByHand, changeRegistration } from './changes.ts'
import { eraseRegistrations, idsOfPerson } from './erasure.ts'
import { mergeRegistrations } from './merging.ts'
import { type NewRegistration, registrationBatchWriter } from './new-registrations.ts'
import { countStatus, outcomeNow } from './places-now.ts'
import type { RegistrationStatus } from './schema.ts'
import { statusesForMail } from './set-status.ts'
import { restoreRegistration, trashRegistration } from './trash.ts'

const at = '2025-06-01T12:00:00.000Z'
const registration = (name: string, more: Partial<NewRegistration> = {}): NewRegistration => {
  return { fields: { name, email: `${name}@ejemplo.gt` }, at, idempotencyKey: null, marketingText: '', ...more }
}

function conference(places: Partial<Places>) {
  const db = memoryDb()
  const queueMail = mailQueue(db, 'conferencia.gt')
  const change = { at, timeZone: zone, queueMail }
  const set = (settings: Partial<Places>) => saveSection(db, 'places', settings, { ...someEdit, at, queueMail })
  set(places)
  const write = registrationBatchWriter(db, zone, queueMail)
  const come = (...names: string[]) =>
    write(names.map((name) => registration(name))).map((done) => (done instanceof Error ? done.message : done.outcome))
  const idOf = (name: string) =>
    db.prepare<[string], string>('SELECT id FROM registrations WHERE name = ?').pluck().get(name) ?? 'nobody'
  const tokenOf = (name: string) => registrationWithToken(db, idOf(name))?.token ?? ''
  return {
    db,
    queueMail,
    set,
    write,
    come,
    cancel: (name: string) => cancelRegistration(db, tokenOf(name), change),
    restore: (id: string) => restoreRegistration(db, id, change),
    trash: (name: string) => trashRegistration(db, idOf(name), { by: 'staff', ...change }),
    edit: (name: string) => changeRegistration(db, idOf(name), { company: 'Labs', isConfirmed: true }, change),
    cancelByStaff: (name: string) => changeRegistration(db, idOf(name), { status: 'cancelled' }, change),
    bringBack: (name: string) => changeRegistration(db, idOf(name), { status: 'registered' }, change),
    hand: (name: string) => addByHand(db, { name, email: `${name}@ejemplo.gt` }, change),
    merge: (name: string, other: string) =>
      mergeRegistrations(db, { keep: idOf(name), other: idOf(other), take: [] }, { by: 'staff', ...change }),
    erase: (name: string) => eraseRegistrations(db, idsOfPerson(db, idOf(name)), change),
    idOf,
    with: (status: string) => named(db, status),
    mails: () => db.prepare<[], string>("SELECT kind || ' ' || name FROM mails ORDER BY rowid").pluck().all(),
  }
}

function named(db: Db, status: string): string[] {
  return db
    .prepare<[string], string>('SELECT name FROM registrations WHERE status = ? ORDER BY waitingNumber, rowid')
    .pluck()
    .all(status)
}

test('a new person gets a seat, goes on the waiting list or is rejected', () => {
  const { come, set, with: who } = conference({ capacity: 2, waitlist: true })
  expect(come('ana', 'eva', 'luz')).toEqual(['registered', 'registered', 'waitlisted'])
  set({ waitlist: false })
  expect(come('zoe')).toEqual(['full'])
  expect([who('registered'), who('waitlisted')]).toEqual([['ana', 'eva'], ['luz']])
})

test('a seat that becomes free after the conference is given to nobody', () => {
  const { come, set, cancel, trash, erase, mails, with: who, db, queueMail } = conference({ capacity: 3 })
  const isOn = (eventDate: string) => saveSection(db, 'hero', { eventDate }, someEdit)
  isOn('2025-06-30T14:00:00.000Z')
  come('ana', 'eva', 'luz', 'zoe')
  isOn('2025-05-30T14:00:00.000Z')
  cancel('ana')
  trash('eva')
  erase('luz')
  set({ capacity: 9 })
  expect([who('waitlisted'), mails().filter((mail) => mail.startsWith('promoted'))]).toEqual([['zoe'], []])
  // After the event moves to a later date, the waiting person gets a seat.
  saveSection(db, 'hero', { eventDate: '2025-06-30T14:00:00.000Z' }, { ...someEdit, at, queueMail })
  expect([who('registered'), mails().at(-1)]).toEqual([['zoe'], 'promoted zoe'])
})

test.each([
  ['2025-06-01T11:59:59.999Z', 'not-open'],
  ['2025-06-01T12:00:00.000Z', 'registered'],
  ['2025-06-02T11:59:59.999Z', 'registered'],
  ['2025-06-02T12:00:00.000Z', 'closed'],
])('registering at %s has the outcome %s, because of the opening and closing times', (when, outcome) => {
  const { db } = conference({ opensAt: '2025-06-01T12:00:00.000Z', closesAt: '2025-06-02T12:00:00.000Z' })
  expect(outcomeNow(db, zone)(when)).toBe(outcome)
})

test('a closing time that is not later than the opening time is refused', () => {
  const { set } = conference({})
  expect(set({ opensAt: at, closesAt: at })).toMatchObject({ outcome: 'invalid', fields: { closesAt: expect.any(String) } })
})

test.each(['cancel', 'trash', 'erase'] as const)('if people %s a registration, the first person waiting gets the seat', (how) => {
  const people = conference({ capacity: 1 })
  people.come('ana', 'eva', 'luz')
  people[how]('ana')
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['eva'], ['luz']])
  expect(people.mails()).toContain('promoted eva')
  expect(people.mails()).not.toContain('waitlisted eva')
  expect(people.mails()).not.toContain('promoted luz')
})

test('a larger capacity gives seats to waiting people in their order', () => {
  const { come, set, with: who } = conference({ capacity: 1 })
  come('ana', 'eva', 'luz', 'zoe')
  set({ capacity: 3 })
  expect([who('registered').toSorted(), who('waitlisted')]).toEqual([['ana', 'eva', 'luz'], ['zoe']])
  set({ capacity: 1 })
  expect(who('registered')).toHaveLength(3)
  set({ capacity: null })
  expect(who('waitlisted')).toEqual([])
})

test('a person restored from the trash to a full event goes to the end of the waiting list', () => {
  const { come, set, trash, restore, idOf, with: who } = conference({ capacity: 1 })
  come('ana', 'eva', 'luz')
  const id = idOf('ana')
  trash('ana')
  set({ waitlist: false })
  expect(restore(id)).toBe('full')
  set({ waitlist: true })
  expect(restore(id)).toMatchObject({ status: 'waitlisted' })
  expect(who('waitlisted')).toEqual(['luz', 'ana'])
})

test('a waiting person restored from the trash to a free seat gets only the mail about the seat', () => {
  const { come, set, trash, restore, idOf, mails } = conference({ capacity: 1 })
  come('ana', 'eva')
  const id = idOf('eva')
  trash('eva')
  set({ capacity: 2 })
  expect(restore(id)).toMatchObject({ status: 'registered' })
  expect(mails()).toEqual(['confirmation ana', 'promoted eva'])
})

test('a person restored after their seat was given away gets a mail about the waiting list', () => {
  const { come, trash, restore, idOf, mails } = conference({ capacity: 1 })
  come('ana', 'eva')
  const id = idOf('ana')
  trash('ana')
  expect(restore(id)).toMatchObject({ status: 'waitlisted' })
  expect(mails()).toEqual(['promoted eva', 'waitlisted ana'])
})

test('sorting by status puts cancelled people in the order of their dates', () => {
  const { db, come, write, cancel, cancelByStaff } = conference({ capacity: 1 })
  come('ana', 'eva')
  write([registration('luz', { at: '2025-06-02T12:00:00.000Z' })])
  cancel('eva')
  cancelByStaff('luz')
  expect(listRegistrations(db, { sort: 'state', status: 'cancelled' }).map(({ name }) => name)).toEqual(['eva', 'luz'])
})

test.each([true, false])('registering a known e-mail gets the outcome of a new e-mail (waiting list: %s)', (waitlist) => {
  const { come, set, with: who, mails } = conference({ capacity: null })
  come('ana')
  set({ capacity: 1, waitlist })
  expect(come('ana')).toEqual(come('nueva'))
  expect(who('registered')).toEqual(['ana'])
  expect(mails()).toContain('already ana')
})

test('the mail about a cancellation states whether the organisers cancelled', () => {
  const { come, cancel, cancelByStaff, mails } = conference({})
  come('ana', 'eva')
  cancel('ana')
  cancelByStaff('eva')
  expect(mails()).toEqual(['cancelled ana', 'cancelledByStaff eva'])
})

test('a cancelled person who registers again for a full event waits at the end', () => {
  const { come, cancel, with: who } = conference({ capacity: 1 })
  come('ana', 'eva', 'luz')
  cancel('ana')
  expect(come('ana')).toEqual(['waitlisted'])
  expect(who('waitlisted')).toEqual(['luz', 'ana'])
})

test('after closing, a registration sent again with its idempotency key keeps its seat', () => {
  const { write, set, with: who } = conference({ capacity: 1, waitlist: false })
  const again = registration('ana', { idempotencyKey: 'd9428888-122b-11e1-b85c-61cd3cbb3210' })
  write([again])
  set({ closesAt: '2025-01-01T00:00:00.000Z' })
  expect(write([again])).toEqual([{ stored: 'replaced', outcome: 'registered' }])
  expect(who('registered')).toEqual(['ana'])
})

test("correcting an e-mail to a cancelled person's e-mail registers that person again", () => {
  const { write, come, cancel, with: who } = conference({ capacity: 1 })
  come('ana')
  cancel('ana')
  const idempotencyKey = 'd9428888-122b-11e1-b85c-61cd3cbb3210'
  write([registration('nana', { idempotencyKey })])
  come('eva')
  expect(write([registration('ana', { idempotencyKey })])).toEqual([{ stored: 'existing', outcome: 'registered' }])
  expect([who('registered'), who('waitlisted')]).toEqual([['ana'], ['eva']])
})

test('correcting an e-mail to a registered e-mail frees a seat for the first person waiting', () => {
  const { write, come, with: who, mails } = conference({ capacity: 2 })
  const idempotencyKey = 'd9428888-122b-11e1-b85c-61cd3cbb3210'
  come('ana')
  write([registration('nana', { idempotencyKey })])
  come('luz', 'eva')
  expect(write([registration('ana', { idempotencyKey })])).toEqual([{ stored: 'existing', outcome: 'registered' }])
  expect([who('registered'), who('waitlisted')]).toEqual([['ana', 'luz'], ['eva']])
  expect(mails()).toContain('promoted luz')
})

test('the registrations of one batch get exactly the free seats', () => {
  const { come, with: who } = conference({ capacity: 50 })
  const names = Array.from({ length: 64 }, (_, index) => `p${index}`)
  come(...names)
  expect([who('registered'), who('waitlisted')]).toEqual([names.slice(0, 50), names.slice(50)])
})

test('positive control: deciding about seats before the transaction gives too many seats', () => {
  const { db, come, set, with: who } = conference({ capacity: 50 })
  const names = Array.from({ length: 64 }, (_, index) => `p${index}`)
  const decided = names.filter(() => outcomeNow(db, zone)(at) === 'registered')
  set({ capacity: null })
  come(...decided)
  expect(who('registered').length).toBeGreaterThan(50)
})

const told = (db: Db) =>
  db
    .prepare<[], { status: RegistrationStatus; kinds: string }>(
      `SELECT registrations.status, json_group_array(kind) FILTER (WHERE kind IS NOT NULL) AS kinds
       FROM registrations LEFT JOIN mails ON registrationId = registrations.id GROUP BY registrations.id`,
    )
    .all()
    .map(({ status, kinds }) => ({ status, kinds: JSON.parse(kinds) as MailKind[] }))

const name = fc.constantFrom('ana', 'eva', 'luz', 'zoe', 'sol', 'paz', 'ida', 'mar')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('come' as const), name) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('cancel' as const, 'trash' as const, 'erase' as const, 'restore' as const), name),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('edit' as const, 'cancelByStaff' as const, 'bringBack' as const, 'hand' as const), name),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('merge' as const), fc.tuple(name, name)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant('set' as const), fc.record({ capacity: fc.option(fc.nat(4)), waitlist: fc.boolean() })),
  },
)

test('random changes never give more seats than the capacity', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const people = conference({ capacity: 2 })
      const { db } = people
      const trashed = new Map<string, string>()
      let capacity: number | null = 2
      let over = 0
      for (const [what, which] of steps) {
        const waited = people.with('waitlisted')
        if (what === 'set') {
          people.set(which)
          capacity = which.capacity
        } else if (what === 'merge') {
          const [keep, other] = which
          const id = people.idOf(other)
          if (keep !== other && people.merge(keep, other)) {
            trashed.set(other, id)
            // In a merge, the remaining person can take over the waiting number of the other person.
            const at = waited.indexOf(other)
            if (at >= 0 && !waited.includes(keep)) waited[at] = keep
            else if (at >= 0 && at < waited.indexOf(keep)) waited.splice(at, 1, ...waited.splice(waited.indexOf(keep), 1))
          }
        } else if (what === 'restore') people.restore(trashed.get(which) ?? '')
        else {
          if (what === 'trash') trashed.set(which, people.idOf(which))
          people[what](which)
        }
        const registered = people.with('registered').length
        const waiting = people.with('waitlisted')
        // Only a smaller capacity leaves more people than seats, because lowering the capacity removes nobody.
        over =
          capacity === null
            ? 0
            : what === 'set'
              ? Math.max(0, registered - capacity)
              : Math.min(over, Math.max(0, registered - capacity))
        if (capacity !== null) expect(registered).toBeLessThanOrEqual(capacity + over)
        if (waiting.length > 0) expect(registered).toBeGreaterThanOrEqual(capacity ?? Number.POSITIVE_INFINITY)
        expect(waiting.filter((one) => waited.includes(one))).toEqual(waited.filter((one) => waiting.includes(one)))
        const first = waiting.findIndex((one) => !waited.includes(one))
        if (first >= 0) expect(waiting.slice(first).some((one) => waited.includes(one) && one !== which)).toBe(false)
        const counted = { registered, waitlisted: waiting.length, cancelled: people.with('cancelled').length }
        expect(countStatus(db)).toEqual(counted)
        // Each person got a mail, and each mail fits the person's status.
        for (const { status, kinds } of told(db)) {
          expect(kinds.filter((kind) => kind !== 'already')).not.toEqual([])
          for (const kind of kinds) expect(statusesForMail[kind]).toContain(status)
        }
        expect(countRegistrations(db, {})).toMatchObject(counted)
      }
      expect(
        listRegistrations(db, { status: 'waitlisted' })
          .map((one) => one.name)
          .toSorted(),
      ).toEqual(people.with('waitlisted').toSorted())
    }),
    { numRuns: rounds(80, 400) },
  )
})
