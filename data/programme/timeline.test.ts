import { expect, test } from 'vitest'
import { itemDefaults, sectionDefaults } from '../content/defaults.ts'
import type { AgendaEvent } from '../content/schema.ts'
import { saveSection } from '../content/sections.ts'
import { memoryDb, someEdit, zone } from '../testing.ts'
import { nowOf } from './now.ts'
import { timelineNow, timelineOf } from './timeline.ts'

const event = (id: string, day: string, startTime: string, endTime: string): AgendaEvent => ({
  ...itemDefaults.events,
  ...{ id, day, startTime, endTime, title: id, scenarioId: 'hall', createdAt: '', updatedAt: '' },
})
const events = [
  event('a', '', '09:00', '10:00'),
  event('b', '', '09:30', '11:00'),
  event('c', '', '10:00', '10:30'),
  event('d', '', '10:00', '12:00'),
  event('e', '2027-03-05', '10:00', '11:00'),
  event('party', '2027-03-05', '22:00', '01:00'),
]
const content = {
  hero: { ...sectionDefaults.hero, eventDate: '2027-03-04T15:00:00.000Z' },
  event: { ...sectionDefaults.event, startTime: '09:00' },
  events,
}

test.each([
  ['two hours and a second before the first start', '2027-03-04T06:59:59-06:00', 'before', '', '', ''],
  ['two hours before the first start', '2027-03-04T07:00:00-06:00', 'during', '2027-03-04', '', 'a'],
  ['at the first start', '2027-03-04T09:00:00-06:00', 'during', '2027-03-04', 'a', 'b'],
  ['a second before a session ends', '2027-03-04T09:59:59-06:00', 'during', '2027-03-04', 'a b', 'c d'],
  ['at the end of a session, in the time zone of Madrid', '2027-03-04T17:00:00+01:00', 'during', '2027-03-04', 'b c d', ''],
  ['at the end of a day', '2027-03-04T12:00:00-06:00', 'during', 'then 2027-03-05', '', ''],
  ['a second before the next day opens', '2027-03-05T07:59:59-06:00', 'during', 'then 2027-03-05', '', ''],
  ['in the night of the last day', '2027-03-06T00:59:59-06:00', 'during', '2027-03-05', 'party', ''],
  ['at the end of the last day', '2027-03-06T01:00:00-06:00', 'after', '', '', ''],
])('%s (%s) the phase of the event is %s, with day: %j, running: %j, next: %j', (_, at, moment, day, running, next) => {
  const now = nowOf(timelineOf(content, zone), Date.parse(at))
  const said = now.isUnderWay || now.day === '' ? now.day : `then ${now.day}`
  expect([now.moment, said, now.running.join(' '), now.next.join(' ')]).toEqual([moment, day, running, next])
})

test('without sessions, the event lasts until 18:00 on its date, if the date has been set', () => {
  const empty = { ...content, events: [] }
  const at = (time: string) => nowOf(timelineOf(empty, zone), Date.parse(time))
  expect(at('2027-03-04T17:59:59-06:00')).toMatchObject({ moment: 'during', day: '2027-03-04', isUnderWay: true })
  expect(at('2027-03-04T18:00:00-06:00').moment).toBe('after')
  const sample = { ...sectionDefaults, events: [] }
  expect(nowOf(timelineOf(sample, zone), Date.parse('2030-01-01T00:00:00Z')).moment).toBe('before')
})

test('timelineNow returns a new timeline after the event date was saved', () => {
  const db = memoryDb()
  const timeline = timelineNow(db, zone)
  const moveTo = (eventDate: string) => saveSection(db, 'hero', { eventDate }, someEdit)
  const firstDay = () => timeline().days[0]?.day
  expect(firstDay()).toBeUndefined()
  moveTo('2027-03-04T15:00:00.000Z')
  expect(firstDay()).toBe('2027-03-04')
  const rollBack = () => {
    moveTo('2027-03-05T15:00:00.000Z')
    expect(firstDay()).toBe('2027-03-05')
    throw new Error('rolled back')
  }
  expect(db.transaction(rollBack)).toThrow('rolled back')
  moveTo('2027-03-06T15:00:00.000Z')
  expect(firstDay()).toBe('2027-03-06')
})

test('timelineNow returns the cached timeline after a save that changes no session or date', () => {
  const db = memoryDb()
  const timeline = timelineNow(db, zone)
  const first = timeline()
  saveSection(db, 'segments', { title: 'Bloques' }, someEdit)
  expect(timeline()).toBe(first)
})
