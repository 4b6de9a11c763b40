import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { movedSentence } from './moved-sentence.ts'

const rooms = [
  { id: 'c', name: 'Ceiba' },
  { id: 'j', name: 'Jade' },
]
const talk = (title: string, startTime: string, scenarioId: string, day = '') =>
  ({ title, startTime, endTime: '', scenarioId, day }) as AgendaEvent
const sentenceOf = (...moves: Parameters<typeof movedSentence>[0]) => movedSentence(moves, rooms, '2026-11-20')

test('describes moved sessions by their new time, room and, if it changed, day', () => {
  const [networks, clouds] = [talk('Redes', '09:00', 'c'), talk('Nubes', '11:00', 'j')]
  expect(sentenceOf({ event: networks, to: { startTime: '09:30', endTime: '10:00' } })).toBe('«Redes»: 09:30–10:00, Ceiba.')
  expect(
    sentenceOf(
      { event: networks, to: { startTime: '11:00', scenarioId: 'j' } },
      { event: clouds, to: { startTime: '09:00', scenarioId: 'c' } },
    ),
  ).toBe('«Redes»: 11:00, Jade. «Nubes»: 09:00, Ceiba.')
  expect(sentenceOf({ event: networks, to: { day: '2026-11-21' } })).toBe('«Redes»: sáb 21, 09:00, Ceiba.')
  expect(sentenceOf({ event: talk('Café', '10:00', ''), to: { startTime: '10:15' } })).toBe('«Café»: 10:15.')
})

test('describes more than three moved sessions only by their number', () => {
  const moves = ['A', 'B', 'C', 'D'].map((title) => ({ event: talk(title, '09:00', 'c'), to: { startTime: '10:00' } }))
  expect(sentenceOf(...moves)).toBe('Se movieron 4 eventos.')
})
