import { expect, test } from 'vitest'
import { wordsChanged } from './text-diff.ts'

test('marks the changed words of a text, and shortens unchanged text around these words', () => {
  const long = 'Una tarde con quienes construyen la web de Centroamérica, en español y sin costo para nadie. '
  expect(wordsChanged(`${long}Ven el martes.`, `${long}Ven el jueves.`)).toEqual([
    { text: `…${`${long}Ven el `.slice(-40)}`, kind: 'same' },
    { text: 'martes', kind: 'before' },
    { text: 'jueves', kind: 'after' },
    { text: '.', kind: 'same' },
  ])
})

test('shows changes of spaces and line breaks', () => {
  expect(wordsChanged('Primera línea. Segunda', 'Primera línea.\nSegunda')?.filter(({ kind }) => kind !== 'same')).toEqual([
    { text: ' ', kind: 'before' },
    { text: '\n', kind: 'after' },
  ])
})

test.each([
  ['short texts that share nearly nothing', 'Antigua', 'Xela'],
  ['long texts that share nothing', 'a b c '.repeat(2000), 'd e f '.repeat(2000)],
])('does not mark words if two texts are too different: %s', (_, before, after) => {
  expect(wordsChanged(before, after)).toBe(null)
})
