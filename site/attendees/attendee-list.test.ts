import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DoorPerson } from '../../data/door/schema.ts'
import { openAttendeeList } from './attendee-list.ts'
import { withUnsent } from './event-log.ts'
import type { Changes, DoorEvent, Settings, Store, StoredList } from './store.ts'

function memoryStore(): Store & { stored(): StoredList } {
  let people = new Map<string, DoorPerson>()
  let events = new Map<number, DoorEvent>()
  let settings: Partial<Settings> = {}
  let changed = 0
  const stored = () => structuredClone({ people: [...people.values()], changed, events: [...events.values()], settings })
  return {
    stored,
    read: async () => stored(),
    async write(changes: Changes) {
      const copy = structuredClone(changes)
      if (copy.list) {
        people = new Map(copy.list.map((person) => [person.id, person]))
        changed = 0
      }
      for (const person of copy.people ?? []) people.set(person.id, person)
      changed += copy.people?.length ?? 0
      for (const event of copy.events ?? []) events.set(event.seq, event)
      settings = { ...settings, ...copy.settings }
    },
    async reopen() {},
    async wipe() {
      people = new Map()
      events = new Map()
      settings = {}
    },
  }
}

const person = (id: string, more: Partial<DoorPerson> = {}): DoorPerson => ({
  ...{ id, name: `Persona ${id}`, company: '', status: 'registered', arrivedAt: null, door: null, ticket: `ticket-${id}` },
  ...more,
})

async function newPhone(store = memoryStore(), start = Date.parse('2026-11-21T14:00:00Z')) {
  let [now, count] = [start, 0]
  const tick = () => {
    now += 1000
    return now
  }
  const attendees = await openAttendeeList(store, tick, () => `id-${start}-${count++}`)
  return { attendees, store, at: () => now }
}

const listSettings = { cursor: '1', keepUntil: '', syncedAt: '2026-11-21T14:00:00.000Z' }

test('a phone at the door keeps a recorded arrival after a restart', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [person('a'), person('b')], isWhole: true, settings: listSettings })
  await attendees.set({ door: 'Puerta 2' })
  await attendees.arrive(attendees.withTicket('ticket-a') as DoorPerson)
  const again = (await newPhone(store)).attendees
  expect(again.withTicket('ticket-a')).toMatchObject({ arrivedAt: expect.stringMatching(/^2026-11-21T14:00/), door: 'Puerta 2' })
  expect(again.counts()).toEqual({ expected: 2, arrived: 1, unsent: 1 })
  expect(again.unsent()).toMatchObject([{ registration: 'a', seq: 1, door: 'Puerta 2', isSent: false }])
  expect(again.settings.device).toBe(attendees.settings.device)
})

test('the ticket of a merged person finds the remaining person, even after a restart', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [person('a'), person('b')], isWhole: true, settings: listSettings })
  const merged = person('a', { former: ['ticket-b', 'b'] })
  await attendees.update({ people: [merged], settings: listSettings })
  await attendees.update({ removedIds: ['b'], settings: listSettings })
  const idOf = (code: string, phone = attendees) => phone.withTicket(code)?.id
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code))).toEqual(['a', 'a', 'a'])
  const again = (await newPhone(store)).attendees
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code, again))).toEqual(['a', 'a', 'a'])
  await attendees.update({ people: [person('b'), person('a')], settings: listSettings })
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code))).toEqual(['a', 'b', undefined])
  await attendees.update({ people: [merged], removedIds: ['b'], settings: listSettings })
  await attendees.update({ removedIds: ['a'], settings: listSettings })
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code))).toEqual([undefined, undefined, undefined])
})

test('updating the attendee list does not undo an unsent arrival', async () => {
  const { attendees } = await newPhone()
  await attendees.update({ people: [person('a')], isWhole: true, settings: listSettings })
  await attendees.arrive(person('a'))
  await attendees.update({ people: [person('a', { name: 'Otro nombre' })], settings: listSettings })
  expect(attendees.person('a')).toMatchObject({ name: 'Otro nombre', arrivedAt: expect.any(String) })
  const earlier = '2026-11-21T13:00:00.000Z'
  await attendees.update({ people: [person('a', { arrivedAt: earlier, door: 'B' })], sent: attendees.unsent() })
  expect([attendees.person('a'), attendees.unsent()]).toMatchObject([{ arrivedAt: earlier, door: 'B' }, []])
})

test('updating the attendee list stores only changed people, until more than 1,000 have changed', async () => {
  const { attendees, store } = await newPhone()
  const people = Array.from({ length: 1_500 }, (_, index) => person(String(index)))
  await attendees.update({ people, isWhole: true, settings: listSettings })
  const came = (from: number, to: number) =>
    people.slice(from, to).map(({ id }) => person(id, { arrivedAt: '2026-11-21T13:00:00.000Z' }))
  const changed = [store.stored().changed]
  for (const [from, to] of [
    [0, 900],
    [900, 1_100],
    [1_100, 1_101],
  ] as const) {
    await attendees.update({ people: came(from, to), settings: listSettings })
    changed.push(store.stored().changed)
  }
  await attendees.update({ removedIds: ['7'], settings: listSettings })
  expect([...changed, store.stored().changed]).toEqual([0, 900, 0, 1, 0])
  const again = (await newPhone(store)).attendees
  expect([again.counts(), again.person('7'), again.person('1100')?.arrivedAt]).toEqual([
    { expected: 1_499, arrived: 1_100, unsent: 0 },
    undefined,
    '2026-11-21T13:00:00.000Z',
  ])
})

test("undoes an arrival recorded on another phone even if that phone's clock is ahead", async () => {
  const { attendees, at } = await newPhone()
  const ahead = new Date(at() + 3_600_000).toISOString()
  await attendees.update({ people: [person('a'), person('b', { arrivedAt: ahead })], isWhole: true, settings: listSettings })
  await attendees.arrive(person('a'))
  await attendees.undo(attendees.person('a') as DoorPerson)
  await attendees.undo(attendees.person('b') as DoorPerson)
  const [arrival, own, other] = attendees.unsent()
  expect(own?.undo).toBe(arrival?.id)
  expect(other).toMatchObject({ undo: true })
  expect(Date.parse(other?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(ahead))
  expect(attendees.counts().arrived).toBe(0)
})

test('an arrival is never dated before the last download of the attendee list', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [person('a')], isWhole: true, settings: listSettings })
  const again = (await newPhone(store, Date.parse('2015-01-01T00:00:00Z'))).attendees
  await again.arrive(again.withTicket('ticket-a') as DoorPerson)
  expect(again.person('a')?.arrivedAt).toBe(listSettings.syncedAt)
})

test('a phone deletes the e-mail of a person added at the door once the server has stored it', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [], isWhole: true, settings: listSettings })
  const { person: walkIn, writing } = attendees.walkIn({ name: 'Ana López', company: '', email: 'ana@ejemplo.gt' })
  await writing
  await attendees.update({ people: [person('b')], isWhole: true, settings: listSettings })
  expect(attendees.find('ana lopez')).toMatchObject([{ id: walkIn.id, arrivedAt: expect.any(String) }])
  expect(attendees.unsent()).toMatchObject([{ walkIn: { email: 'ana@ejemplo.gt' } }])
  await attendees.update({ sent: attendees.unsent() })
  expect(JSON.stringify(store.stored())).not.toContain('@')
  expect(attendees.unsent()).toEqual([])
})

test('a person added at the door counts as unlisted until the attendee list contains the person', async () => {
  const { attendees } = await newPhone()
  await attendees.update({ people: [], isWhole: true, settings: listSettings })
  const walkIns = [
    attendees.walkIn({ name: 'Ana', company: '', email: '' }),
    attendees.walkIn({ name: 'Luis', company: '', email: '' }),
  ]
  for (const { writing } of walkIns) await writing
  const [ana = '', luis = ''] = walkIns.map(({ person }) => person.id)
  expect(attendees.unlisted()).toEqual([])
  await attendees.update({ sent: attendees.unsent() })
  expect(attendees.unlisted()).toEqual([ana, luis])
  await attendees.update({ people: [person(ana)], settings: listSettings })
  expect(attendees.unlisted()).toEqual([luis])
})

test('reopening the attendee list shows changes made in another tab', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [person('a')], isWhole: true, settings: listSettings })
  const other = (await newPhone(store)).attendees
  await other.arrive(person('a'))
  await attendees.reopen()
  expect([attendees.counts(), attendees.person('a')]).toEqual([other.counts(), other.person('a')])
})

test('removes people whom the server has deleted, or who are missing in a complete new list', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [person('a'), person('b'), person('c')], isWhole: true, settings: listSettings })
  await attendees.update({ removedIds: ['a'], settings: listSettings })
  expect(attendees.withTicket('ticket-a')).toBeUndefined()
  await attendees.update({ people: [person('d')], isWhole: true, settings: listSettings })
  expect(store.stored().people.map(({ id }) => id)).toEqual(['d'])
  expect([attendees.find('persona').map(({ id }) => id), attendees.counts().expected]).toEqual([['d'], 1])
})

test('wiping a phone at the door deletes all its data and changes its device id', async () => {
  const { attendees, store } = await newPhone()
  await attendees.update({ people: [person('a')], isWhole: true, settings: listSettings })
  await attendees.arrive(person('a'))
  const { device } = attendees.settings
  await attendees.wipe()
  expect([store.stored().people, store.stored().events, attendees.hasList()]).toEqual([[], [], false])
  expect(store.stored().settings.device).not.toBe(device)
})

test('before the start, one free seat lets in only one of two people who did not confirm', async () => {
  const { attendees } = await newPhone()
  const places = { capacity: 2, start: '2026-11-21T15:00:00.000Z' }
  const unconfirmed = ['b', 'c'].map((id) => person(id, { status: 'waitlisted', isUnconfirmed: true }))
  await attendees.update({ people: [person('a'), ...unconfirmed], isWhole: true, settings: { ...listSettings, places } })
  expect(attendees.hasFreePlace()).toBe(true)
  await attendees.arrive(attendees.person('b') as DoorPerson)
  expect(attendees.hasFreePlace()).toBe(false)
})

test('after any actions, restarting a phone at the door does not change its attendee list', async () => {
  const step = fc.record({ who: fc.integer({ min: 0, max: 3 }), what: fc.constantFrom('in', 'undo', 'sent', 'list') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { attendees, store } = await newPhone()
      const everybody = ['0', '1', '2', '3'].map((id) => person(id))
      await attendees.update({ people: everybody, isWhole: true, settings: listSettings })
      for (const { who, what } of steps) {
        const chosen = attendees.person(String(who)) as DoorPerson
        if (what === 'in') await attendees.arrive(chosen)
        if (what === 'undo') await attendees.undo(chosen)
        if (what === 'sent')
          await attendees.update({ people: everybody.flatMap(({ id }) => attendees.person(id) ?? []), sent: attendees.unsent() })
        if (what === 'list')
          await attendees.update({
            people: everybody.map(({ id }) => attendees.person(id) as DoorPerson),
            settings: listSettings,
          })
      }
      const again = (await newPhone(store)).attendees
      for (const { id } of everybody) expect(again.person(id)).toEqual(attendees.person(id))
      expect([again.counts(), again.unsent()]).toEqual([attendees.counts(), attendees.unsent()])
    }),
    { numRuns: 50 },
  )
})

test('the earliest of several unsent arrivals of a person counts', () => {
  const event = (at: string, offset: number, more: Partial<DoorEvent> = {}): DoorEvent => ({
    ...{ id: at, device: 'd', seq: 1, registration: 'a', at, offset, door: String(offset), isSent: false, ...more },
  })
  const [late, early] = [event('2026-11-21T14:00:00.000Z', 0), event('2026-11-21T14:10:00.000Z', -1_200_000)]
  expect(withUnsent(person('a'), [late, early])).toMatchObject({ arrivedAt: '2026-11-21T13:50:00.000Z', door: '-1200000' })
  expect(
    withUnsent(person('a'), [
      { ...late, registration: 'b' },
      { ...early, isSent: true },
    ]).arrivedAt,
  ).toBeNull()
})

test("a phone at a session's door records and undoes arrivals at that session", async () => {
  const { attendees, store } = await newPhone()
  const seat = { id: 's', status: 'seated', arrivedAt: null } as const
  const session = { id: 's', title: 'Taller', room: '', start: '', end: '', capacity: 1, releaseAfter: null }
  const settings = { ...listSettings, session: 's', sessions: [session] }
  await attendees.update({ people: [person('a', { sessions: [seat] }), person('b')], isWhole: true, settings })
  await attendees.arrive(attendees.person('a') as DoorPerson)
  await attendees.arrive(attendees.person('b') as DoorPerson)
  const again = (await newPhone(store)).attendees
  expect([again.seatCounts(), again.counts().arrived]).toEqual([{ seated: 1, arrived: 2, arrivedWithoutSeat: 1 }, 0])
  expect(again.unsent().map(({ registration, session }) => [registration, session])).toEqual([
    ['a', 's'],
    ['b', 's'],
  ])
  // The list that the server sends in the meantime lacks the arrivals.
  await again.update({ people: [person('a', { sessions: [seat] }), person('b')] })
  expect(again.seatCounts().arrived).toBe(2)
  const [arrival] = again.unsent()
  await again.undo(again.person('a') as DoorPerson)
  await again.undo(again.person('b') as DoorPerson)
  expect(again.unsent().at(-2)).toMatchObject({ registration: 'a', session: 's', undo: arrival?.id })
  expect([again.seatCounts(), again.person('b')?.sessions]).toEqual([{ seated: 1, arrived: 0, arrivedWithoutSeat: 0 }, []])
})
