import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const person = { name: 'María José Ñandú', email: 'maria.nandu@ejemplo.gt', site: 'Días de la Red' }
const common = 'Esta contraseña es una de las más usadas del mundo. Elige otra.'
const ofHere = 'La contraseña no puede ser el nombre de la conferencia ni lo que aquí se adivina primero. Elige otra.'
const own = 'La contraseña no puede ser tu nombre ni tu correo.'

test.each([
  ['123456', common],
  ['Password', common],
  ['QWERTY', common],
  ['María José Ñandú', own],
  ['mariajosenandu', own],
  ['nandu!', own],
  ['maria.nandu', own],
  ['Maria.Nandu@ejemplo.gt', own],
  ['díasdelared', ofHere],
  ['Dias de la Red!', ofHere],
  ['Conferencia', ofHere],
  ['administrador', ofHere],
  ['diasdelared2026', null],
  ['una-frase-larga', null],
  ['mariajosenandu2026', null],
  ['------', null],
])('the password %j gets the message %s', (password, problem) => {
  expect(passwordProblem(password, person)).toBe(problem)
})
