import { expect, test } from 'vitest'
import type { DoorPerson } from '../../data/door/schema.ts'
import { hasFreePlace } from '../attendees/free-place.ts'
import { answerFor, timesIn } from './answer.ts'

const person: DoorPerson = {
  ...{ id: 'a', name: 'Persona a', company: '', status: 'registered', arrivedAt: null, door: null, ticket: 'ticket-a' },
}

test('the answer to a ticket shows if the person enters, waits, has cancelled or is already in', () => {
  const timeOf = timesIn('America/Guatemala')
  const answered = (more: Partial<DoorPerson>) => {
    const { kind, text } = answerFor({ ...person, ...more }, timeOf)
    return [kind, text]
  }
  const arrivedAt = '2026-11-21T14:14:00.000Z'
  expect(answered({})).toEqual(['in', ''])
  expect(answered({ status: 'waitlisted' })).toEqual(['waiting', 'Está en lista de espera.'])
  expect(answered({ arrivedAt, door: 'la puerta 2' })).toEqual(['already', 'Ya entró a las 8:14 por la puerta 2.'])
  expect(answered({ arrivedAt, status: 'waitlisted' })).toEqual(['already', 'Ya entró a las 8:14.'])
  expect(answered({ arrivedAt, status: 'cancelled' })[0]).toBe('cancelled')
  expect(answered({ status: 'cancelled', isPassedOn: true })).toEqual(['cancelled', 'Pasó a otra persona.'])
})

test('for a person who did not confirm in time, the phone at the door shows if a seat is free', () => {
  const unconfirmed = { ...person, status: 'waitlisted', isUnconfirmed: true } as const
  const timeOf = timesIn('America/Guatemala')
  const texts = [true, false].map((isFree) => answerFor(unconfirmed, timeOf, () => isFree).text)
  expect(texts).toEqual(['No confirmó; hay lugar.', 'No confirmó; espera un momento.'])
  expect(answerFor({ ...unconfirmed, status: 'registered' }, timeOf, () => false).kind).toBe('in')
})

test('seats of people who have not arrived become free when the event starts', () => {
  const places = { capacity: 10, start: '2026-11-21T14:00:00.000Z' }
  const counts = { takenCount: 10, arrived: 4 }
  const free = [-1, 0].map((ms) => hasFreePlace(places, counts, Date.parse(places.start) + ms))
  expect(free).toEqual([false, true])
  expect(hasFreePlace(places, { ...counts, takenCount: 9 }, 0)).toBe(true)
})
