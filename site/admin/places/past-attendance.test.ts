import { expect, test } from 'vitest'
import { pastAttendance } from './past-attendance.ts'

const edition = (seats: number, arrived: number) => ({ attendance: { seats, arrived } })

test('suggests a cautious number of seats from the share of people who came to past editions', () => {
  expect(pastAttendance([edition(250, 165)], 250)).toEqual({ percent: 66, places: 330 })
  expect(pastAttendance([edition(100, 50), edition(300, 214), { attendance: null }], 100)).toEqual({ percent: 66, places: 130 })
})

test('suggests no number of seats without a capacity, or if it would not exceed the capacity', () => {
  expect(pastAttendance([edition(100, 66)], null)).toEqual({ percent: 66, places: null })
  expect(pastAttendance([edition(100, 100)], 250)).toEqual({ percent: 100, places: null })
  expect(pastAttendance([edition(100, 66)], 3)).toEqual({ percent: 66, places: null })
})

test('suggests no number of seats if no past edition counted the people who came', () => {
  expect(pastAttendance([], 250)).toBeNull()
  expect(pastAttendance([{ attendance: null }], 250)).toBeNull()
})
