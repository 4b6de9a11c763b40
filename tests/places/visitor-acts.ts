/** What people do with their places. Each act does the same in the product and in the model. */
import { expect } from 'vitest'
import { call } from '../../api/testing.ts'
import { check, count, emailOf, newName, note, pickIn, type Simulation } from './conference.ts'
import {
  accept,
  become,
  confirm,
  enter,
  freeIn,
  isLinkOpen,
  type Link,
  leave,
  mayPass,
  type Offer,
  offerMs,
  type Person,
  pendingOffer,
  peopleIn,
  remove,
  type State,
  seatFor,
} from './model.ts'

const noSeat: readonly State[] = ['cancelled', 'passed']

/** Registers in the model. Returns the answer that the product has to give, which is the same for a known person. */
function registerInModel(sim: Simulation, name: string): 'registered' | 'waitlisted' | 'full' {
  const { model } = sim
  const seat = seatFor(model)
  const known = model.people.get(name)
  if (seat !== 'full' && (!known || noSeat.includes(known.state))) {
    become(model, known ?? enter(model, name, Date.now()), seat)
    count(sim, known ? 'came back' : 'people')
    count(sim, seat === 'registered' ? 'registered at once' : 'waited')
  }
  return seat === 'waiting' ? 'waitlisted' : seat
}

/** All send the form in the same moment. */
export async function burst(sim: Simulation, size: number): Promise<void> {
  const names = Array.from({ length: size }, () => newName(sim)).filter((name) => name !== null)
  const [first] = names
  // Somebody presses the button twice.
  if (first && sim.random.chance(0.1)) names.push(first)
  const answers = await Promise.all(
    names.map((name) => call(sim.app, 'POST /api/registrations', { json: { name, email: emailOf(name) } })),
  )
  const told = await Promise.all(answers.map((answer) => answer.json()))
  note(sim, `${names.length} register, ${names[0]} to ${names.at(-1)}`)
  for (const [index, name] of names.entries()) {
    const outcome = registerInModel(sim, name)
    expect(told[index]?.status ?? told[index]?.reason, `what ${name} is told`).toBe(outcome)
  }
  check(sim)
}

export async function registerAgain(sim: Simulation): Promise<void> {
  const person = sim.random.chance(0.7) ? pickIn(sim, 'cancelled', 'passed') : sim.random.pick([...sim.model.people.values()])
  if (!person || person.isWalkIn) return
  note(sim, `${person.name}, ${person.state}, registers again`)
  const answer = await call(sim.app, 'POST /api/registrations', { json: { name: person.name, email: emailOf(person.name) } })
  const told = await answer.json()
  expect(told.status ?? told.reason).toBe(registerInModel(sim, person.name))
  check(sim)
}

/** Some of these people are new, others wait, have a place or have cancelled. */
export async function registerByLink(sim: Simulation, size: number): Promise<void> {
  const { model, random } = sim
  const link = random.pick([...model.links.values()])
  if (!link) return
  const names = new Set(
    Array.from({ length: size }, () =>
      random.chance(0.7)
        ? newName(sim)
        : (random.pick([...model.people.values()].filter(({ isWalkIn }) => !isWalkIn))?.name ?? null),
    ).filter((name) => name !== null),
  )
  note(sim, `${[...names].join(', ')} register with link ${link.id}`)
  const path = `/registro/cupo/${link.token}`
  const answers = await Promise.all([...names].map((name) => sim.post(path, { name, email: emailOf(name) })))
  for (const [index, name] of [...names].entries()) {
    const isTaken = takeFromLink(sim, link, name)
    expect(answers[index]?.status, `the answer to ${name}`).toBe(isTaken ? 303 : 409)
  }
  check(sim)
}

function takeFromLink(sim: Simulation, link: Link, name: string): boolean {
  const { model } = sim
  if (!isLinkOpen(model, link, Date.now())) return false
  const known = model.people.get(name)
  if (known?.state === 'registered') return true
  if (!known) count(sim, 'people')
  become(model, known ?? enter(model, name, Date.now()), 'registered', link.id)
  count(sim, 'links used')
  return true
}

export async function cancel(sim: Simulation): Promise<void> {
  const person = sim.random.chance(0.7) ? pickIn(sim, 'registered') : pickIn(sim, 'waiting', 'lost')
  if (!person || person.isWalkIn) return
  await cancelOf(sim, person)
  check(sim)
}

export async function cancelOf(sim: Simulation, person: Person): Promise<void> {
  note(sim, `${person.name}, ${person.state}, cancels`)
  const answer = await sim.post(`/registro/${sim.tokenOf(person.name)}/cancelar`)
  expect(answer.status).toBe(303)
  count(sim, 'cancelled')
  const before = peopleIn(sim.model, 'waiting').length
  leave(sim.model, person)
  count(sim, 'moved up', Math.max(0, before - peopleIn(sim.model, 'waiting').length))
}

/** People answer the question of the mail, or open the page and say that they come without being asked. */
export async function answerAsk(sim: Simulation, size: number): Promise<void> {
  const { model, random } = sim
  const asked = peopleIn(model, 'registered').filter(({ ask, isConfirmed }) => ask !== null && !isConfirmed)
  for (const person of random.shuffled(asked).slice(0, size)) {
    if (person.state !== 'registered') continue
    if (random.chance(0.15)) await cancelOf(sim, person)
    else await going(sim, person)
  }
  check(sim)
}

export async function comeBack(sim: Simulation): Promise<void> {
  const person = sim.random.chance(0.8) ? pickIn(sim, 'lost') : pickIn(sim, 'registered', 'waiting', 'cancelled', 'passed')
  if (!person || person.isWalkIn) return
  const wasLost = person.state === 'lost'
  await going(sim, person)
  if (wasLost) count(sim, isSeated(person) ? 'came back to a place' : 'came back to the line')
  check(sim)
}

const isSeated = ({ state }: Person) => state === 'registered'

async function going(sim: Simulation, person: Person): Promise<void> {
  note(sim, `${person.name}, ${person.state}, says that they come`)
  const answer = await sim.post(`/registro/${sim.tokenOf(person.name)}/voy`)
  expect(answer.status).toBe(303)
  confirm(sim.model, person)
  count(sim, 'said that they come')
}

export async function offer(sim: Simulation): Promise<void> {
  const { model, random, app } = sim
  const giver = random.chance(0.9) ? pickIn(sim, 'registered') : random.pick([...model.people.values()])
  if (!giver || giver.isWalkIn) return
  const known = random.pick([...model.people.values()].filter(({ isWalkIn }) => !isWalkIn))?.name
  const to = (random.chance(0.5) ? newName(sim) : null) ?? known
  if (!to) return
  const now = Date.now()
  note(sim, `${giver.name}, ${giver.state}, offers the place to ${to}`)
  const answer = await sim.post(`/registro/${sim.tokenOf(giver.name)}/pasar`, { name: to, email: emailOf(to) })
  const givenCount = model.offers.filter((each) => each.giver === giver.name).length
  const mayOffer = mayPass(model, giver, now) && !pendingOffer(model, giver.name, now) && givenCount < 3 && to !== giver.name
  expect(answer.status, 'the answer to an offer').toBe(mayOffer ? 303 : 409)
  if (mayOffer) {
    const token = app.db.prepare('SELECT token FROM transfers WHERE registration = ? AND endedAt IS NULL AND until > ?')
    const until = Math.min(now + offerMs, model.transferUntil ?? 0)
    const stored = String(token.pluck().get(sim.idOf(giver.name), new Date(now).toISOString()))
    model.offers.push({ token: stored, giver: giver.name, to, until, state: 'open' })
    count(sim, 'offers')
  }
  check(sim)
}

/** Also tries offers that are over. */
export async function answerOffer(sim: Simulation): Promise<void> {
  const { model, random } = sim
  const now = Date.now()
  const open = model.offers.filter(({ state, until }) => state === 'open' && until > now)
  const chosen = random.chance(0.85) ? random.pick(open) : random.pick(model.offers)
  if (!chosen) return
  const act = random.weighted([
    [0.7, acceptOffer],
    [0.2, refuseOffer],
    [0.1, withdraw],
  ])
  await act(sim, chosen)
  check(sim)
}

async function acceptOffer(sim: Simulation, offered: Offer): Promise<void> {
  const { model } = sim
  const now = Date.now()
  note(sim, `${offered.to} accepts the place of ${offered.giver}, an offer that is ${offered.state}`)
  const answer = await sim.post(`/registro/pase/${offered.token}`)
  const receiver = model.people.get(offered.to)
  const isOpen = offered.state === 'open' && offered.until > now && mayPass(model, model.people.get(offered.giver), now)
  const mayAccept = isOpen && receiver?.state !== 'registered'
  expect([answer.status, answer.headers.get('Location')?.endsWith('#aceptado')]).toEqual([303, mayAccept])
  if (!mayAccept) return
  const freeBefore = freeIn(model)
  accept(model, offered, now)
  if (!receiver) count(sim, 'people')
  count(sim, 'passed on')
  expect(freeIn(model)).toBe(freeBefore)
}

async function refuseOffer(sim: Simulation, offered: Offer): Promise<void> {
  note(sim, `${offered.to} refuses the place of ${offered.giver}`)
  expect((await sim.post(`/registro/pase/${offered.token}/no`)).status).toBe(303)
  if (offered.state === 'accepted') return
  offered.state = 'refused'
  count(sim, 'offers refused')
}

async function withdraw(sim: Simulation, offered: Offer): Promise<void> {
  note(sim, `${offered.giver} withdraws the offer`)
  expect((await sim.post(`/registro/${sim.tokenOf(offered.giver)}/no-pasar`)).status).toBe(303)
  for (const each of sim.model.offers) if (each.giver === offered.giver && each.state === 'open') each.state = 'ended'
}

export async function eraseOwn(sim: Simulation): Promise<void> {
  const person = sim.random.pick([...sim.model.people.values()])
  if (!person || person.isWalkIn) return
  note(sim, `${person.name}, ${person.state}, erases their data`)
  expect((await sim.post(`/registro/${sim.tokenOf(person.name)}/borrar`)).status).toBe(303)
  forget(sim, person.name)
  check(sim)
}

/** Offers to an erased address are erased too. */
export function forget(sim: Simulation, name: string): void {
  const { model } = sim
  model.offers = model.offers.filter(({ to }) => to !== name)
  model.trash.delete(name)
  remove(model, name)
  sim.mails.forget(name)
  count(sim, 'erased')
}
