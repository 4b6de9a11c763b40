import { expect, test } from 'vitest'
import { widthOf, writable } from './writable.ts'

test.each([
  [
    'Mayan orthography stays, with the letter that the type has in two parts',
    'xb’e ẍkar ri qach’ab’äl',
    'xb’e x\u0308kar ri qach’ab’äl',
  ],
  ['a glottal stop of another code is the one that the type has', 'Kʼicheʼ Qꞌeqchiꞌ', 'K’iche’ Q’eqchi’'],
  ['other Latin letters stay', 'Łukasz, Ágnes y Søren', 'Łukasz, Ágnes y Søren'],
  ['emoji go, and the space around them with them', '🎉 Rust 🦀 en  producción 👩🏽‍💻', 'Rust en producción'],
  ['of a text in another script nothing is left: no boxes, no half of a sentence', 'مقدمة في الذكاء with AI', ''],
  ['nor of emoji alone', '🎉🎉', ''],
])('%s', (_, text, written) => {
  expect(writable(text)).toBe(written)
})

test('a wider letter is wider, whichever file of the type it is in', () => {
  expect(widthOf('Ł', 800)).toBeGreaterThan(widthOf('l', 800))
  expect(widthOf('WW', 800)).toBeCloseTo(2 * widthOf('W', 800))
})
