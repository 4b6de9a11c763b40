import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test during which something complained on console.error has not passed, whatever it asserted. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const { calls } = vi.mocked(console.error).mock
  vi.restoreAllMocks()
  expect(calls).toEqual([])
})
