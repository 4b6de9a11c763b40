import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A call of console.error fails the test. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const { calls } = vi.mocked(console.error).mock
  vi.restoreAllMocks()
  expect(calls).toEqual([])
})
