import type { DoorPerson } from '../../data/door/schema.ts'
import type { DoorSeat } from '../../data/seats/schema.ts'

export type SeatCounts = { seated: number; arrived: number; arrivedWithoutSeat: number }

export const seatIn = ({ sessions = [] }: DoorPerson, session: string): DoorSeat | undefined =>
  sessions.find(({ id }) => id === session)

/** `session` is empty at the conference's door. */
export function arrivalAt(person: DoorPerson, session: string): string | null {
  return session === '' ? person.arrivedAt : (seatIn(person, session)?.arrivedAt ?? null)
}

export function withSessionArrival(person: DoorPerson, session: string, arrivedAt: string | null): DoorPerson {
  const seat = seatIn(person, session) ?? { id: session, status: 'none', arrivedAt: null }
  const others = (person.sessions ?? []).filter(({ id }) => id !== session)
  const hasSeat = seat.status !== 'none' || arrivedAt !== null
  return { ...person, sessions: hasSeat ? [...others, { ...seat, arrivedAt }] : others }
}

export function seatCounts(people: Iterable<DoorPerson>, session: string): SeatCounts {
  const counts = { seated: 0, arrived: 0, arrivedWithoutSeat: 0 }
  for (const person of people) {
    const seat = seatIn(person, session)
    if (!seat) continue
    if (seat.status === 'seated') counts.seated++
    if (seat.arrivedAt === null) continue
    counts.arrived++
    if (seat.status !== 'seated') counts.arrivedWithoutSeat++
  }
  return counts
}
