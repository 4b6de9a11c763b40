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

test('puts a message into the lower right corner if the corner is free', () => {
  expect(freePosition(message, screen, [])).toEqual({ x: 584, y: 504 })
})

test('puts a message directly above a bar at the lower edge of the screen', () => {
  const position = freePosition(message, screen, [box(0, 520, 1000, 80)])
  expect(position).toEqual({ x: 584, y: 432 })
})

test('puts a message on the left if the right side is full of buttons', () => {
  expect(freePosition(message, screen, [box(900, 0, 50, 600)])).toEqual({ x: 16, y: 504 })
})

test('returns no position for a message if it would cover a button everywhere', () => {
  const rows = Array.from({ length: 10 }, (_, row) => box(0, row * 60, 1000, 30))
  expect(freePosition(message, screen, rows)).toBeNull()
})
