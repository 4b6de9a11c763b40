import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '../../data/db/db.ts'
import { doorAnswer, storeArrivals } from '../../data/door/arrivals.ts'
import type { Arrival, DoorList, WalkIn } from '../../data/door/schema.ts'
import { doorNumbers } from '../../data/door/summary.ts'
import { withServerTimes } from '../../data/door/times.ts'
import { storeWalkIn } from '../../data/door/walk-ins.ts'
import { aliasOf } from '../../data/registrations/arrivals.ts'
import { addRegistration, memoryDb } from '../../data/testing.ts'
import { hourMs } from '../../data/time.ts'
import { rounds } from '../../tests/support/full.ts'
import { doorListParts } from './list-stream.ts'

/**
 * Three phones are offline for an hour, then send their door events in any order and in parts, some of them twice. The result
 * must equal that of a model that ignores the order. A fourth phone keeps its list up to date by requesting changes.
 */

const nine = Date.parse('2027-03-04T15:00:00.000Z')
const afterwards = nine + 3 * hourMs
const expected = 60
const phones = ['a', 'b', 'c'] as const

/** A door event. `who` chooses the person. `which` chooses an earlier event that an undo takes back. */
const action = fc.record({
  phone: fc.constantFrom(...phones),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('arrival' as const) },
    { weight: 2, arbitrary: fc.constant('undo' as const) },
    { weight: 1, arbitrary: fc.constant('undo all' as const) },
    { weight: 1, arbitrary: fc.constant('undo of an undo' as const) },
    { weight: 1, arbitrary: fc.constant('walk-in' as const) },
  ),
  who: fc.nat(),
  which: fc.nat(),
  seconds: fc.nat({ max: 8 }),
})

const day = fc.record({
  actions: fc.array(action, { minLength: 1_000, maxLength: 1_000 }),
  /** Error of each phone's clock in milliseconds. */
  clocks: fc.tuple(...phones.map(() => fc.integer({ min: -7_200_000, max: 7_200_000 }))),
  orders: fc.tuple(fc.integer(), fc.integer()),
})

type Day = typeof day extends fc.Arbitrary<infer T> ? T : never
type Event = { phone: string; walkIn: WalkIn; arrival?: never } | { phone: string; arrival: Arrival; walkIn?: never }

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * Returns the door events that the phones recorded, in order. Each phone knows the people on the attendee list and the walk-ins
 * that it registered.
 */
function seen({ actions, clocks }: Day, listed: readonly string[]): Event[] {
  const events: Event[] = []
  const known = new Map(
    phones.map((phone) => [phone, { people: [...listed], arrivals: [] as Arrival[], undos: [] as Arrival[] }]),
  )
  let time = nine
  for (const [index, { phone, kind, who, which, seconds }] of actions.entries()) {
    time += seconds * 1000
    const own = known.get(phone)
    if (!own) throw new Error('no such phone')
    const offset = clocks[phones.indexOf(phone)] ?? 0
    const when = { at: new Date(time - offset).toISOString(), offset, door: phone }
    if (kind === 'walk-in') {
      const id = uuid(index)
      // A walk-in's e-mail may be that of a registered person or of another walk-in.
      const email = which % 3 === 0 ? '' : `p${who % (expected + 20)}@ejemplo.gt`
      events.push({ phone, walkIn: { id, name: `Persona ${index}`, email, ...when } })
      own.people.push(id)
      continue
    }
    const ofKind = kind === 'undo of an undo' ? own.undos : kind === 'undo' ? own.arrivals : []
    const undone = ofKind[which % Math.max(ofKind.length, 1)]
    const registration = undone?.registration || (own.people[who % own.people.length] ?? '')
    const undo = kind === 'undo all' ? true : undone?.id
    const arrival: Arrival = { id: `${phone}-${index}`, registration, ...when, ...(undo === undefined ? {} : { undo }) }
    events.push({ phone, arrival })
    own[undo === undefined ? 'arrivals' : 'undos'].push(arrival)
  }
  return events
}

function model(events: readonly Event[], personOf: (id: string) => string): Map<string, { at: string; door: string }[]> {
  const all = events.map(({ arrival, walkIn }) => {
    const { id, registration, at, offset = 0, door = '', undo }: Arrival = arrival ?? { ...walkIn, registration: walkIn.id }
    return { id, person: personOf(registration), at: new Date(Date.parse(at) + offset).toISOString(), door, undo }
  })
  const people = new Map(all.map(({ person }) => [person, [] as { at: string; door: string }[]]))
  const isTakenBack = (one: (typeof all)[number]) => all.some(({ person, undo }) => person === one.person && undo === one.id)
  for (const { id, person, at, door, undo } of all) {
    const isUndone = all.some(
      (other) => other.person === person && (other.undo === id || (other.undo === true && other.at >= at)) && !isTakenBack(other),
    )
    if (undo === undefined && !isUndone) people.get(person)?.push({ at, door })
  }
  for (const arrivals of people.values()) arrivals.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return people
}

function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 0) / 2 ** 32
  }
}

function sending(events: readonly Event[], seed: number): Event[][] {
  const next = numbers(seed)
  const sent = [...events, ...events.filter(() => next() < 0.1)]
  const mixed = sent.map((event) => ({ event, place: next() })).toSorted((a, b) => a.place - b.place)
  const parts: Event[][] = []
  while (mixed.length > 0) parts.push(mixed.splice(0, 1 + Math.floor(next() * 120)).map(({ event }) => event))
  return parts
}

function store(db: Db, part: readonly Event[]): void {
  const receivedAt = new Date(afterwards).toISOString()
  for (const phone of phones) {
    const own = part.filter((event) => event.phone === phone)
    // Each part is sent from another account, because an account may send only a few door events about a person.
    const sent = { by: randomUUID(), device: phone, receivedAt }
    const seenThere = own.flatMap(({ arrival }) => arrival ?? [])
    storeArrivals(db, withServerTimes(seenThere, { earliest: new Date(nine).toISOString(), receivedAt }), sent)
    for (const { walkIn } of own) if (walkIn) storeWalkIn(db, walkIn, sent)
  }
}

function numbersOf(db: Db) {
  const numbers = doorNumbers(db)
  for (;;) {
    const { done, value } = numbers.next()
    if (done) return value
  }
}

async function listOf(db: Db, since?: string): Promise<DoorList> {
  let text = ''
  for await (const part of doorListParts(db, since, { now: new Date(nine).toISOString(), keepUntil: null, sessions: [] }))
    text += part
  return JSON.parse(text)
}

test('the arrivals of three offline phones give one result in any order of sending', async () => {
  await fc.assert(
    fc.asyncProperty(day, async (made) => {
      const states: unknown[] = []
      for (const order of made.orders) {
        const db = memoryDb()
        const listed = Array.from(
          { length: expected },
          (_, index) => addRegistration(db, { name: `Persona ${index}`, email: `p${index}@ejemplo.gt` }).id,
        )
        const events = seen(made, listed)
        const emails = new Map(events.flatMap(({ walkIn }) => (walkIn?.email ? [[walkIn.id, walkIn.email] as const] : [])))
        const personOf = (id: string) => emails.get(id) ?? (listed.includes(id) ? `p${listed.indexOf(id)}@ejemplo.gt` : id)
        const phone = await listOf(db)
        for (const part of sending(events, order)) {
          store(db, part)
          const { cursor, people, gone } = await listOf(db, phone.cursor)
          const left = new Map(phone.people.map((person) => [person.id, person]))
          for (const person of people) left.set(person.id, person)
          for (const id of gone) left.delete(id)
          Object.assign(phone, { cursor, people: [...left.values()] })
        }

        const truth = model(events, personOf)
        const ids = new Set(events.flatMap(({ arrival, walkIn }) => arrival?.registration ?? walkIn?.id ?? []))
        for (const id of ids) {
          const arrivals = truth.get(personOf(id)) ?? []
          const { arrivedAt, doubles = [] } = doorAnswer(db, aliasOf(db, id))
          expect([id, arrivedAt, doubles.map(({ at }) => at)]).toEqual([
            id,
            arrivals[0]?.at ?? null,
            arrivals.length > 1 ? arrivals.map(({ at }) => at) : [],
          ])
        }
        const came = [...truth.values()].filter((arrivals) => arrivals.length > 0)
        expect(numbersOf(db)).toMatchObject({ expected, arrived: came.length })
        const whole = await listOf(db)
        const inOrder = (list: DoorList) => list.people.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(inOrder(phone)).toEqual(inOrder(whole))
        states.push([...truth])
      }
      // The states contain people, not ids of registrations, because the ids depend on the order of the events.
      expect(states[1]).toEqual(states[0])
    }),
    { numRuns: rounds(6, 200), endOnFailure: true },
  )
}, 1_800_000)
