/** The day: two phones with the product's own list, one of them offline for a while. */
import { expect, onTestFinished, vi } from 'vitest'
import { addUser, call, signInAs } from '../../api/testing.ts'
import { ticketOf } from '../../data/door/list.ts'
import type { DoorSummary } from '../../data/door/schema.ts'
import { minuteMs } from '../../data/time.ts'
import { type AttendeeList, openAttendeeList } from '../../site/attendees/attendee-list.ts'
import { answerFor } from '../../site/door/answer.ts'
import { exchange } from '../../site/door/sync.ts'
import { equal } from './compare.ts'
import { advance, check, count, emailOf, note, runJobs, type Simulation, start } from './conference.ts'
import { enter, freeIn, holders, type Person, peopleIn, type State } from './model.ts'
import { answerOffer, burst, cancel, comeBack, offer } from './visitor-acts.ts'

type Phone = {
  list: AttendeeList
  isOnline: boolean
  /** Changes of the model that the server learns when the phone sends its events. */
  unsent: (() => void)[]
}

const nothing = { read: async () => ({ people: [], changed: 0, events: [], settings: {} }) }
const emptyStore = () => ({ ...nothing, async write() {}, async wipe() {}, async reopen() {} })

const share: Record<State, number> = { registered: 0.75, lost: 0.7, waiting: 0.15, passed: 0.4, cancelled: 0.1 }

const slotMs = 10 * minuteMs

async function openPhones(sim: Simulation): Promise<Phone[]> {
  const { app } = sim
  const cookie = await signInAs(app, await addUser(app.db, { email: 'puerta@conferencia.gt', role: 'door' }))
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Cookie', cookie)
    headers.set('Origin', app.config.publicOrigin)
    return app.app.request(app.config.publicOrigin + path, { ...init, headers })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const list = () => openAttendeeList(emptyStore())
  return [
    { list: await list(), isOnline: true, unsent: [] },
    { list: await list(), isOnline: true, unsent: [] },
  ]
}

async function sync(sim: Simulation, phone: Phone): Promise<void> {
  if (!phone.isOnline) return
  expect(await exchange(phone.list)).toMatchObject({ state: 'fresh' })
  for (const apply of phone.unsent) apply()
  phone.unsent = []
  check(sim)
}

/** An event of one phone reaches the other phone with its next list. */
async function syncAll(sim: Simulation, phones: readonly Phone[]): Promise<void> {
  for (const phone of [...phones, ...phones]) await sync(sim, phone)
  for (const phone of phones) if (phone.isOnline) compareList(sim, phone)
}

/** The list says of everybody what the model says, and only the ticket of this person counts. */
function compareList(sim: Simulation, { list }: Phone): void {
  const rows = sim.app.db.prepare<[], { id: string; name: string }>('SELECT id, name FROM registrations ORDER BY name').all()
  const shown = rows.map(({ id, name }) => {
    const { status, isUnconfirmed = false, isPassedOn = false, arrivedAt = null } = list.person(id) ?? {}
    return [name, status, isUnconfirmed, isPassedOn, arrivedAt !== null].join(' | ')
  })
  const expected = [...sim.model.people.values()].map(({ name, state, hasCome }) =>
    [name, statusOf[state], state === 'lost', state === 'passed', hasCome].join(' | '),
  )
  equal(shown, expected.toSorted(), 'the people on a phone')
}

const statusOf: Record<State, string> = {
  registered: 'registered',
  waiting: 'waitlisted',
  lost: 'waitlisted',
  cancelled: 'cancelled',
  passed: 'cancelled',
}

export async function day(sim: Simulation): Promise<void> {
  const { random, model } = sim
  await advance(sim, start - 60 * minuteMs - Date.now())
  await runJobs(sim)
  const phones = await openPhones(sim)
  await syncAll(sim, phones)
  const slots = 20
  const [offlineFrom, offlineFor] = [random.between(0, 12), random.between(1, 6)]
  const plan = new Map<string, number>()
  for (const { name, state } of model.people.values())
    if (random.chance(share[state])) plan.set(name, random.between(0, slots - 1))
  for (let slot = 0; slot < slots; slot += 1) {
    const [, second] = phones
    if (second) second.isOnline = slot < offlineFrom || slot >= offlineFrom + offlineFor
    await syncAll(sim, phones)
    const due = [...plan].filter(([, at]) => at === slot).map(([name]) => name)
    for (const name of random.shuffled(due)) await arrive(sim, phones, name, () => plan.set(name, slot + random.between(1, 5)))
    for (let visitors = random.between(0, 2); visitors > 0; visitors -= 1) walkIn(sim, pickPhone(sim, phones))
    await random.weighted([
      [2, cancel],
      [1, comeBack],
      [1, offer],
      [1, answerOffer],
      [1, one],
    ])(sim)
    if (random.chance(0.5)) await runJobs(sim)
    await advance(sim, slotMs)
    await runJobs(sim)
  }
  for (const phone of phones) phone.isOnline = true
  await syncAll(sim, phones)
  await runJobs(sim)
  await compareSummary(sim)
}

const one = (sim: Simulation) => burst(sim, 1)

const pickPhone = ({ random }: Simulation, phones: readonly Phone[]): Phone => {
  const phone = random.pick(phones)
  if (!phone) throw new Error('no phone at the door')
  return phone
}

/** People who show an old ticket do so on their phone, so the code is that of their own page. */
async function arrive(sim: Simulation, phones: readonly Phone[], name: string, comeLater: () => void): Promise<void> {
  const { model } = sim
  const phone = pickPhone(sim, phones)
  const person = model.people.get(name)
  if (!person) return
  const listed = phone.list.withTicket(ticketOf(sim.tokenOf(name)))
  if (!listed) {
    expect(phone.isOnline, `${name} is unknown at the door`).toBe(false)
    return
  }
  const { kind, text } = answerFor(listed, String, phone.list.hasFreePlace)
  if (phone.isOnline) {
    expect(kind === 'in', `${name}, who is ${person.state}, enters`).toBe(person.state === 'registered' && !person.hasCome)
    if (person.state === 'passed') expect([kind, text]).toEqual(['cancelled', 'Pasó a otra persona.'])
  }
  if (kind === 'cancelled') return count(sim, 'turned away')
  if (kind === 'already') return
  const isAmber = text === 'No confirmó; hay lugar.'
  if (kind === 'waiting' && !isAmber) {
    count(sim, 'asked to wait')
    return comeLater()
  }
  if (isAmber && phone.isOnline) checkRoom(sim, phones, name)
  note(sim, `${name}, ${person.state}, enters${phone.isOnline ? '' : ' at the phone without network'}`)
  await phone.list.arrive(listed)
  phone.unsent.push(() => {
    const now = model.people.get(name)
    if (now) now.hasCome = true
  })
  count(sim, isAmber ? 'came without having confirmed' : 'came')
  // The other phone has to know, because the place is taken.
  if (isAmber) await syncAll(sim, phones)
}

/** Before the start a place is kept for everybody who has one, and afterwards for those who came. */
function checkRoom(sim: Simulation, phones: readonly Phone[], name: string): void {
  const { model } = sim
  const inside = [...model.people.values()].filter(({ hasCome }) => hasCome)
  const guests = inside.filter(({ state, isWalkIn }) => state !== 'registered' && !isWalkIn).length
  if (Date.now() < start) expect(freeIn(model) - guests, `places for ${name}`).toBeGreaterThan(0)
  else if (phones.every(({ isOnline }) => isOnline))
    expect(inside.length, `people inside before ${name}`).toBeLessThan(model.capacity)
}

function walkIn(sim: Simulation, phone: Phone): void {
  const { model, random } = sim
  count(sim, 'walk-ins')
  const name = `Visita ${sim.sums['walk-ins']}`
  const known = random.chance(0.2) ? random.pick([...model.people.values()].filter((each) => !each.isWalkIn))?.name : undefined
  const email = known ? emailOf(known) : random.chance(0.3) ? emailOf(name) : ''
  note(sim, `${name} comes without a ticket${known ? ` with the address of ${known}` : ''}`)
  const { writing } = phone.list.walkIn({ name, company: '', email })
  void writing
  phone.unsent.unshift(() => enterWalkIn(sim, name, known))
}

function enterWalkIn({ model }: Simulation, name: string, known: string | undefined): void {
  const holder: Person | undefined = known === undefined ? undefined : model.people.get(known)
  if (holder) {
    holder.hasCome = true
    return
  }
  Object.assign(enter(model, name, Date.now()), { state: 'registered', isWalkIn: true, hasCome: true })
}

async function compareSummary(sim: Simulation): Promise<void> {
  const { model, app } = sim
  const cookie = await signInAs(app, { email: 'puerta@conferencia.gt' })
  const summary: DoorSummary = await (await call(app, 'GET /api/door/summary', { cookie })).json()
  const came = [...model.people.values()].filter(({ hasCome }) => hasCome)
  expect(summary).toMatchObject({
    expected: holders(model).length,
    arrived: came.length,
    walkIns: came.filter(({ isWalkIn }) => isWalkIn).length,
    missing: peopleIn(model, 'registered').filter(({ hasCome }) => !hasCome).length,
  })
}
