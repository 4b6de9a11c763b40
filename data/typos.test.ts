import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsNear, isOneTypoAway } from './typos.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

test("a typed text matches a word if it differs from the word's beginning by one typing error", () => {
  fc.assert(
    fc.property(letters, letters, (word, text) => {
      const beginnings = [-1, 0, 1].map((more) => word.slice(0, text.length + more))
      expect(beginsNear(word, text)).toBe(beginnings.some((beginning) => isOneTypoAway(text, beginning)))
    }),
    { numRuns: 5_000 },
  )
})
