import { expect, test } from 'vitest'
import { promisesMail } from './mail-promise.ts'

test.each([
  ['Te enviaremos un correo.', true],
  ['Revisa tu EMAIL', true],
  ['Recibirás un e-mail con tu entrada', true],
  ['Mira en tu bandeja de entrada', true],
  ['Gracias por registrarte.', false],
  ['Busca la entrada del correograma', false],
  ['', false],
])('decides whether the text %j promises a mail: %s', (text, isPromise) => {
  expect(promisesMail(text)).toBe(isPromise)
})
