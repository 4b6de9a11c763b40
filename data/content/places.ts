import type { Content } from './schema.ts'

export type Places = Content['places']

export type Seat = 'registered' | 'waitlisted'

export type Closed = 'not-open' | 'closed' | 'over' | 'full'

export function seatAt(places: Places, registered: number, at: string, isOver: boolean): Seat | Closed {
  if (isOver) return 'over'
  if (places.opensAt !== '' && at < places.opensAt) return 'not-open'
  if (places.closesAt !== '' && at >= places.closesAt) return 'closed'
  return seat(places, registered)
}

/** Used for the conference and for sessions. Ignores opening and closing times, because staff may register people at any time. */
export function seat({ capacity, waitlist }: Pick<Places, 'capacity' | 'waitlist'>, registered: number): Seat | 'full' {
  if (capacity === null || registered < capacity) return 'registered'
  return waitlist ? 'waitlisted' : 'full'
}

/** Free seats of a session, as visitors see them. */
export type Availability = 'open' | 'last-places' | 'waiting-list' | 'full'

export type Offer = {
  state: 'open' | 'last-places' | 'waiting-list' | Closed
  opensAt: string
  mayWait: boolean
}

export const isAccepting = ({ state }: Offer): boolean => ['open', 'last-places', 'waiting-list'].includes(state)

export const openToAll: Offer = { state: 'open', opensAt: '', mayWait: false }

export const overForAll: Offer = { state: 'over', opensAt: '', mayWait: false }

export function offerOf(places: Places, registered: number, at: string, isOver: boolean): Offer {
  const { capacity, waitlist } = places
  const answer = seatAt(places, registered, at, isOver)
  const isScarce = capacity !== null && (capacity - registered) * 10 <= capacity
  const state = answer === 'waitlisted' ? 'waiting-list' : answer !== 'registered' ? answer : isScarce ? 'last-places' : 'open'
  return { state, opensAt: answer === 'not-open' ? places.opensAt : '', mayWait: capacity !== null && waitlist }
}
