/**
 * Says who has a place, in the simplest words that the promises allow. Shares no code with the product. Times are Unix
 * milliseconds. All functions change the model that they get.
 */
import { dayMs, hourMs } from '../../data/time.ts'

/** 'lost': waits, because the person did not answer. 'passed': somebody else has the place. */
export type State = 'registered' | 'waiting' | 'lost' | 'cancelled' | 'passed'

export type Person = {
  name: string
  state: State
  /** The link whose share the place belongs to. */
  link: string | null
  isConfirmed: boolean
  isWalkIn: boolean
  /** The last question whether the person comes, since the person has this place. */
  ask: { at: number; sentAt: number | null } | null
  registeredAt: number
  hasCome: boolean
}

export type Link = { id: string; token: string; places: number; until: number; isOver: boolean }

export type Offer = { token: string; giver: string; to: string; until: number; state: 'open' | 'ended' | 'accepted' | 'refused' }

export type Settings = {
  capacity: number
  hasLine: boolean
  start: number
  confirmBy: number | null
  transferUntil: number | null
  askDays: number[]
}

export type Model = Settings & {
  people: Map<string, Person>
  trash: Map<string, Person>
  /** Names of people who wait, first in line first. */
  line: string[]
  links: Map<string, Link>
  offers: Offer[]
  asked: Set<number>
}

export const answerMs = 12 * hourMs
export const offerMs = 48 * hourMs

export const newModel = (settings: Settings): Model => ({
  ...settings,
  ...{ people: new Map(), trash: new Map(), line: [], links: new Map(), offers: [], asked: new Set() },
})

export const peopleIn = (model: Model, ...states: State[]): Person[] =>
  [...model.people.values()].filter(({ state }) => states.includes(state))

export const holders = (model: Model): Person[] => peopleIn(model, 'registered').filter(({ isWalkIn }) => !isWalkIn)

export const usedOf = (model: Model, { id }: Link): number =>
  peopleIn(model, 'registered').filter(({ link }) => link === id).length

export const unusedOf = (model: Model, link: Link): number => (link.isOver ? 0 : Math.max(0, link.places - usedOf(model, link)))

/** Places that nobody holds and no link keeps. Negative if the organiser gave more places than there are. */
export function freeIn({ capacity, people, links }: Model): number {
  const used = new Map<string, number>()
  let heldCount = 0
  for (const { state, isWalkIn, link } of people.values()) {
    if (state !== 'registered') continue
    if (!isWalkIn) heldCount += 1
    if (link !== null) used.set(link, (used.get(link) ?? 0) + 1)
  }
  for (const { id, places, isOver } of links.values()) if (!isOver) heldCount += Math.max(0, places - (used.get(id) ?? 0))
  return capacity - heldCount
}

export const isLinkOpen = (model: Model, link: Link, now: number): boolean =>
  !link.isOver && link.until > now && usedOf(model, link) < link.places

export function enter(model: Model, name: string, now: number): Person {
  const person: Person = { name, state: 'cancelled', link: null, isConfirmed: false, ...nobody, registeredAt: now }
  model.people.set(name, person)
  return person
}

const nobody = { isWalkIn: false, ask: null, hasCome: false }

export function become(model: Model, person: Person, state: State, link: string | null = null): void {
  const hadPlace = person.state === 'registered'
  model.line = model.line.filter((name) => name !== person.name)
  if (state === 'waiting' || state === 'lost') model.line.push(person.name)
  Object.assign(person, { state, link: state === 'registered' ? link : null, ask: null })
  if (state !== 'registered') person.isConfirmed = false
  if (hadPlace && state !== 'registered') endOffers(model, person.name)
}

export function endOffers(model: Model, giver: string): void {
  for (const offer of model.offers) if (offer.giver === giver && offer.state === 'open') offer.state = 'ended'
}

/** Gives free places to the people who wait, in their order. People who lost their place first have to say that they come. */
export function fill(model: Model): void {
  for (const name of [...model.line]) {
    const person = model.people.get(name)
    if (freeIn(model) <= 0) return
    if (person?.state === 'waiting') become(model, person, 'registered')
  }
}

/** What somebody without a place gets at this moment. */
export const seatFor = (model: Model): 'registered' | 'waiting' | 'full' =>
  freeIn(model) > 0 ? 'registered' : model.hasLine ? 'waiting' : 'full'

export function leave(model: Model, person: Person, state: 'cancelled' | 'passed' = 'cancelled'): void {
  become(model, person, state)
  fill(model)
}

export function remove(model: Model, name: string): void {
  model.people.delete(name)
  model.line = model.line.filter((each) => each !== name)
  model.offers = model.offers.filter(({ giver }) => giver !== name)
  fill(model)
}

export function confirm(model: Model, person: Person): void {
  if (person.state === 'registered') person.isConfirmed = true
  if (person.state !== 'lost') return
  person.state = 'waiting'
  fill(model)
  person.isConfirmed = stateOf(person) === 'registered'
}

const stateOf = ({ state }: Person): State => state

export const pendingOffer = (model: Model, giver: string, now: number): Offer | undefined =>
  model.offers.find((offer) => offer.giver === giver && offer.state === 'open' && offer.until > now)

export const mayPass = (model: Model, person: Person | undefined, now: number): person is Person =>
  person?.state === 'registered' &&
  !person.isWalkIn &&
  !person.hasCome &&
  model.transferUntil !== null &&
  now < model.transferUntil

export function accept(model: Model, offer: Offer, now: number): void {
  const giver = model.people.get(offer.giver)
  if (!giver) throw new Error('nobody gives this place')
  const { link } = giver
  const receiver = model.people.get(offer.to) ?? enter(model, offer.to, now)
  offer.state = 'accepted'
  become(model, receiver, 'registered', link)
  receiver.isConfirmed = true
  leave(model, giver, 'passed')
}

/** What the jobs do at this moment. Shares that are over come first, so that nobody loses a place while one is free. */
export function passTime(model: Model, now: number, idOf: (name: string) => string): void {
  for (const link of model.links.values()) if (link.until <= now) link.isOver = true
  fill(model)
  ask(model, now)
  release(model, now, idOf)
}

function ask(model: Model, now: number): void {
  for (const days of model.askDays.toSorted((a, b) => a - b)) {
    const due = model.start - days * dayMs
    if (model.asked.has(days) || now < due || now >= (model.confirmBy ?? model.start)) continue
    model.asked.add(days)
    for (const person of holders(model)) {
      const wasAsked = person.ask !== null && person.ask.at >= due - answerMs
      if (!person.isConfirmed && !wasAsked && person.registeredAt < due) person.ask = { at: now, sentAt: null }
    }
  }
}

export const isSilent = (model: Model, person: Person, now: number): boolean =>
  !person.isConfirmed &&
  !person.hasCome &&
  person.ask !== null &&
  person.ask.sentAt !== null &&
  person.ask.sentAt <= now - answerMs &&
  // The place would go back to the link, not to the person who waits.
  (person.link === null || model.links.get(person.link)?.isOver !== false) &&
  pendingOffer(model, person.name, now) === undefined

function release(model: Model, now: number, idOf: (name: string) => string): void {
  if (model.confirmBy === null || now < model.confirmBy || now >= model.start) return
  const waiting = model.line.flatMap((name) => model.people.get(name) ?? []).filter(({ state }) => state === 'waiting')
  const silent = holders(model)
    .filter((person) => isSilent(model, person, now))
    .toSorted((a, b) => b.registeredAt - a.registeredAt || (idOf(a.name) < idOf(b.name) ? 1 : -1))
  for (const [index, successor] of waiting.slice(0, silent.length).entries()) {
    const person = silent[index]
    if (!person) return
    become(model, person, 'lost')
    become(model, successor, 'registered')
  }
}
