import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../tests/support/full.ts'
import type { Places } from '../content/places.ts'
import { saveSection } from '../content/sections.ts'
import { mailQueue } from '../mail/outbox.ts'
import { queueAsks, queueReminders } from '../mail/reminders.ts'
import { cancelRegistration, confirmOwn } from '../own/own-changes.ts'
import { registrationByToken } from '../own/own-registration.ts'
import { memoryDb, someEdit, zone } from '../testing.ts'
import { offerTransfer, withdrawTransfer } from '../transfers/transfers.ts'
import { registrationBatchWriter } from './new-registrations.ts'
import { countStatus } from './places-now.ts'
import { answerDeadline, releaseUnconfirmed } from './unconfirmed.ts'

const start = '2025-11-20T14:00:00.000Z'
const registeredAt = '2025-10-01T12:00:00.000Z'
const due = '2025-11-18T14:00:00.000Z'
const asking = '2025-11-18T15:00:00.000Z'
const deadline = '2025-11-19T14:00:00.000Z'
const released = '2025-11-19T14:01:00.000Z'

function conference(places: Partial<Places> = {}) {
  const db = memoryDb()
  const queueMail = mailQueue(db, 'conferencia.gt')
  saveSection(db, 'hero', { eventDate: start }, someEdit)
  saveSection(db, 'places', { capacity: 2, askDays: [2], confirmBy: 24, ...places }, someEdit)
  const write = registrationBatchWriter(db, zone, queueMail)
  const change = (at: string) => ({ at, timeZone: zone, queueMail })
  const come = (...names: string[]) =>
    names.forEach((name, index) => {
      const at = new Date(Date.parse(registeredAt) + index * 1000).toISOString()
      write([{ fields: { name, email: `${name}@ejemplo.gt` }, at, idempotencyKey: null, marketingText: '' }])
    })
  const tokenOf = (name: string) => db.prepare('SELECT token FROM registrations WHERE name = ?').pluck().get(name) as string
  const namesOf = (status: string) =>
    db.prepare('SELECT name FROM registrations WHERE status = ? ORDER BY name').pluck().all(status).join(' ')
  const sendMails = (at: string) => db.prepare("UPDATE mails SET status = 'sent', sentAt = ? WHERE status = 'queued'").run(at)
  return {
    ...{ db, come, tokenOf, namesOf, change, sendMails },
    ask: (at = asking) => queueAsks(db, queueMail, { due, start, deadline: answerDeadline(db) }, at),
    remind: () => queueReminders(db, queueMail, { due, start }, asking),
    release: (at = released) => releaseUnconfirmed(db, change(at)),
    confirm: (name: string, at = asking) => confirmOwn(db, tokenOf(name), change(at)),
    cancel: (name: string, at = asking) => cancelRegistration(db, tokenOf(name), change(at)),
    mails: (kind: string) => db.prepare('SELECT name FROM mails WHERE kind = ? ORDER BY name').pluck().all(kind).join(' '),
  }
}

test('asks people with a seat once to confirm, and sends them no reminder on that day', () => {
  const { come, ask, remind, confirm, mails, db } = conference({ capacity: 4 })
  come('ana', 'eva', 'luz', 'zoe', 'wait')
  confirm('eva')
  db.exec("UPDATE registrations SET email = '' WHERE name = 'luz'")
  expect([ask('2025-11-18T13:59:59.000Z'), ask(), ask(), ask(deadline)]).toEqual([0, 2, 0, 0])
  expect(mails('ask')).toBe('ana zoe')
  expect([remind(), mails('reminder')]).toEqual([1, 'eva'])
})

test('people who declined reminders are asked to confirm only if they could lose their seat', () => {
  const optOut = "UPDATE registrations SET wantsReminders = 0 WHERE name = 'ana'"
  for (const [confirmBy, names] of [
    [24, 'ana eva'],
    [null, 'eva'],
  ] as const) {
    const { come, ask, mails, db } = conference({ confirmBy })
    come('ana', 'eva')
    db.exec(optOut)
    ask()
    expect(mails('ask')).toBe(names)
  }
})

test('the seat of a person who did not confirm in time goes to the first person waiting', () => {
  const { db, come, ask, confirm, cancel, release, sendMails, namesOf, mails, tokenOf } = conference()
  come('ana', 'eva', 'luz')
  ask()
  sendMails(asking)
  confirm('ana')
  expect([release('2025-11-19T13:59:59.000Z'), release(), release()]).toEqual([0, 1, 0])
  expect([namesOf('registered'), namesOf('waitlisted')]).toEqual(['ana luz', 'eva'])
  expect([mails('unconfirmed'), mails('promoted')]).toEqual(['eva', 'luz'])
  expect(registrationByToken(db, tokenOf('eva'))?.unconfirmedAt).toBe(released)

  // A seat that gets free is not given to somebody who did not answer.
  cancel('luz', released)
  expect(namesOf('registered')).toBe('ana')
  expect([confirm('eva', released), namesOf('registered')]).toEqual(['registered', 'ana eva'])
  expect(registrationByToken(db, tokenOf('eva'))).toMatchObject({ isConfirmed: true, unconfirmedAt: null })
})

test('a person who confirms too late for a full conference gets the next free seat', () => {
  const { come, ask, confirm, cancel, release, sendMails, namesOf } = conference({ capacity: 1 })
  come('ana', 'eva')
  ask()
  sendMails(asking)
  release()
  expect([confirm('ana', released), namesOf('registered')]).toEqual(['waitlisted', 'eva'])
  expect(release()).toBe(0)
  cancel('eva', released)
  expect(namesOf('registered')).toBe('ana')
})

test.each([
  ['nobody waits', { people: ['ana', 'eva'] }],
  ['the question was not sent', { isSent: false }],
  ['the question was sent less than 12 hours ago', { sentAt: '2025-11-19T03:00:00.000Z' }],
  ['the conference has begun', { at: start }],
  ['organisers set no deadline', { places: { confirmBy: null } }],
])(
  'people who did not confirm keep their seats if %s',
  (_, {
    people = ['ana', 'eva', 'luz'],
    isSent = true,
    sentAt = asking,
    at = released,
    places = {},
  }: {
    people?: string[]
    isSent?: boolean
    sentAt?: string
    at?: string
    places?: Partial<Places>
  }) => {
    const { come, ask, release, sendMails, namesOf } = conference(places)
    come(...people)
    ask()
    if (isSent) sendMails(sentAt)
    expect([release(at), namesOf('registered')]).toEqual([0, 'ana eva'])
  },
)

test('after restoring a backup, nobody loses a seat because of a question sent before it', () => {
  const { db, come, ask, release, sendMails } = conference()
  come('ana', 'eva', 'luz')
  ask()
  sendMails(asking)
  db.prepare("INSERT INTO mailMarks (name, at) VALUES ('restored', ?)").run('2025-11-19T00:00:00.000Z')
  expect(release()).toBe(0)
})

test('refuses a deadline that leaves people no time to confirm', () => {
  const { db } = conference()
  const set = (places: Partial<Places>) => saveSection(db, 'places', places, someEdit)
  for (const places of [
    { askDays: [], confirmBy: 24 },
    { askDays: [1], confirmBy: 13 },
  ])
    expect(set(places)).toMatchObject({ outcome: 'invalid', fields: { askDays: expect.any(String) } })
  expect(set({ askDays: [1], confirmBy: 12 })).toMatchObject({ outcome: 'saved' })
})

test('a person who did not confirm keeps the seat while an offer of it is open', () => {
  const { db, come, ask, release, sendMails, namesOf, tokenOf, change } = conference({ transferUntil: 0, capacity: 1 })
  come('ana', 'eva')
  ask()
  sendMails(asking)
  const own = registrationByToken(db, tokenOf('ana'))
  const offeredAt = '2025-11-19T13:00:00.000Z'
  const zoe = { name: 'zoe', email: 'zoe@ejemplo.gt' }
  if (own) offerTransfer(db, own, zoe, { at: offeredAt, queueMail: change(offeredAt).queueMail })
  expect([release(), namesOf('registered')]).toEqual([0, 'ana'])
  withdrawTransfer(db, own?.id ?? '', released)
  expect([release(), namesOf('registered')]).toEqual([1, 'eva'])
})

test('random confirmations and cancellations lose no seat and give no seat twice', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const step = fc.tuple(fc.constantFrom('confirm', 'cancel', 'release'), fc.constantFrom(...names))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), fc.array(step, { maxLength: 25 }), (capacity, steps) => {
      const { db, come, ask, confirm, cancel, release, sendMails } = conference({ capacity })
      come(...names)
      ask()
      sendMails(asking)
      for (const [act, name] of steps) {
        const before = countStatus(db).registered
        if (act === 'release') release()
        else if (act === 'confirm') confirm(name, released)
        else cancel(name, released)
        const { registered } = countStatus(db)
        expect(registered).toBeLessThanOrEqual(capacity)
        if (act === 'release') expect(registered).toBeGreaterThanOrEqual(before)
        const waiting = db.prepare("SELECT count(*) FROM registrations WHERE status = 'waitlisted' AND unconfirmedAt IS NULL")
        if (registered < capacity) expect(waiting.pluck().get()).toBe(0)
      }
    }),
    { numRuns: rounds(60, 1000) },
  )
})
