import { expect, test } from 'vitest'
import { lettersNotShown } from '../../data/certificates/letters.ts'
import { widthOf } from './glyphs.ts'
import { writable, writableOf } from './writable.ts'

test.each([
  ['keeps Mayan orthography, and writes ẍ as two characters', 'xb’e ẍkar ri qach’ab’äl', 'xb’e x\u0308kar ri qach’ab’äl'],
  ['replaces other glottal stops by the character that the font has', 'Kʼicheʼ Qꞌeqchiꞌ', 'K’iche’ Q’eqchi’'],
  ['keeps other Latin letters', 'Łukasz, Ágnes y Søren', 'Łukasz, Ágnes y Søren'],
  ['removes emoji and the space around them', '🎉 Rust 🦀 en  producción 👩🏽‍💻', 'Rust en producción'],
  ['returns nothing for a text in a script that the font lacks, even beside Latin words', 'مقدمة في الذكاء with AI', ''],
  ['returns nothing for a text of emoji alone', '🎉🎉', ''],
])('%s', (_, text, written) => {
  expect(writable(text)).toBe(written)
})

test('a wide letter measures wider than a narrow letter', () => {
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
])('the font of share cards has a glyph for every letter of %s', (name) => {
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
])('replaces letters that are missing in the font: draws %s as %s', (text, written, missing) => {
  expect(writableOf(text)).toEqual({ text: written, missing })
})

test.each(['李雷', 'דוד לוי', 'ليلى', 'สมชาย', 'Ana 李 Tot Xol', 'Trần Ольга आदित्य Ελένη', 'Kʼicheʼ ẍ Ŋaŋa'])(
  'the panel warns of letters that the font cannot draw: %s',
  (name) => {
    const drawn = [...writableOf(name).missing].filter((letter) => /\p{L}/u.test(letter)).join('')
    expect(lettersNotShown(name)).toBe(drawn)
  },
)
