import { expect, test } from 'vitest'
import { deleteItem, updateItem } from '../content/content.ts'
import { restoreItem } from '../content/restore.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/prepared.ts'
import { mailQueue } from '../mail/outbox.ts'
import { cancelRegistration } from '../own/own-changes.ts'
import { registrationWithToken } from '../own/own-registration.ts'
import { mergeRegistrations } from '../registrations/merging.ts'
import { readPersonalData } from '../registrations/personal-data.ts'
import { fillSeats } from '../registrations/set-status.ts'
import { restoreRegistration, trashRegistration } from '../registrations/trash.ts'
import { addItem, addRegistration, memoryDb, someEdit, zone } from '../testing.ts'
import { chooseSessions, chosenSessions } from './choosing.ts'
import { availabilities, countsOfSession, peopleOfSession } from './people.ts'

const at = '2025-01-02T12:00:00.000Z'

function workshops(capacities: (number | null)[], fields: object = {}) {
  const db = memoryDb()
  const change = { at, timeZone: zone, queueMail: mailQueue(db, 'ejemplo.gt') }
  const sessions = capacities.map((capacity, index) => {
    const day = `2098-03-${String(index + 1).padStart(2, '0')}`
    return addItem(db, 'events', { title: `Taller ${index + 1}`, day, isPlenary: true, capacity, ...fields })
  })
  addDate(db)
  const person = (name: string) => addRegistration(db, { name, email: `${name}@ejemplo.gt` }, at)
  const choose = (id: string, chosen: typeof sessions, by: 'own' | 'staff' = 'own', over = false) =>
    chooseSessions(
      db,
      id,
      chosen.map((session) => session.id),
      change,
      { by, over },
    )
  const of = (id: string) => chosenSessions(db, id, zone).map(({ title, status }) => `${title}: ${status}`)
  const mails = (kind: string) =>
    db.prepare('SELECT name FROM mails WHERE kind = ? ORDER BY rowid').pluck().all(kind).map(String).toSorted()
  const save = (id: string, changed: object) =>
    inTransaction(db, () => {
      updateItem(db, 'events', id, changed, { by: null, at })
      fillSeats(db, change)
    })
  return { db, change, sessions, person, choose, of, mails, save }
}

function addDate(db: Db): void {
  db.prepare("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', ?, ?)").run(
    JSON.stringify({ eventDate: '2098-03-01T13:00:00.000Z' }),
    at,
  )
}

test('a freed seat in a full session goes to the person waiting longest', () => {
  const { sessions, person, choose, of, mails, save, db } = workshops([1])
  const [ana, eva, luis] = ['ana', 'eva', 'luis'].map(person)
  for (const { id } of [ana, eva, luis] as { id: string }[]) expect(choose(id, sessions)).toEqual({ outcome: 'stored' })
  const [taller] = sessions
  if (!ana || !eva || !luis || !taller) throw new Error('nobody')
  expect([ana, eva, luis].map(({ id }) => of(id))).toEqual([['Taller 1: seated'], ['Taller 1: waiting'], ['Taller 1: waiting']])
  expect([mails('session-place'), mails('session-waiting')]).toEqual([['ana'], ['eva', 'luis']])
  expect(choose(ana.id, [])).toEqual({ outcome: 'stored' })
  expect(of(eva.id)).toEqual(['Taller 1: seated'])
  expect([mails('session-promoted'), mails('session-lost')]).toEqual([['eva'], []])
  save(taller.id, { capacity: 2 })
  expect(of(luis.id)).toEqual(['Taller 1: seated'])
  save(taller.id, { capacity: 1 })
  expect(countsOfSession(db, taller.id)).toEqual({ seated: 2, waiting: 0, arrived: 0, free: 0 })
  expect(
    peopleOfSession(db, taller.id)
      .map(({ name, status }) => `${name} ${status}`)
      .toSorted(),
  ).toEqual(['eva seated', 'luis seated'])
})

test('rejects a choice of sessions as a whole if one is full and has no waiting list', () => {
  const { sessions, person, choose, of } = workshops([5, 1], { waitlist: false })
  choose(person('ana').id, sessions)
  const eva = person('eva').id
  expect(choose(eva, sessions)).toEqual({ outcome: 'full', titles: ['Taller 2'] })
  expect(of(eva)).toEqual([])
  expect(choose(eva, sessions, 'staff', true)).toEqual({ outcome: 'stored' })
  expect(of(eva)).toEqual(['Taller 1: seated', 'Taller 2: seated'])
})

test('rejects a choice of two overlapping sessions, and returns both titles', () => {
  const { sessions, person, choose, of } = workshops([5, 5, 5], { day: '2098-03-01' })
  const ana = person('ana').id
  expect(choose(ana, sessions.slice(0, 1))).toEqual({ outcome: 'stored' })
  expect(choose(ana, sessions.slice(0, 2))).toEqual({ outcome: 'overlap', titles: ['Taller 1', 'Taller 2'] })
  expect(of(ana)).toEqual(['Taller 1: seated'])
})

test('rejects unknown sessions, and people without a seat at the conference', () => {
  const { db, sessions, person, choose, change } = workshops([null, 5])
  const ana = person('ana').id
  expect(choose(ana, sessions)).toEqual({ outcome: 'unknown' })
  expect(chooseSessions(db, ana, ['otra'], change, { by: 'staff' })).toEqual({ outcome: 'unknown' })
  expect(chooseSessions(db, 'nadie', [], change, { by: 'staff' })).toEqual({ outcome: 'missing' })
  cancelRegistration(db, registrationWithToken(db, ana)?.token ?? '', change)
  expect(choose(ana, sessions.slice(1))).toEqual({ outcome: 'no-place' })
})

test('cancelling a registration gives its session seats to the next people waiting', () => {
  const { db, change, sessions, person, choose, of, mails } = workshops([1, 1])
  const [ana, eva] = [person('ana').id, person('eva').id]
  choose(ana, sessions)
  choose(eva, sessions)
  cancelRegistration(db, registrationWithToken(db, ana)?.token ?? '', change)
  expect([of(ana), of(eva)]).toEqual([[], ['Taller 1: seated', 'Taller 2: seated']])
  expect(mails('session-promoted')).toEqual(['eva', 'eva'])
})

test('a person restored from the trash gets session seats that are free, and waits for others', () => {
  const { db, change, sessions, person, choose, of, mails } = workshops([1, 1])
  const [ana, eva] = [person('ana').id, person('eva').id]
  choose(ana, sessions)
  choose(eva, sessions.slice(0, 1))
  trashRegistration(db, ana, { by: 'x', ...change })
  expect(of(eva)).toEqual(['Taller 1: seated'])
  const exported = readPersonalData(db, ana, at)?.registrations[0]?.sessions as { session: string; status: string }[]
  expect(exported.map(({ session, status }) => `${session}: ${status}`).toSorted()).toEqual([
    'Taller 1: seated',
    'Taller 2: seated',
  ])
  restoreRegistration(db, ana, change)
  expect(of(ana)).toEqual(['Taller 1: waiting', 'Taller 2: seated'])
  expect(mails('session-waiting')).toContain('ana')
})

test('merging two people keeps the better of their two statuses for each session', () => {
  const { db, change, sessions, person, choose, of } = workshops([1, 5, 5])
  const [ana, anna, eva] = [person('ana').id, person('anna').id, person('eva').id]
  choose(anna, sessions.slice(0, 2))
  choose(ana, sessions.slice(0, 1))
  choose(eva, sessions.slice(0, 1))
  expect(of(ana)).toEqual(['Taller 1: waiting'])
  mergeRegistrations(db, { keep: ana, other: anna, take: [] }, { by: 'x', ...change })
  expect(of(ana)).toEqual(['Taller 1: seated', 'Taller 2: seated'])
  expect(of(eva)).toEqual(['Taller 1: waiting'])
})

test('undoing a merge gives each of the two people their session seats back', () => {
  const { db, change, sessions, person, choose, of } = workshops([1, 5, 5])
  const [ana, anna] = [person('ana').id, person('anna').id]
  choose(anna, sessions.slice(0, 2))
  choose(
    ana,
    [sessions[0], sessions[2]].flatMap((session) => session ?? []),
  )
  const before = [of(ana), of(anna)]
  mergeRegistrations(db, { keep: ana, other: anna, take: [] }, { by: 'x', ...change })
  expect(of(ana)).toEqual(['Taller 1: seated', 'Taller 2: seated', 'Taller 3: seated'])
  restoreRegistration(db, anna, change)
  expect([of(ana), of(anna)]).toEqual(before)
})

function mergedWorkshops() {
  const parts = workshops([1, 5, 5])
  const { db, change, sessions, person, choose } = parts
  const [ana, anna] = [person('ana').id, person('anna').id]
  choose(anna, sessions.slice(0, 2))
  choose(
    ana,
    sessions.filter((_, index) => index !== 1),
  )
  mergeRegistrations(db, { keep: ana, other: anna, take: [] }, { by: 'x', ...change })
  return { ...parts, ana, anna, undo: () => restoreRegistration(db, anna, change) }
}

test('undoing a merge does not take a seat that was given to somebody else in the meantime', () => {
  const { sessions, person, choose, of, mails, ana, anna, undo, db } = mergedWorkshops()
  const eva = person('eva').id
  choose(eva, sessions.slice(0, 1))
  choose(ana, sessions.slice(2))
  expect([of(ana), of(eva)]).toEqual([['Taller 3: seated'], ['Taller 1: seated']])
  undo()
  expect([of(ana), of(anna), of(eva)]).toEqual([
    ['Taller 3: seated'],
    ['Taller 1: waiting', 'Taller 2: seated'],
    ['Taller 1: seated'],
  ])
  expect(countsOfSession(db, sessions[0]?.id ?? '')).toMatchObject({ seated: 1, waiting: 1 })
  expect(mails('session-waiting')).toContain('anna')
  expect([undo(), of(anna)]).toEqual(['missing', ['Taller 1: waiting', 'Taller 2: seated']])
})

test('a session that is restored after the undo of a merge gives each person their own seat', () => {
  const { db, change, sessions, of, ana, anna, undo } = mergedWorkshops()
  const before = readKey(db, 'events').revision
  const id = sessions[0]?.id ?? ''
  inTransaction(db, () => {
    deleteItem(db, 'events', id, { by: null, at })
    fillSeats(db, change)
  })
  undo()
  expect([of(ana), of(anna)]).toEqual([['Taller 3: seated'], ['Taller 2: seated']])
  restoreItem(db, before, id, { ...someEdit, ...change, settings: [] })
  expect([of(ana), of(anna)]).toEqual([
    ['Taller 1: waiting', 'Taller 3: seated'],
    ['Taller 1: seated', 'Taller 2: seated'],
  ])
})

test('if the remaining person is deleted, undoing the merge gives each seat to one person only', () => {
  const { db, change, of, ana, anna, undo } = mergedWorkshops()
  trashRegistration(db, ana, { by: 'x', ...change })
  undo()
  restoreRegistration(db, ana, change)
  expect([of(ana), of(anna)]).toEqual([
    ['Taller 1: waiting', 'Taller 3: seated'],
    ['Taller 1: seated', 'Taller 2: seated'],
  ])
})

test('undoing a merge that an earlier version stored leaves the seats with the remaining person', () => {
  const { db, of, ana, anna, undo } = mergedWorkshops()
  db.prepare("UPDATE trash SET row = json_remove(row, '$.united.seats')").run()
  expect(undo()).toMatchObject({ id: anna })
  expect([of(ana), of(anna)]).toEqual([['Taller 1: seated', 'Taller 2: seated', 'Taller 3: seated'], []])
})

test('deleting a session mails its people, and restoring the session gives their seats back', () => {
  const { db, change, sessions, person, choose, of, mails } = workshops([1])
  const [ana, eva] = [person('ana').id, person('eva').id]
  choose(ana, sessions)
  choose(eva, sessions)
  const before = readKey(db, 'events').revision
  const id = sessions[0]?.id ?? ''
  inTransaction(db, () => {
    deleteItem(db, 'events', id, { by: null, at })
    fillSeats(db, change)
  })
  expect([of(ana), mails('session-lost')]).toEqual([[], ['ana', 'eva']])
  db.prepare("UPDATE mails SET status = 'sent' WHERE name = 'ana'").run()
  restoreItem(db, before, id, { ...someEdit, ...change, settings: [] })
  expect([of(ana), of(eva)]).toEqual([['Taller 1: seated'], ['Taller 1: waiting']])
  expect([mails('session-place'), mails('session-lost')]).toEqual([['ana', 'ana'], ['ana']])
})

test('deleting a session that is over mails nobody', () => {
  const { db, change, sessions, person, choose, mails } = workshops([1, 1])
  choose(person('ana').id, sessions)
  for (const [index, session] of sessions.entries()) {
    inTransaction(db, () => {
      deleteItem(db, 'events', session.id, { by: null, at })
      fillSeats(db, { ...change, at: '2098-03-02T00:00:00.000Z' })
    })
    expect(mails('session-lost')).toEqual(index === 0 ? [] : ['ana'])
  }
})

test('a hidden session does not keep its people from choosing another at the same time', () => {
  const { sessions, person, choose, of, save } = workshops([5, 5], { day: '2098-03-01' })
  const ana = person('ana').id
  choose(ana, sessions.slice(0, 1))
  save(sessions[0]?.id ?? '', { isActive: false })
  expect(choose(ana, sessions.slice(1))).toEqual({ outcome: 'stored' })
  expect(of(ana).toSorted()).toEqual(['Taller 1: seated', 'Taller 2: seated'])
  expect(choose(ana, sessions, 'staff')).toEqual({ outcome: 'overlap', titles: ['Taller 1', 'Taller 2'] })
})

test('reports which sessions have few seats left and which are full', () => {
  const { db, sessions, person, choose } = workshops([11, 1, 2])
  for (let number = 0; number < 10; number++) choose(person(`p${number}`).id, sessions.slice(0, number < 1 ? 3 : 1))
  expect(Object.values(availabilities(db))).toEqual(['last-places', 'waiting-list', 'open'])
})

const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test.each([1, 2, 3, 4])('random changes never seat more people in a session than its capacity (%i)', (seed) => {
  const next = random(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const { db, change, sessions, person, choose, save } = workshops([2, 3, 1])
  const capacities = new Map(sessions.map(({ id, capacity }) => [id, capacity ?? 0]))
  const people = Array.from({ length: 12 }, (_, index) => person(`p${index}`).id)
  const trashed = new Set<string>()
  const steps = {
    choose: (id: string) =>
      void choose(
        id,
        sessions.filter(() => next() < 0.5),
      ),
    remove(id: string) {
      if (trashRegistration(db, id, { by: 'x', ...change })) trashed.add(id)
    },
    restore(id: string) {
      if (trashed.delete(id)) restoreRegistration(db, id, change)
    },
    merge(other: string) {
      const keep = pick(people)
      if (keep !== other && mergeRegistrations(db, { keep, other, take: [] }, { by: 'x', ...change })) trashed.add(other)
    },
    enlarge() {
      const { id } = pick(sessions)
      capacities.set(id, (capacities.get(id) ?? 0) + 1)
      save(id, { capacity: capacities.get(id) })
    },
  }
  let most = 0
  for (let step = 0; step < 150; step++) {
    const rare = next() < 0.1 ? (['enlarge'] as const) : []
    const name = next() < 0.6 ? 'choose' : pick(['remove', 'merge', 'restore', 'restore', ...rare] as const)
    steps[name](pick(people))
    for (const { id } of sessions) {
      const { seated, waiting } = countsOfSession(db, id) ?? { seated: 0, waiting: 0 }
      const capacity = capacities.get(id) ?? 0
      most = Math.max(most, waiting)
      expect(seated).toBeLessThanOrEqual(capacity)
      if (waiting > 0) expect(seated).toBe(capacity)
    }
  }
  expect(most).toBeGreaterThan(0)
})
