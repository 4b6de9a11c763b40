import { expect, test } from 'vitest'
import type { DoorPerson } from '../../data/door/schema.ts'
import { answerFor, timesIn } from './answer.ts'

const person: DoorPerson = {
  ...{ id: 'a', name: 'Persona a', company: '', status: 'registered', arrivedAt: null, door: null, ticket: 'ticket-a' },
}

test('the answer to a scanned ticket shows an earlier arrival and its door', () => {
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
})
