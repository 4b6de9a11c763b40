import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const person = { name: 'María José Ñandú', email: 'maria.nandu@ejemplo.gt' }
const common = 'Esta contraseña es una de las más usadas del mundo. Elige otra.'
const own = 'La contraseña no puede ser tu nombre ni tu email.'

test.each([
  ['123456', common],
  ['Password', common],
  ['QWERTY', common],
  ['María José Ñandú', own],
  ['mariajosenandu', own],
  ['nandu!', own],
  ['maria.nandu', own],
  ['Maria.Nandu@ejemplo.gt', own],
  ['una-frase-larga', null],
  ['mariajosenandu2026', null],
  ['------', null],
])('of %j is said: %s', (password, problem) => {
  expect(passwordProblem(password, person)).toBe(problem)
})
