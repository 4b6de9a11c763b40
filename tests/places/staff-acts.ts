/** What organisers do: the capacity, links that keep places, and people by hand. */
import { expect } from 'vitest'
import { call } from '../../api/testing.ts'
import { hourMs } from '../../data/time.ts'
import { check, count, emailOf, iso, newName, note, pickIn, type Simulation, start } from './conference.ts'
import { become, enter, fill, freeIn, type Link, leave, type Person, remove, seatFor, unusedOf, usedOf } from './model.ts'
import { forget } from './visitor-acts.ts'

const anybody = ({ model, random }: Simulation): Person | undefined =>
  random.pick([...model.people.values()].filter(({ isWalkIn }) => !isWalkIn))

export async function changeCapacity(sim: Simulation): Promise<void> {
  const { model, random } = sim
  const capacity = random.chance(0.5) ? 200 : Math.max(120, model.capacity + random.between(-12, 8))
  const waitlist = !random.chance(0.1)
  note(sim, `capacity ${capacity}, waiting list ${waitlist}`)
  expect((await sim.staff('PUT /api/places', { capacity, waitlist })).status).toBe(200)
  Object.assign(model, { capacity, hasLine: waitlist })
  fill(model)
  check(sim)
}

export async function makeLink(sim: Simulation): Promise<void> {
  const { model, random } = sim
  if (model.links.size >= 6) return
  const places = random.between(1, 25)
  const until = untilOf(sim)
  const answer = await sim.staff('POST /api/place-links', { label: `Grupo ${model.links.size}`, places, until: iso(until) })
  const mayMake = places <= Math.max(0, freeIn(model)) && until > Date.now()
  expect(answer.status, 'the answer to a new link').toBe(mayMake ? 201 : 422)
  if (mayMake) {
    const { id, url } = await answer.json()
    note(sim, `link ${id} keeps ${places} until ${iso(until)}`)
    model.links.set(id, { id, token: url.split('/').at(-1), places, until, isOver: false })
    count(sim, 'links made')
  }
  check(sim)
}

/** Some links end with the deadline for answers. */
const untilOf = ({ model, random }: Simulation): number =>
  random.chance(0.25) && model.confirmBy !== null ? model.confirmBy : start - random.between(1, 29 * 24) * hourMs

export async function changeLink(sim: Simulation): Promise<void> {
  const { model, random } = sim
  const link = random.pick([...model.links.values()])
  if (!link) return
  const act = random.weighted([
    [2, growLink],
    [1, moveLinkEnd],
    [1, renewLink],
    [1, endLink],
  ])
  await act(sim, link)
  check(sim)
}

async function growLink(sim: Simulation, link: Link): Promise<void> {
  const places = sim.random.between(1, 30)
  note(sim, `link ${link.id} now has ${places}`)
  const answer = await sim.staff(`PUT /api/place-links/${link.id}`, { places })
  await putLink(sim, link, answer, { ...link, places })
}

async function moveLinkEnd(sim: Simulation, link: Link): Promise<void> {
  const until = untilOf(sim)
  note(sim, `link ${link.id} ends at ${iso(until)}`)
  const answer = await sim.staff(`PUT /api/place-links/${link.id}`, { until: iso(until) })
  const wasEndedEarly = link.isOver && link.until > Date.now()
  if (until === link.until && !wasEndedEarly) expect(answer.status).toBe(200)
  else await putLink(sim, link, answer, { ...link, until, isOver: false }, until > Date.now())
}

async function putLink(sim: Simulation, link: Link, answer: Response, next: Link, isFuture = true): Promise<void> {
  const { model } = sim
  const before = unusedOf(model, link)
  const most = Math.max(Math.max(0, freeIn(model)) + before, before)
  const mayChange = isFuture && unusedOf(model, next) <= most
  expect(answer.status, 'the answer to a changed link').toBe(mayChange ? 200 : 422)
  if (!mayChange) return
  Object.assign(link, next)
  fill(model)
}

async function renewLink(sim: Simulation, link: Link): Promise<void> {
  const answer = await sim.staff(`POST /api/place-links/${link.id}/renew`)
  const { url } = await answer.json()
  const former = link.token
  link.token = url.split('/').at(-1)
  note(sim, `link ${link.id} is renewed`)
  expect((await call(sim.app, `GET /registro/cupo/${former}`)).status).toBe(404)
}

/** The first time ends the link, the second time removes it. */
async function endLink(sim: Simulation, link: Link): Promise<void> {
  const { model } = sim
  note(sim, `link ${link.id} ends`)
  expect((await sim.staff(`DELETE /api/place-links/${link.id}`)).status).toBe(200)
  if (!link.isOver && link.until > Date.now()) link.isOver = true
  else {
    model.links.delete(link.id)
    for (const person of model.people.values()) if (person.link === link.id) person.link = null
  }
  fill(model)
}

/** The panel shows what the model counts. */
export async function compareLinks(sim: Simulation): Promise<void> {
  const answer = await sim.staff('GET /api/place-links')
  const shown: { id: string; places: number; used: number }[] = await answer.json()
  const expected = [...sim.model.links.values()].map((link) => [link.id, link.places, usedOf(sim.model, link)])
  expect(shown.map(({ id, places, used }) => [id, places, used]).toSorted()).toEqual(expected.toSorted())
}

export async function trash(sim: Simulation): Promise<void> {
  const person = anybody(sim)
  if (!person) return
  note(sim, `${person.name}, ${person.state}, goes to the trash`)
  expect((await sim.staff(`DELETE /api/registrations/${sim.idOf(person.name)}`)).status).toBe(200)
  sim.model.trash.set(person.name, person)
  remove(sim.model, person.name)
  count(sim, 'trashed')
  check(sim)
}

export async function restore(sim: Simulation): Promise<void> {
  const { model, random, app } = sim
  const person = random.pick([...model.trash.values()])
  if (!person) return
  const { name } = person
  const id = app.db.prepare("SELECT id FROM trash WHERE row ->> 'name' = ?").pluck().get(name)
  note(sim, `${name}, ${person.state}, comes back from the trash`)
  const answer = await sim.staff(`POST /api/trash/${id}/restore`)
  const link = person.link === null ? undefined : model.links.get(person.link)
  const linkId = link && unusedOf(model, link) > 0 ? link.id : null
  const isOut = person.state === 'cancelled' || person.state === 'passed'
  const free = linkId === null ? seatFor(model) : 'registered'
  // People who lost their place still have to say that they come.
  const isStillLost = person.state === 'lost' && free === 'waiting'
  const seat = isOut || isStillLost ? person.state : free
  const isTaken = seat === 'full' || model.people.has(name)
  expect(answer.status, `the answer when ${name} is restored`).toBe(isTaken ? 409 : 200)
  if (!isTaken) {
    model.trash.delete(name)
    model.people.set(name, person)
    become(model, person, seat, linkId)
    count(sim, 'restored')
  }
  check(sim)
}

export async function erase(sim: Simulation): Promise<void> {
  const person = anybody(sim)
  if (!person) return
  note(sim, `${person.name}, ${person.state}, is erased`)
  expect((await sim.staff(`DELETE /api/registrations/${sim.idOf(person.name)}/data`)).status).toBe(200)
  forget(sim, person.name)
  check(sim)
}

export async function addByHand(sim: Simulation): Promise<void> {
  const { model, random } = sim
  const name = newName(sim)
  if (!name) return
  const over = random.chance(0.15)
  note(sim, `${name} is added by hand${over ? ' above the capacity' : ''}`)
  const answer = await sim.staff('POST /api/registrations/by-hand', { name, email: emailOf(name), ...(over && { over }) })
  const seat = over ? 'registered' : seatFor(model)
  expect(answer.status).toBe(seat === 'full' ? 409 : 201)
  if (seat !== 'full') {
    if (over && freeIn(model) <= 0) sim.givenCount += 1
    become(model, enter(model, name, Date.now()), seat)
    count(sim, 'people')
    count(sim, 'by hand')
  }
  check(sim)
}

export async function giveSeat(sim: Simulation): Promise<void> {
  const { model, random } = sim
  const person = pickIn(sim, 'waiting', 'lost', 'cancelled', 'passed')
  if (!person) return
  const over = random.chance(0.15)
  note(sim, `${person.name}, ${person.state}, gets a place by hand${over ? ' above the capacity' : ''}`)
  const answer = await sim.staff(`POST /api/registrations/${sim.idOf(person.name)}/seat`, over ? { over } : {})
  const mayGive = over || freeIn(model) > 0
  expect(answer.status).toBe(mayGive ? 200 : 409)
  if (mayGive) {
    if (freeIn(model) <= 0) sim.givenCount += 1
    become(model, person, 'registered')
    count(sim, 'by hand')
  }
  check(sim)
}

/** A person with a place goes to the front of the line only if more people have places than there are. */
export async function moveToLine(sim: Simulation): Promise<void> {
  const { model } = sim
  const person = pickIn(sim, 'registered')
  if (!person) return
  note(sim, `${person.name} is moved to the line`)
  const answer = await sim.staff(`PUT /api/registrations/${sim.idOf(person.name)}`, { status: 'waitlisted' })
  const mayMove = freeIn(model) < 0
  expect(answer.status).toBe(mayMove ? 200 : 409)
  if (mayMove) {
    become(model, person, 'waiting')
    model.line = [person.name, ...model.line.filter((name) => name !== person.name)]
    fill(model)
  }
  check(sim)
}

export async function cancelByStaff(sim: Simulation): Promise<void> {
  const person = pickIn(sim, 'registered', 'waiting', 'lost')
  if (!person) return
  note(sim, `${person.name}, ${person.state}, is cancelled by staff`)
  const answer = await sim.staff(`PUT /api/registrations/${sim.idOf(person.name)}`, { status: 'cancelled' })
  expect(answer.status).toBe(200)
  leave(sim.model, person)
  count(sim, 'by hand')
  check(sim)
}
