import { expect, test } from 'vitest'
import { freePosition } from './keep-clear.ts'

const message = { width: 400, height: 80 }
const screen = { width: 1000, height: 600 }
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('puts a message into the lower right corner if no control is in the way', () => {
  expect(freePosition(message, screen, [])).toEqual({ x: 584, y: 504 })
})

test('puts a message right above a bar at the lower edge', () => {
  const position = freePosition(message, screen, [box(0, 520, 1000, 80)])
  expect(position).toEqual({ x: 584, y: 432 })
})

test('puts a message at the left if the right is full of buttons', () => {
  expect(freePosition(message, screen, [box(900, 0, 50, 600)])).toEqual({ x: 16, y: 504 })
})

test('returns null if a message would cover a button at any position', () => {
  const rows = Array.from({ length: 10 }, (_, row) => box(0, row * 60, 1000, 30))
  expect(freePosition(message, screen, rows)).toBeNull()
})
