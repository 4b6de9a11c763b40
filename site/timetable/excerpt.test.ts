import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const sentence = (length: number) => `P${'alabra p'.repeat(length / 8).slice(0, length - 2)}.`

test.each([
  ['without a text', ''],
  ['of exactly 280 characters', sentence(280)],
  [
    'that only its markup makes longer than 280 characters',
    `**${'a'.repeat(260)}** [aquí](https://ejemplo.gt/una/direccion/larga)`,
  ],
])('a description %s is shown whole', (_, text) => {
  expect(excerptOf(text)).toBeNull()
})

test.each([
  ['whole sentences only', `${sentence(80)} ${sentence(80)} ${sentence(80)} ${sentence(80)}`, `${sentence(80)} ${sentence(80)}`],
  ['a first sentence of 240 characters alone', `${sentence(240)} ${sentence(80)}`, sentence(240)],
  ['a dot in a name ends no sentence', `Node.js y Vue.js. ${sentence(400)}`, 'Node.js y Vue.js.'],
  ['without markup', `Usa **TypeScript** con [Astro](https://astro.build). ${sentence(400)}`, 'Usa TypeScript con Astro.'],
  ['paragraphs in one line', `Primero.\n\nSegundo.\n\n${sentence(300)}`, 'Primero. Segundo.'],
  [
    'the points of a list in one line',
    `Veremos:\n- redes\n- datos\n- nubes\n\nFin. ${sentence(300)}`,
    'Veremos: redes, datos, nubes Fin.',
  ],
  ['a question and an exclamation in Spanish', `¿Qué es? ¡Mira! ${sentence(300)}`, '¿Qué es? ¡Mira!'],
])('a long description is shortened to its first sentences: %s', (_, text, shown) => {
  expect(excerptOf(text)).toBe(shown)
})

test.each([
  ['a text with spaces, after a whole word', 'palabra '.repeat(60)],
  ['a text without spaces', 'x'.repeat(400)],
])('a very long first sentence of a description is cut: %s', (_, text) => {
  const shown = excerptOf(text) ?? ''
  expect([shown.length <= 280, shown.length > 260, /(palabra|x)…$/.test(shown)]).toEqual([true, true, true])
})
