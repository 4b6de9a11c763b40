import { expect, test } from 'vitest'
import { fold } from './text.ts'

test.each([
  ['José Pérez', 'jose perez'],
  ['ÑANDÚ', 'nandu'],
  ['Jose\u0301', 'jose'],
  ['plain 123', 'plain 123'],
])('%j is searched as %j, so that nobody has to type accents', (text, folded) => {
  expect(fold(text)).toBe(folded)
})
