import { describe, expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { defaultStart, eventsInReach, lasting, shifted, shiftedTogether, slotsFor, spansOf } from './slots.ts'

const eventDay = '2026-11-20'
let count = 0
function event(startTime: string, endTime: string, fields: Partial<AgendaEvent> = {}): AgendaEvent {
  count += 1
  const defaults = { id: `e${count}`, title: `Charla ${count}`, scenarioId: 'a', day: '', isPlenary: false, isActive: true }
  return { ...defaults, speakerIds: [], startTime, endTime, ...fields } as unknown as AgendaEvent
}

describe('moving a session to another time', () => {
  test.each([
    [['09:00', '09:40'], 30, ['09:30', '10:10']],
    [['09:00', ''], -30, ['08:30', '']],
    [['23:00', '23:50'], 15, ['23:15', '00:05']],
    [['22:30', '01:00'], 30, ['23:00', '01:30']],
    [['23:15', '00:05'], -15, ['23:00', '23:50']],
    // Null, because the event would begin on another day or end too late in the night.
    [['00:10', '00:40'], -15, null],
    [['23:50', ''], 10, null],
    [['22:00', '05:50'], 15, null],
  ])('moving a session at %s by %i minutes gives %s', ([startTime = '', endTime = ''], minutes, expected) => {
    const moved = shifted({ startTime, endTime }, minutes)
    expect(moved && [moved.startTime, moved.endTime]).toEqual(expected)
  })

  test('a session cannot last zero minutes or sixteen hours', () => {
    const at = (startTime: string, minutes: number) => lasting({ startTime, endTime: '' }, minutes)?.endTime
    expect([at('09:00', 45), at('23:30', 60), at('09:00', 0), at('09:00', 16 * 60)]).toEqual([
      '09:45',
      '00:30',
      undefined,
      undefined,
    ])
  })

  test('moves several sessions together, or none if one would leave its day', () => {
    const [first, last] = [event('09:00', '09:30'), event('23:40', '')]
    expect(shiftedTogether([first, last], 15)?.map(({ to }) => to.startTime)).toEqual(['09:15', '23:55'])
    expect(shiftedTogether([first, last], 30)).toBeNull()
  })
})

test('finds the later sessions of a room or day, to move them together', () => {
  const [before, talk, beside, after] = [
    event('08:00', '08:30'),
    event('09:00', '09:30'),
    event('09:00', '09:30', { scenarioId: 'b' }),
    event('11:00', '11:30'),
  ]
  const other = event('11:00', '11:30', { day: '2026-11-21' })
  const all = [before, talk, beside, after, other]
  const of = (reach: Parameters<typeof eventsInReach>[1]) => eventsInReach(talk, reach, all, eventDay)
  expect([of('alone'), of('room'), of('day')]).toEqual([[talk], [talk, after], [talk, beside, after]])
})

test('a session without an end lasts until the next session in its room, or half an hour', () => {
  const [open, next, last] = [event('09:00', ''), event('09:45', '10:00'), event('12:00', '', { scenarioId: 'b' })]
  const spans = spansOf([open, next, last], eventDay)
  expect([spans.get(open.id), spans.get(last.id)]).toEqual([
    { start: 540, end: 585 },
    { start: 720, end: 750 },
  ])
})

describe('the times suggested for moving a session', () => {
  const starts = ({ free, colliding }: ReturnType<typeof slotsFor>) => [
    ...free.map(({ startTime }) => startTime),
    ...colliding.map(({ startTime }) => `${startTime}!`),
  ]

  test('suggests half hours at which the room is free, and the ends of the other sessions', () => {
    const talk = event('09:00', '09:40')
    const all = [
      talk,
      event('09:50', '10:20'),
      event('11:00', '12:00', { scenarioId: 'b' }),
      event('12:00', '17:00', { isPlenary: true }),
    ]
    const there = { day: '', scenarioId: 'a' }
    // 09:30 would overlap the event at 09:50. 11:30 would overlap the plenary.
    expect(starts(slotsFor(talk, there, all, eventDay))).toEqual(['10:20', '10:30', '11:00', '17:00'])
    expect(starts(slotsFor(talk, { ...there, scenarioId: 'b' }, all, eventDay))).toEqual(['09:00', '09:30', '10:00', '17:00'])
  })

  test('suggested times when the speaker is in another room are marked and listed last', () => {
    const talk = event('09:00', '09:30', { speakerIds: ['ana'] })
    const elsewhere = event('10:00', '10:30', { scenarioId: 'b', speakerIds: ['ana'] })
    const last = event('11:00', '17:30', { isPlenary: true })
    expect(starts(slotsFor(talk, { day: '', scenarioId: 'a' }, [talk, elsewhere, last], eventDay))).toEqual([
      '09:30',
      '10:30',
      '17:30',
      '10:00!',
    ])
  })

  test('if a day has no sessions, suggests times over the whole day', () => {
    const talk = event('09:00', '12:00')
    const slots = starts(slotsFor(talk, { day: '2026-11-21', scenarioId: 'a' }, [talk], eventDay))
    expect([slots[0], slots.at(-1)]).toEqual(['09:00', '15:00'])
  })
})

describe('the default start of a new session', () => {
  const place = { day: '', scenarioId: 'a', isPlenary: false }
  const morning = [event('09:00', '09:40'), event('08:00', '08:30', { scenarioId: 'b' })]

  test.each([
    ['09:00 in an empty room', [], place, '09:00'],
    ['09:00 while no room is chosen', morning, { ...place, scenarioId: '' }, '09:00'],
    ['the end of the last event in its room', morning, place, '09:40'],
    ['the end of the last event of any room, for everybody', morning, { ...place, scenarioId: '', isPlenary: true }, '09:40'],
    ['half an hour after a last event without an end', [event('10:00', '')], place, '10:30'],
    ['the end of an event for everybody', [...morning, event('12:00', '13:00', { isPlenary: true })], place, '13:00'],
    ['09:00 on another day', morning, { ...place, day: '2026-11-21' }, '09:00'],
    ['09:00 after an event that ends in the night', [event('23:00', '01:00')], place, '09:00'],
    ['09:00 after an event that is not shown', [event('09:00', '09:40', { isActive: false })], place, '09:00'],
  ])('the default start of a new session is %s', (_, events, where, expected) => {
    expect(defaultStart(where, events, eventDay)).toBe(expected)
  })
})
