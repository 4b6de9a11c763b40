import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { changeBy, changeTo } from './timetable-keys.ts'

const event = (id: string, startTime: string, endTime: string, fields: Partial<AgendaEvent> = {}) =>
  ({
    id,
    scenarioId: 'a',
    day: '',
    isPlenary: false,
    isActive: true,
    speakerIds: [],
    startTime,
    endTime,
    ...fields,
  }) as unknown as AgendaEvent

const talk = event('one', '10:00', '10:30')
const lunch = event('lunch', '12:00', '13:00', { isPlenary: true, scenarioId: '' })
const agenda = {
  events: [talk, event('early', '09:00', '10:00'), event('next', '10:30', '11:15'), lunch],
  rooms: [{ id: 'a' }, { id: 'b' }],
  days: ['2026-11-20', '2026-11-21'],
  eventDay: '2026-11-20',
}
const pressed = (keys: string, target = talk) => {
  const [key = '', ...modifiers] = keys.split('+').toReversed()
  return changeBy({ key, shiftKey: modifiers.includes('Shift'), altKey: modifiers.includes('Alt') }, target, agenda)
}

test.each([
  ['ArrowDown', { startTime: '10:05', endTime: '10:35' }],
  ['Shift+ArrowUp', { startTime: '09:30', endTime: '10:00' }],
  ['Alt+ArrowDown', { startTime: '10:00', endTime: '10:35' }],
  ['Alt+Shift+ArrowUp', null],
  ['ArrowRight', { scenarioId: 'b' }],
  ['ArrowLeft', null],
  ['Shift+ArrowRight', { day: '2026-11-21' }],
  ['Shift+ArrowLeft', null],
  // The room is free from 11:15 to 12:00, and from 13:00 to 18:00.
  ['PageDown', { startTime: '11:15', endTime: '11:45' }],
  ['PageUp', null],
  ['Home', { startTime: '11:15', endTime: '11:45' }],
  ['End', { startTime: '17:30', endTime: '18:00' }],
  ['F5', undefined],
])('pressing %s changes a talk at 10:00–10:30 to %o', (keys, change) => {
  expect(pressed(keys)).toEqual(change)
})

test('arrow keys move a session for all rooms to another day, but not into a single room', () => {
  expect([pressed('ArrowRight', lunch), pressed('Shift+ArrowLeft', { ...lunch, day: '2026-11-21' })]).toEqual([null, { day: '' }])
})

test('reads four typed digits as the new start of a session', () => {
  expect([changeTo('1430', talk), changeTo('2560', talk)]).toEqual([{ startTime: '14:30', endTime: '15:00' }, null])
})
