import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { movedSentence } from './moved-sentence.ts'

const rooms = [
  { id: 'c', name: 'Ceiba' },
  { id: 'j', name: 'Jade' },
]
const talk = (title: string, startTime: string, scenarioId: string, day = '') =>
  ({ title, startTime, endTime: '', scenarioId, day }) as AgendaEvent
const said = (...moves: Parameters<typeof movedSentence>[0]) => movedSentence(moves, rooms, '2026-11-20')

test('what was moved is named with the time and the room that it has now, with the day where that is another', () => {
  const [one, other] = [talk('Redes', '09:00', 'c'), talk('Nubes', '11:00', 'j')]
  expect(said({ event: one, to: { startTime: '09:30', endTime: '10:00' } })).toBe('«Redes»: 09:30–10:00, Ceiba.')
  expect(
    said(
      { event: one, to: { startTime: '11:00', scenarioId: 'j' } },
      { event: other, to: { startTime: '09:00', scenarioId: 'c' } },
    ),
  ).toBe('«Redes»: 11:00, Jade. «Nubes»: 09:00, Ceiba.')
  expect(said({ event: one, to: { day: '2026-11-21' } })).toBe('«Redes»: sáb 21, 09:00, Ceiba.')
  expect(said({ event: talk('Café', '10:00', ''), to: { startTime: '10:15' } })).toBe('«Café»: 10:15.')
})

test('of many it is said how many they are', () => {
  const moves = ['A', 'B', 'C', 'D'].map((title) => ({ event: talk(title, '09:00', 'c'), to: { startTime: '10:00' } }))
  expect(said(...moves)).toBe('Se movieron 4 eventos.')
})
