import { expect, test } from 'vitest'
import type { DoorPerson } from '../../../data/door/schema.ts'
import type { DoorSeat } from '../../../data/seats/schema.ts'
import { seatCounts } from '../../attendees/session-seats.ts'
import { timesIn } from '../answer.ts'
import { sessionAnswer } from './session-answer.ts'

const start = '2026-11-21T15:00:00.000Z'
const session = { id: 's', title: 'Taller', room: '', start, end: '2026-11-21T16:00:00.000Z', capacity: 2, releaseAfter: 10 }
const early = Date.parse(start)
const late = early + 10 * 60_000

const person = (id: string, seat?: Partial<DoorSeat>, more: Partial<DoorPerson> = {}): DoorPerson => ({
  ...{ id, name: id, company: '', status: 'registered', arrivedAt: null, door: null, ticket: id },
  ...(seat && { sessions: [{ id: 's', status: 'seated', arrivedAt: null, ...seat }] }),
  ...more,
})
const [seated, waiting, none] = [person('a', {}), person('w', { status: 'waiting' }), person('n')]

function answer(to: DoorPerson, others: DoorPerson[], timeMs: number, about = session) {
  const counts = seatCounts([to, ...others], 's')
  const { kind, text } = sessionAnswer(to, { session: about, counts, timeMs, timeOf: timesIn('America/Guatemala') })
  return [kind, text]
}

test('before a session starts, people with a seat enter, and others see the free seats', () => {
  expect(answer(seated, [waiting], early)).toEqual(['in', ''])
  expect(answer(waiting, [seated, person('b', {})], early)).toEqual([
    'waiting',
    'Está en la lista de espera de esta sesión. No quedan lugares libres.',
  ])
  expect(answer(none, [seated], early)).toEqual(['waiting', 'No eligió esta sesión. Queda 1 lugar libre.'])
  expect(answer(none, [person('b', { status: 'none', arrivedAt: start })], early)[1]).toContain('Queda 1 lugar libre.')
  expect(answer(person('c', {}, { status: 'cancelled' }), [], early)[0]).toBe('cancelled')
  expect(answer(person('c', { arrivedAt: start }), [], early)).toEqual(['already', 'Ya entró a las 9:00.'])
})

test('after the release of unused seats, waiting people enter until the room is full', () => {
  const here = (id: string) => person(id, { status: 'waiting', arrivedAt: start })
  expect(answer(waiting, [seated, person('b', {})], late)).toEqual(['in', 'Esperaba, y hay un lugar libre.'])
  expect(answer(waiting, [seated, here('x')], late)[0]).toBe('in')
  expect(answer(waiting, [seated, here('x'), here('y')], late)[0]).toBe('waiting')
  expect(answer(seated, [here('x')], late)[0]).toBe('in')
  expect(answer(seated, [here('x'), here('y')], late)).toEqual([
    'waiting',
    'Llegó tarde: su lugar ya se liberó. No quedan lugares libres.',
  ])
  expect(answer(none, [seated], late)).toEqual(['waiting', 'No eligió esta sesión. Quedan 2 lugares libres.'])
  expect(answer(waiting, [seated, person('b', {})], late, { ...session, releaseAfter: null } as never)[0]).toBe('waiting')
})
