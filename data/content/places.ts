/** Whether there is a place for somebody who comes now. Pure functions: the caller reads and writes. */
import type { Content } from './schema.ts'

export type Places = Content['places']

/** Where somebody new would stand: with a place, or waiting for one. */
export type Seat = 'registered' | 'waitlisted'

/** Why nobody is taken: it opens later, it was closed, the conference is over, or there is neither a place nor a waiting list. */
export type Closed = 'not-open' | 'closed' | 'over' | 'full'

/**
 * What a visitor who registers at `at` (ISO 8601 in UTC) is told, while `registered` people have a place. `isOver` says whether
 * the conference is.
 */
export function seatAt(places: Places, registered: number, at: string, isOver: boolean): Seat | Closed {
  if (isOver) return 'over'
  if (places.opensAt !== '' && at < places.opensAt) return 'not-open'
  if (places.closesAt !== '' && at >= places.closesAt) return 'closed'
  return seat(places, registered)
}

/** The same for somebody whom staff bring: they may while it is closed. */
export function seat({ capacity, waitlist }: Places, registered: number): Seat | 'full' {
  if (capacity === null || registered < capacity) return 'registered'
  return waitlist ? 'waitlisted' : 'full'
}

/** What the page says of registering. `opensAt` is empty unless it is still to open. */
export type Offer = {
  state: 'open' | 'last-places' | 'waiting-list' | Closed
  opensAt: string
  /** Whether somebody who registers may be told that they wait. */
  mayWait: boolean
}

/** Whether whoever registers now is taken, with a place or waiting for one. */
export const takesPeople = ({ state }: Offer): boolean => ['open', 'last-places', 'waiting-list'].includes(state)

/** Whoever comes is registered. */
export const openToAll: Offer = { state: 'open', opensAt: '', mayWait: false }

/** Nobody is taken any more: the conference is over. */
export const overForAll: Offer = { state: 'over', opensAt: '', mayWait: false }

/** What the page says at `at` (ISO 8601 in UTC): 'last-places' when a tenth of them or less is free. */
export function offerOf(places: Places, registered: number, at: string, isOver: boolean): Offer {
  const { capacity, waitlist } = places
  const answer = seatAt(places, registered, at, isOver)
  const isScarce = capacity !== null && (capacity - registered) * 10 <= capacity
  const state = answer === 'waitlisted' ? 'waiting-list' : answer !== 'registered' ? answer : isScarce ? 'last-places' : 'open'
  return { state, opensAt: answer === 'not-open' ? places.opensAt : '', mayWait: capacity !== null && waitlist }
}
