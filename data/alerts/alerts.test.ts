import { expect, test } from 'vitest'
import type { Places } from '../content/places.ts'
import { saveSection } from '../content/sections.ts'
import { eraseAgain, failQueuedMails } from '../db/snapshot.ts'
import { eraseRegistrations } from '../registrations/erasure.ts'
import { trashRegistration } from '../registrations/trash.ts'
import { addRegistration, memoryDb, someEdit, zone } from '../testing.ts'
import {
  alertByToken,
  alertQueue,
  askForAlert,
  confirmAlert,
  countAlerts,
  deleteAlert,
  forgetAlerts,
  maxAlertsCount,
} from './alerts.ts'

const opensAt = '2025-10-10T12:00:00.000Z'
const at = '2025-10-01T12:00:00.000Z'
const after = (ms: number, from = at) => new Date(Date.parse(from) + ms).toISOString()
const minute = 60_000
const hour = 60 * minute

function conference(places: Partial<Places> = {}) {
  const db = memoryDb()
  saveSection(db, 'hero', { eventDate: '2025-11-20T14:00:00.000Z' }, someEdit)
  saveSection(db, 'places', { opensAt, ...places }, someEdit)
  const queue = alertQueue(db, zone)
  /** Registers somebody although registration is not open. */
  const register = (email: string) => {
    const set = (time: string) => saveSection(db, 'places', { opensAt: time }, someEdit)
    set('')
    const { id } = addRegistration(db, { email })
    set(opensAt)
    return id
  }
  const tokenOf = (email: string) => db.prepare('SELECT token FROM openingAlerts WHERE email = ?').pluck().get(email) as string
  const emails = () => db.prepare('SELECT email FROM openingAlerts ORDER BY email').pluck().all().join(' ')
  const due = (when: string) => queue.due(when, 1000).map(({ kind, email }) => `${kind} ${email}`)
  return {
    ...{ db, queue, register, tokenOf, emails, due },
    ask: (email: string, when = at) => askForAlert(db, email, when),
    confirm: (email: string, when = at) => confirmAlert(db, tokenOf(email), when),
    send: (when: string) => {
      const mails = queue.due(when, 1000)
      for (const mail of mails) queue.recordSent(mail, '', when)
      return mails.map(({ email }) => email)
    },
  }
}

test('a person gets one mail an hour to confirm an opening alert, and none once confirmed', () => {
  const { ask, confirm, due, send, db } = conference()
  for (const email of ['ana@ejemplo.gt', 'ANA+x@ejemplo.gt']) expect(ask(email)).toBe('accepted')
  expect(due(at)).toEqual(['alertConfirm ana@ejemplo.gt'])
  send(at)
  ask('ana@ejemplo.gt', after(hour - 1))
  expect([due(after(hour)), countAlerts(db)]).toEqual([[], 0])
  ask('ana@ejemplo.gt', after(hour))
  expect(due(after(hour))).toEqual(['alertConfirm ana@ejemplo.gt'])
  confirm('ana@ejemplo.gt')
  expect([ask('ana@ejemplo.gt', after(3 * hour)), due(after(3 * hour)), countAlerts(db)]).toEqual(['accepted', [], 1])
})

test('when registration opens, each confirmed opening alert is mailed once and deleted', () => {
  const { ask, confirm, due, send, emails, queue } = conference()
  const people = Array.from({ length: 600 }, (_, index) => `p${index}@ejemplo.gt`)
  for (const [index, email] of people.entries()) {
    ask(email)
    confirm(email, after(index))
  }
  ask('nunca@ejemplo.gt')
  expect(due(after(-1, opensAt))).toEqual(['alertConfirm nunca@ejemplo.gt'])
  expect(send(opensAt)).toEqual(['p0@ejemplo.gt'])
  expect(queue.nextDue(opensAt)).toBe(after(1000, opensAt))
  expect(send(after(5 * minute, opensAt)).length).toBe(300)
  expect(send(after(10 * minute, opensAt)).length).toBe(299)
  expect(emails()).toBe('nunca@ejemplo.gt')
})

test('opening alerts wait while registration is full or its opening is postponed', () => {
  const { db, ask, confirm, due, register } = conference({ capacity: 1, waitlist: false })
  for (const email of ['ana@ejemplo.gt', 'eva@ejemplo.gt']) {
    ask(email)
    confirm(email)
  }
  expect(due(opensAt).length).toBe(1)
  const id = register('luz@ejemplo.gt')
  expect(due(after(hour, opensAt))).toEqual([])
  eraseRegistrations(db, [id], { at: opensAt, timeZone: zone, queueMail: null })
  const later = after(2 * hour, opensAt)
  expect([due(later).length, due(after(minute, later)).length]).toEqual([1, 2])
  saveSection(db, 'places', { opensAt: '2025-11-01T12:00:00.000Z' }, someEdit)
  expect(due(after(minute, later))).toEqual([])
})

test('unconfirmed opening alerts are deleted after 48 hours, and all after the conference', () => {
  const { db, ask, confirm, tokenOf, emails } = conference()
  ask('ana@ejemplo.gt')
  ask('eva@ejemplo.gt')
  confirm('eva@ejemplo.gt')
  const state = (email: string, when: string) => alertByToken(db, tokenOf(email), when)
  expect(state('ana@ejemplo.gt', after(48 * hour - 1))).toMatchObject({ isConfirmed: false })
  expect([state('ana@ejemplo.gt', after(48 * hour)), alertByToken(db, 'x', at)]).toEqual([null, null])
  expect(state('eva@ejemplo.gt', after(48 * hour))).toMatchObject({ isConfirmed: true })
  forgetAlerts(db, after(48 * hour - 1), zone)
  expect(emails()).toBe('ana@ejemplo.gt eva@ejemplo.gt')
  forgetAlerts(db, after(48 * hour), zone)
  expect(emails()).toBe('eva@ejemplo.gt')
  forgetAlerts(db, '2025-11-22T12:00:00.000Z', zone)
  expect(emails()).toBe('')
})

test('a person can delete an opening alert, and erasing their registration deletes it too', () => {
  const { db, ask, register, tokenOf, emails } = conference()
  for (const name of ['ana', 'eva', 'luz']) ask(`${name}@ejemplo.gt`)
  const asked = alertByToken(db, tokenOf('ana@ejemplo.gt'), at)
  expect([deleteAlert(db, asked?.id ?? ''), deleteAlert(db, asked?.id ?? '')]).toEqual([true, false])
  const id = register('EVA@ejemplo.gt')
  eraseRegistrations(db, [id], { at, timeZone: zone, queueMail: null })
  expect(emails()).toBe('luz@ejemplo.gt')
})

test('an opening alert is deleted if its mail cannot be sent', () => {
  const { ask, queue, due, emails } = conference()
  ask('ana@ejemplo.gt')
  const [mail] = queue.due(at, 1)
  if (!mail) throw new Error('no mail is due')
  queue.recordFailure(mail, '', after(minute))
  expect([due(at), due(after(minute))]).toEqual([[], ['alertConfirm ana@ejemplo.gt']])
  queue.recordFailure(mail, '', null)
  expect(emails()).toBe('')
})

test('after restoring a backup, opening alerts that may have been sent are not sent again', () => {
  const { db, ask, confirm, due, emails } = conference()
  for (const email of ['ana@ejemplo.gt', 'eva@ejemplo.gt']) ask(email)
  confirm('eva@ejemplo.gt')
  failQueuedMails(db, after(hour))
  expect([due(after(hour)), emails()]).toEqual([[], 'ana@ejemplo.gt eva@ejemplo.gt'])
  failQueuedMails(db, after(hour, opensAt))
  expect([due(after(hour, opensAt)), emails()]).toEqual([[], 'ana@ejemplo.gt'])
})

test('stores a limited number of opening alerts', () => {
  const { db, ask } = conference()
  const insert = db.prepare("INSERT INTO openingAlerts (id, token, email, mailbox, createdAt) VALUES (@id, @id, '', @id, @at)")
  db.transaction(() => {
    for (let index = 1; index < maxAlertsCount; index++) insert.run({ id: String(index), at })
  })()
  expect([ask('ana@ejemplo.gt'), ask('eva@ejemplo.gt'), ask('ana@ejemplo.gt')]).toEqual(['accepted', 'full', 'full'])
  // When the list is full, unconfirmed addresses are deleted after an hour.
  expect([ask('eva@ejemplo.gt', after(hour - 1)), ask('eva@ejemplo.gt', after(hour))]).toEqual(['full', 'accepted'])
})

test('mails to confirm opening alerts respect the hourly limit for all visitors together', () => {
  const { db, ask } = conference()
  const queue = alertQueue(db, zone, { hour: 20 })
  for (let index = 0; index < 100; index += 1) ask(`p${index}@ejemplo.gt`)
  const sendAll = (when: string) => {
    let sentCount = 0
    for (;;) {
      const [mail] = queue.due(when, 2)
      if (!mail) return sentCount
      if (!queue.allows(mail, Date.parse(when))) continue
      queue.recordSent(mail, '', when)
      sentCount += 1
    }
  }
  expect([sendAll(at), sendAll(after(minute)), queue.nextDue(after(minute))]).toEqual([20, 0, after(hour)])
  expect(sendAll(after(hour))).toBe(20)
})

test('a restored backup has no opening alerts of people erased since, even from the trash', () => {
  const { db, register, ask, confirm, emails } = conference()
  const [ana, luz] = [register('Ana@ejemplo.gt'), register('luz@ejemplo.gt')]
  for (const email of ['ana@ejemplo.gt', 'luz@ejemplo.gt', 'eva@ejemplo.gt']) {
    ask(email)
    confirm(email)
  }
  trashRegistration(db, luz, { by: 'nobody', at, timeZone: zone, queueMail: null })
  const none = new Set<string>()
  eraseAgain(db, { registration: none, person: new Set([ana, luz]), certificate: none, user: none, code: none, alert: none })
  expect(emails()).toBe('eva@ejemplo.gt')
})

test('erasing a person in the trash deletes their opening alert', () => {
  const { db, register, ask, emails } = conference()
  const id = register('ana@ejemplo.gt')
  ask('ana@ejemplo.gt')
  const change = { at, timeZone: zone, queueMail: null }
  trashRegistration(db, id, { by: 'nobody', ...change })
  eraseRegistrations(db, [id], change)
  expect(emails()).toBe('')
})
