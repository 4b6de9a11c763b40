import type { DoorPerson } from '../../../data/door/schema.ts'
import type { DoorSession } from '../../../data/seats/schema.ts'
import { minuteMs } from '../../../data/time.ts'
import { type SeatCounts, seatIn } from '../../attendees/session-seats.ts'
import { type Answer, cancelledAnswer } from '../answer.ts'

/** `timeMs` is the server's time. */
type Standing = { session: DoorSession; counts: SeatCounts; timeMs: number; timeOf(at: string): string }

function isReleased({ start, releaseAfter }: DoorSession, timeMs: number): boolean {
  return releaseAfter !== null && timeMs >= Date.parse(start) + releaseAfter * minuteMs
}

export function freeSeats({ session, counts, timeMs }: Omit<Standing, 'timeOf'>): number {
  const { seated, arrived, arrivedWithoutSeat } = counts
  const takenCount = isReleased(session, timeMs) ? arrived : seated + arrivedWithoutSeat
  return Math.max(0, session.capacity - takenCount)
}

/** `person` is the person's state before this arrival. */
export function sessionAnswer(person: DoorPerson, standing: Standing): Answer {
  const { session, timeMs, timeOf } = standing
  const { status = 'none', arrivedAt = null } = seatIn(person, session.id) ?? {}
  if (person.status === 'cancelled') return cancelledAnswer(person)
  if (arrivedAt) return { kind: 'already', word: 'Ya entró', text: `Ya entró a las ${timeOf(arrivedAt)}.`, person }
  const free = freeSeats(standing)
  const areReleased = isReleased(session, timeMs)
  if (status === 'seated' && (!areReleased || free > 0)) return { kind: 'in', word: 'Adelante', text: '', person }
  if (status === 'waiting' && areReleased && free > 0)
    return { kind: 'in', word: 'Adelante', text: 'Esperaba, y hay un lugar libre.', person }
  const texts = {
    seated: 'Llegó tarde: su lugar ya se liberó.',
    waiting: 'Está en la lista de espera de esta sesión.',
    none: 'No eligió esta sesión.',
  }
  const word = status === 'waiting' ? 'En espera' : status === 'seated' ? 'Sin lugar' : 'No la eligió'
  return { kind: 'waiting', word, text: `${texts[status]} ${freeText(free)}`, person }
}

function freeText(free: number): string {
  if (free === 0) return 'No quedan lugares libres.'
  return free === 1 ? 'Queda 1 lugar libre.' : `Quedan ${free} lugares libres.`
}
