import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRoll } from './attendee-list.ts'
import { answerFor, type DoorEvent, type Person, timesIn, withUnsent } from './person.ts'
import type { Changes, Kept, Settings, Store } from './store.ts'

function memoryStore(): Store & { kept(): Kept } {
  let people = new Map<string, Person>()
  let events = new Map<number, DoorEvent>()
  let settings: Partial<Settings> = {}
  let changed = 0
  const kept = () => structuredClone({ people: [...people.values()], changed, events: [...events.values()], settings })
  return {
    kept,
    read: async () => kept(),
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

const person = (id: string, more: Partial<Person> = {}): Person => ({
  ...{ id, name: `Persona ${id}`, company: '', status: 'registered', arrivedAt: null, door: null, ticket: `ticket-${id}` },
  ...more,
})

async function newPhone(store = memoryStore(), start = Date.parse('2026-11-21T14:00:00Z')) {
  let [now, count] = [start, 0]
  const tick = () => {
    now += 1000
    return now
  }
  const roll = await openRoll(store, tick, () => `id-${start}-${count++}` as ReturnType<typeof crypto.randomUUID>)
  return { roll, store, at: () => now }
}

const list = { cursor: '1', keepUntil: '', syncedAt: '2026-11-21T14:00:00.000Z' }

test('stores an arrival in the log and the list before the answer shows, and over a restart', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [person('a'), person('b')], isWhole: true, settings: list })
  await roll.set({ door: 'Puerta 2' })
  await roll.arrive(roll.withTicket('ticket-a') as Person)
  const again = (await newPhone(store)).roll
  expect(again.withTicket('ticket-a')).toMatchObject({ arrivedAt: expect.stringMatching(/^2026-11-21T14:00/), door: 'Puerta 2' })
  expect(again.counts()).toEqual({ expected: 2, arrived: 1, unsent: 1 })
  expect(again.unsent()).toMatchObject([{ registration: 'a', seq: 1, door: 'Puerta 2', isSent: false }])
  expect(again.settings.device).toBe(roll.settings.device)
})

test('finds merged people by their old codes, in any order of news, also after a restart', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [person('a'), person('b')], isWhole: true, settings: list })
  const merged = person('a', { former: ['ticket-b', 'b'] })
  await roll.takeOver({ people: [merged], settings: list })
  await roll.takeOver({ gone: ['b'], settings: list })
  const idOf = (code: string, phone = roll) => phone.withTicket(code)?.id
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code))).toEqual(['a', 'a', 'a'])
  const again = (await newPhone(store)).roll
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code, again))).toEqual(['a', 'a', 'a'])
  await roll.takeOver({ people: [person('b'), person('a')], settings: list })
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code))).toEqual(['a', 'b', undefined])
  await roll.takeOver({ people: [merged], gone: ['b'], settings: list })
  await roll.takeOver({ gone: ['a'], settings: list })
  expect(['ticket-a', 'ticket-b', 'b'].map((code) => idOf(code))).toEqual([undefined, undefined, undefined])
})

test('a list asked for before an arrival does not undo it; one asked for afterwards counts', async () => {
  const { roll } = await newPhone()
  await roll.takeOver({ people: [person('a')], isWhole: true, settings: list })
  await roll.arrive(person('a'))
  await roll.takeOver({ people: [person('a', { name: 'Otro nombre' })], settings: list })
  expect(roll.person('a')).toMatchObject({ name: 'Otro nombre', arrivedAt: expect.any(String) })
  const earlier = '2026-11-21T13:00:00.000Z'
  await roll.takeOver({ people: [person('a', { arrivedAt: earlier, door: 'B' })], sent: roll.unsent() })
  expect([roll.person('a'), roll.unsent()]).toMatchObject([{ arrivedAt: earlier, door: 'B' }, []])
})

test('keeps changes one by one, and rewrites the list when they are many or somebody is gone', async () => {
  const { roll, store } = await newPhone()
  const people = Array.from({ length: 1_500 }, (_, index) => person(String(index)))
  await roll.takeOver({ people, isWhole: true, settings: list })
  const came = (from: number, to: number) =>
    people.slice(from, to).map(({ id }) => person(id, { arrivedAt: '2026-11-21T13:00:00.000Z' }))
  const changed = [store.kept().changed]
  for (const [from, to] of [
    [0, 900],
    [900, 1_100],
    [1_100, 1_101],
  ] as const) {
    await roll.takeOver({ people: came(from, to), settings: list })
    changed.push(store.kept().changed)
  }
  await roll.takeOver({ gone: ['7'], settings: list })
  expect([...changed, store.kept().changed]).toEqual([0, 900, 0, 1, 0])
  const again = (await newPhone(store)).roll
  expect([again.counts(), again.person('7'), again.person('1100')?.arrivedAt]).toEqual([
    { expected: 1_499, arrived: 1_100, unsent: 0 },
    undefined,
    '2026-11-21T13:00:00.000Z',
  ])
})

test('undoes its own arrival by id and another phone’s by message, even with a clock ahead', async () => {
  const { roll, at } = await newPhone()
  const ahead = new Date(at() + 3_600_000).toISOString()
  await roll.takeOver({ people: [person('a'), person('b', { arrivedAt: ahead })], isWhole: true, settings: list })
  await roll.arrive(person('a'))
  await roll.undo(roll.person('a') as Person)
  await roll.undo(roll.person('b') as Person)
  const [arrival, own, other] = roll.unsent()
  expect(own?.undo).toBe(arrival?.id)
  expect(other).toMatchObject({ undo: true })
  expect(Date.parse(other?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(ahead))
  expect(roll.counts().arrived).toBe(0)
})

test('a phone restarted with a clock of years ago notes nobody before it has the list', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [person('a')], isWhole: true, settings: list })
  const again = (await newPhone(store, Date.parse('2015-01-01T00:00:00Z'))).roll
  await again.arrive(again.withTicket('ticket-a') as Person)
  expect(again.person('a')?.arrivedAt).toBe(list.syncedAt)
})

test('a walk-in is listed at once, outlives a new list, and leaves no e-mail once it was sent', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [], isWhole: true, settings: list })
  const { entering, writing } = roll.walkIn({ name: 'Ana López', company: '', email: 'ana@ejemplo.gt' })
  await writing
  await roll.takeOver({ people: [person('b')], isWhole: true, settings: list })
  expect(roll.find('ana lopez')).toMatchObject([{ id: entering.id, arrivedAt: expect.any(String) }])
  expect(roll.unsent()).toMatchObject([{ walkIn: { email: 'ana@ejemplo.gt' } }])
  await roll.takeOver({ sent: roll.unsent() })
  expect(JSON.stringify(store.kept())).not.toContain('@')
  expect(roll.unsent()).toEqual([])
})

test('a walk-in who was sent is unlisted until the server has them in its list', async () => {
  const { roll } = await newPhone()
  await roll.takeOver({ people: [], isWhole: true, settings: list })
  const walkIns = [roll.walkIn({ name: 'Ana', company: '', email: '' }), roll.walkIn({ name: 'Luis', company: '', email: '' })]
  for (const { writing } of walkIns) await writing
  const [ana = '', luis = ''] = walkIns.map(({ entering }) => entering.id)
  expect(roll.unlisted()).toEqual([])
  await roll.takeOver({ sent: roll.unsent() })
  expect(roll.unlisted()).toEqual([ana, luis])
  await roll.takeOver({ people: [person(ana)], settings: list })
  expect(roll.unlisted()).toEqual([luis])
})

test('shows the changes of another tab when it is opened again', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [person('a')], isWhole: true, settings: list })
  const other = (await newPhone(store)).roll
  await other.arrive(person('a'))
  await roll.reopen()
  expect([roll.counts(), roll.person('a')]).toEqual([other.counts(), other.person('a')])
})

test('removes people who are gone; a whole list replaces the old one', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [person('a'), person('b'), person('c')], isWhole: true, settings: list })
  await roll.takeOver({ gone: ['a'], settings: list })
  expect(roll.withTicket('ticket-a')).toBeUndefined()
  await roll.takeOver({ people: [person('d')], isWhole: true, settings: list })
  expect(store.kept().people.map(({ id }) => id)).toEqual(['d'])
  expect([roll.find('persona').map(({ id }) => id), roll.counts().expected]).toEqual([['d'], 1])
})

test('a wipe leaves no data of anybody, and the phone counts as a new one', async () => {
  const { roll, store } = await newPhone()
  await roll.takeOver({ people: [person('a')], isWhole: true, settings: list })
  await roll.arrive(person('a'))
  const { device } = roll.settings
  await roll.wipe()
  expect([store.kept().people, store.kept().events, roll.hasList()]).toEqual([[], [], false])
  expect(store.kept().settings.device).not.toBe(device)
})

test('a phone shows the same after it was switched off, whatever was done on it before', async () => {
  const step = fc.record({ who: fc.integer({ min: 0, max: 3 }), what: fc.constantFrom('in', 'undo', 'sent', 'list') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { roll, store } = await newPhone()
      const everybody = ['0', '1', '2', '3'].map((id) => person(id))
      await roll.takeOver({ people: everybody, isWhole: true, settings: list })
      for (const { who, what } of steps) {
        const chosen = roll.person(String(who)) as Person
        if (what === 'in') await roll.arrive(chosen)
        if (what === 'undo') await roll.undo(chosen)
        if (what === 'sent')
          await roll.takeOver({ people: everybody.flatMap(({ id }) => roll.person(id) ?? []), sent: roll.unsent() })
        if (what === 'list') await roll.takeOver({ people: everybody.map(({ id }) => roll.person(id) as Person), settings: list })
      }
      const again = (await newPhone(store)).roll
      for (const { id } of everybody) expect(again.person(id)).toEqual(roll.person(id))
      expect([again.counts(), again.unsent()]).toEqual([roll.counts(), roll.unsent()])
    }),
    { numRuns: 50 },
  )
})

test('the answer says in a word how somebody stands, and where and when they came', () => {
  const timeOf = timesIn('America/Guatemala')
  const said = (more: Partial<Person>) => {
    const { kind, text } = answerFor(person('a', more), timeOf)
    return [kind, text]
  }
  const arrivedAt = '2026-11-21T14:14:00.000Z'
  expect(said({})).toEqual(['in', ''])
  expect(said({ status: 'waitlisted' })).toEqual(['waiting', 'Está en lista de espera.'])
  expect(said({ arrivedAt, door: 'la puerta 2' })).toEqual(['already', 'Ya entró a las 8:14 por la puerta 2.'])
  expect(said({ arrivedAt, status: 'waitlisted' })).toEqual(['already', 'Ya entró a las 8:14.'])
  expect(said({ arrivedAt, status: 'cancelled' })[0]).toBe('cancelled')
})

test('counts the earliest of several unsent arrivals, by the server’s clock', () => {
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
