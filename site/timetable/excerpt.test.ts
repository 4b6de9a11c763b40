import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const sentence = (length: number) => `P${'alabra p'.repeat(length / 8).slice(0, length - 2)}.`

test.each([
  ['without a text', ''],
  ['of exactly 280 characters', sentence(280)],
  ['whose marks and addresses make it longer', `**${'a'.repeat(260)}** [aquí](https://ejemplo.gt/una/direccion/larga)`],
])('returns no excerpt of a description %s', (_, text) => {
  expect(excerptOf(text)).toBeNull()
})

test.each([
  ['whole sentences only', `${sentence(80)} ${sentence(80)} ${sentence(80)} ${sentence(80)}`, `${sentence(80)} ${sentence(80)}`],
  ['the first one, if it is long', `${sentence(240)} ${sentence(80)}`, sentence(240)],
  ['a dot inside a name does not end it', `Node.js y Vue.js. ${sentence(400)}`, 'Node.js y Vue.js.'],
  ['without its marks', `Usa **TypeScript** con [Astro](https://astro.build). ${sentence(400)}`, 'Usa TypeScript con Astro.'],
  ['paragraphs in one line', `Primero.\n\nSegundo.\n\n${sentence(300)}`, 'Primero. Segundo.'],
  ['points of a list', `Veremos:\n- redes\n- datos\n- nubes\n\nFin. ${sentence(300)}`, 'Veremos: redes, datos, nubes Fin.'],
  ['a question in Spanish', `¿Qué es? ¡Mira! ${sentence(300)}`, '¿Qué es? ¡Mira!'],
])('returns the first sentences of a long description: %s', (_, text, shown) => {
  expect(excerptOf(text)).toBe(shown)
})

test.each([
  ['at a word', 'palabra '.repeat(60)],
  ['a text without spaces', 'x'.repeat(400)],
])('cuts a first sentence that is too long: %s', (_, text) => {
  const shown = excerptOf(text) ?? ''
  expect([shown.length <= 280, shown.length > 260, /(palabra|x)…$/.test(shown)]).toEqual([true, true, true])
})
