import { expect, test } from 'vitest'
import { later, minutesOf } from './times.ts'
import { writtenDay, writtenMoment, writtenTimes } from './written-times.ts'

const eventDay = '2026-12-05'

test.each([
  ['2026-12-15', '2026-12-15'],
  ['2026/12/15', '2026-12-15'],
  ['15/12/2026', '2026-12-15'],
  ['15/12/26', '2026-12-15'],
  ['15.12.2026', '2026-12-15'],
  ['5/12', '2026-12-05'],
  ['2/1', '2027-01-02'],
  ['15 de diciembre de 2026', '2026-12-15'],
  ['15 de diciembre del 2026', '2026-12-15'],
  ['Martes 21 de octubre', '2026-10-21'],
  ['mar. 21 oct. 2026', '2026-10-21'],
  ['Tuesday, October 21st, 2026', '2026-10-21'],
  ['Dec 15', '2026-12-15'],
  ['3 mar', '2027-03-03'],
  ['1º de diciembre', '2026-12-01'],
  ['21-oct-26', '2026-10-21'],
  ['sáb 5/12/2026', '2026-12-05'],
  ['Domingo', '2026-12-06'],
  ['Lunes 30', '2026-11-30'],
  ['Día 2', '2026-12-06'],
  ['setiembre 3', '2026-09-03'],
])('reads the day %s as %s', (text, day) => {
  expect(writtenDay(text, eventDay)).toBe(day)
})

test.each(['', '30', '12/15/2026', '2026-02-30', '31 de noviembre', '32/12/2026', 'pronto', 'diciembre', '2026', '12/2026/1'])(
  'reads no day in %j',
  (text) => {
    expect(writtenDay(text, eventDay)).toBeNull()
  },
)

test.each([
  ['9:00', '09:00', ''],
  ['09:00:00', '09:00', ''],
  ['13:00h', '13:00', ''],
  ['14:00 hrs', '14:00', ''],
  ['14h', '14:00', ''],
  ['9h30', '09:30', ''],
  ['9.30', '09:30', ''],
  ['10:00 a. m.', '10:00', ''],
  ['2 pm', '14:00', ''],
  ['2:15 P.M.', '14:15', ''],
  ['9:00 a', '09:00', ''],
  ['12:00 m.', '12:00', ''],
  ['12:30 a.m.', '00:30', ''],
  ['Mediodía', '12:00', ''],
  ['8:00 - 8:40', '08:00', '08:40'],
  ['8:00–8:40 a. m.', '08:00', '08:40'],
  ['de 8:00 a 8:40', '08:00', '08:40'],
  ['9-10 am', '09:00', '10:00'],
  ['11:30 - 1:00 pm', '11:30', '13:00'],
  ['2:00 p. m. a 3:15 p. m.', '14:00', '15:15'],
  ['11:00 am to 1:00', '11:00', '13:00'],
  ['23:00 - 24:00', '23:00', '00:00'],
])('reads the time of day in %s', (text, start, end) => {
  expect(writtenTimes(text)).toEqual({ start, end })
})

test.each(['', '9', '9-10', '25:00', '9:60', '13:00 pm', 'tarde', '45 min', '5.12.2026', '0 am'])(
  'reads no time of day in %j',
  (text) => {
    expect(writtenTimes(text)).toBeNull()
  },
)

test.each([
  ['2026-12-05 9:00', { day: '2026-12-05', start: '09:00', end: '' }],
  ['2026-12-05T09:00', { day: '2026-12-05', start: '09:00', end: '' }],
  ['5/12/2026 9:00 a. m.', { day: '2026-12-05', start: '09:00', end: '' }],
  ['viernes 4 de diciembre, 9:00 - 9:45', { day: '2026-12-04', start: '09:00', end: '09:45' }],
  ['Dec 5, 2026 at 2 pm', { day: '2026-12-05', start: '14:00', end: '' }],
  ['sábado a las 10:00', { day: '2026-12-05', start: '10:00', end: '' }],
])('reads both the day and the times in %s', (text, moment) => {
  expect(writtenMoment(text, eventDay, 'time')).toEqual(moment)
})

test.each([
  ['45', 45],
  ['45 min', 45],
  ["45'", 45],
  ['1h30', 90],
  ['1h 30', 90],
  ['1 h 30 min', 90],
  ['1:30', 90],
  ['0:45:00', 45],
  ['1 hora y media', 90],
  ['media hora', 30],
  ['1,5 horas', 90],
  ['2 hrs.', 120],
  ['1:30 h', 90],
  ['', null],
  ['larga', null],
  ['45 x', null],
  [Number.NaN, null],
])('reads the duration %j as %j minutes', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes)
})

test.each(['2026-02-30T09:00', '2026-12-05', 'x', '2026-12-05T09:00+99:99'])('reads no end time from %j', (text) => {
  expect(later(text, 45)).toBe('')
  expect(later('2026-12-05T09:00', 1e20)).toBe('')
})
