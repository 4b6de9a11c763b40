import { expect, test } from 'vitest'
import { lettersNotShown } from '../../data/certificates/letters.ts'
import { widthOf } from './glyphs.ts'
import { writable, writableOf } from './writable.ts'

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

test('measures a wider letter as wider', () => {
  expect(widthOf('Ł', 'FunnelDisplay', 800)).toBeGreaterThan(widthOf('l', 'FunnelDisplay', 800))
  expect(widthOf('WW', 'NotoSans', 800)).toBeCloseTo(2 * widthOf('W', 'NotoSans', 800))
})

test.each([
  'Trần Thị Diễm Hằng',
  'Wanjikũ Mbũrũ',
  'Ọmọ́wùmí Adéṣẹ̀yẹ Ẹ̀bùn',
  'ɓaɗo Ŋaŋa Ƴero',
  'Ελευθέριος Παπαδόπουλος',
  'Ольга Щербакова, Ґалаґан, Ўткір Әлия',
  'आदित्य क्षीरसागर',
])('the font can draw all letters of %s', (name) => {
  const { text, missing } = writableOf(name)
  expect([text.normalize('NFC'), missing]).toEqual([name.normalize('NFC'), ''])
})

test.each([
  ['Bea\u2010Lucía Tot', 'Bea-Lucía Tot', ''],
  ['Bea\u2011Lucía Tot', 'Bea-Lucía Tot', ''],
  ['Bea\u00adLucía Tot', 'BeaLucía Tot', ''],
  ['Ｂｅａ 𝐓ot', 'Bea Tot', 'Ｂｅａ𝐓'],
  ['Ana a\u064bku Tot Xol', 'Ana aku Tot Xol', 'a\u064b'],
  ['李雷 (Lei Liu Sanjuan)', '(Lei Liu Sanjuan)', '李雷'],
  ['李雷', '', '李雷'],
  ['דוד לוי', '', 'דודלוי'],
  ['Rust 🦀', 'Rust', ''],
])('writes %s as %s, and reports the letters that the font lacks', (text, written, missing) => {
  expect(writableOf(text)).toEqual({ text: written, missing })
})

test.each(['李雷', 'דוד לוי', 'ليلى', 'สมชาย', 'Ana 李 Tot Xol', 'Trần Ольга आदित्य Ελένη', 'Kʼicheʼ ẍ Ŋaŋa'])(
  'the panel warns of letters that the font cannot draw: %s',
  (name) => {
    const drawn = [...writableOf(name).missing].filter((letter) => /\p{L}/u.test(letter)).join('')
    expect(lettersNotShown(name)).toBe(drawn)
  },
)
