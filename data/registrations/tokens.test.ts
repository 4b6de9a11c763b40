import { expect, test } from 'vitest'
import { newToken } from './tokens.ts'

test('a thousand tokens differ, each of 22 characters that a URL may contain', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(tokens.filter((token) => !/^[\w-]{22}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(1000)
  for (let place = 0; place < 22; place++) expect(new Set(tokens.map((token) => token[place])).size).toBeGreaterThan(3)
})
