import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTyped, idIn, ticketOf, tokenIn } from './ticket.ts'

const token = 'Ab3-_xYz0123456789QrSt'

test.each([
  [`https://conferencia.gt/registro/${token}`, token],
  [`http://localhost:3000/registro/${token}\n`, token],
  [token, token],
  [`https://conferencia.gt/registro/${token}/qr.png`, null],
  [`https://otra.gt/${token}`, null],
  [`x${token}`, null],
  ['', null],
])('the scanned text %j contains the ticket secret %j', (text, expected) => {
  expect(tokenIn(text)).toBe(expected)
})

test("the code on a badge is the id of a person, not the ticket's secret", () => {
  const id = '3f2b8c1e-0d4a-4c6b-9e7f-1a2b3c4d5e6f'
  expect([idIn(id), idIn(`${id} `), idIn(`x${id}`), idIn(token), tokenIn(id)]).toEqual([id, id, null, null, null])
})

test('the attendee list has the SHA-256 hash of a ticket instead of its secret', async () => {
  expect(await ticketOf(token)).toBe(createHash('sha256').update(token).digest('hex'))
})

const spanish: Record<string, string> = { '/': '-', ':': 'Ñ', '-': "'", _: '?' }
const keys: Record<string, string> = { '/': 'Slash', ':': 'Semicolon', '-': 'Minus', _: 'Minus', '.': 'Period' }

test('reads codes from scanners with an American or Spanish keyboard layout', () => {
  const text = `https://conferencia.gt/registro/${token}`
  const typed = createTyped()
  for (const letter of text) {
    const code = keys[letter] ?? (/\d/.test(letter) ? `Digit${letter}` : `Key${letter.toUpperCase()}`)
    typed.press('Shift', 'ShiftLeft', true)
    expect(typed.press(spanish[letter] ?? letter, code, /[A-Z:_]/.test(letter))).toBeNull()
  }
  expect(typed.press('Enter', 'Enter', false)).toContain(text)
  for (const letter of text) typed.press(letter, '', false)
  expect(typed.press('Enter', 'Enter', false)).toEqual([text])
  expect(typed.press('Enter', 'Enter', false)).toEqual([])
})

test('recognises a scanner by its fast keystrokes, even after typing by hand', () => {
  const typed = createTyped()
  for (const [index, letter] of [...'mar'].entries()) typed.press(letter, '', false, 100 * index)
  for (const [index, letter] of [...token].entries()) typed.press(letter, '', false, 5000 + 5 * index)
  expect(typed.press('Enter', 'Enter', false, 5200)).toEqual([token])
})

test.each(['Enter', 'Tab'])('a code typed by a scanner ends with the key %s', (end) => {
  const id = '3f2b8c1e-0d4a-4c6b-9e7f-1a2b3c4d5e6f'
  const typed = createTyped()
  for (const text of [token, id, `https://conferencia.gt/registro/${token}`]) {
    for (const letter of text) typed.press(letter, '', false)
    expect(typed.press(end, end, false)).toEqual([text])
  }
})
