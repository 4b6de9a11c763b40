import { expect, test } from 'vitest'
import { fold } from './text.ts'

test.each([
  ['José Pérez', 'jose perez'],
  ['ÑANDÚ', 'nandu'],
  ['Jose\u0301', 'jose'],
  ['plain 123', 'plain 123'],
  ['Ak’abal K‘atun Qʼeqchiʻ Ixꞌ Tz`utujil Xe´ Ma′', "ak'abal k'atun q'eqchi' ix' tz'utujil xe' ma'"],
  ['GROẞE Straße', 'grosse strasse'],
  ['Ærø Œuvre Łódź Đorđe Þór Ħaż Iğdır', 'aero oeuvre lodz dorde thor haz igdir'],
])('the search simplifies %j to %j, without accents', (text, folded) => {
  expect(fold(text)).toBe(folded)
})
