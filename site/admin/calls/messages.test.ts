import { expect, test } from 'vitest'
import { ApiError, ok, SessionError } from './client.ts'
import { failed, fileProblem, succeeded } from './messages.ts'

test.each([
  ['speaker', 'crear', 'Speaker creado exitosamente'],
  ['escenario', 'actualizar', 'Escenario actualizado exitosamente'],
  ['evento', 'eliminar', 'Evento eliminado exitosamente'],
] as const)('for a %s and the verb %s, the toast has the title %j', (noun, verb, title) => {
  expect(succeeded(noun, verb)).toEqual({ kind: 'success', title })
})

test('a save that was stored but not published shows an error toast with the reason', () => {
  expect(succeeded('partner', 'crear', 'El disco está lleno')).toEqual({
    kind: 'error',
    title: 'Partner creado exitosamente',
    text: 'Guardado, pero no publicado: El disco está lleno',
  })
})

test.each([
  [409, 'Este escenario tiene eventos.', 'Este escenario tiene eventos.'],
  [422, 'Revisa los campos marcados.', 'Revisa los campos marcados.'],
  [500, 'Ocurrió un error inesperado.', 'Hubo un problema al eliminar el escenario.'],
  [502, null, 'Hubo un problema al eliminar el escenario.'],
])('shows the server’s reason for a refusal, and a general text after an error: status %i', (status, error, text) => {
  const body = error === null ? '<html>' : JSON.stringify({ error })
  expect(failed('escenario', 'eliminar', new ApiError(status, body, ''))).toEqual({
    kind: 'error',
    title: 'Error al eliminar',
    text,
  })
})

test.each([
  [ApiError, 'Sin cupo', '409: Sin cupo'],
  [ApiError, '', '409: Conflict'],
  [SessionError, 'Cuenta cerrada', 'Cuenta cerrada'],
  [SessionError, '', 'Request failed'],
])('the message of a failed call begins with the status, except for sign-in calls: %o, %j', async (Failure, text, message) => {
  const answer = Promise.resolve(new Response(text, { status: 409, statusText: 'Conflict' }))
  await expect(ok(answer, Failure)).rejects.toMatchObject({ message })
})

test('the toast of a call without a response reports a lost connection', () => {
  expect(failed('evento', 'eliminar', new TypeError('Failed to fetch'))).toEqual({
    kind: 'error',
    title: 'Sin conexión',
    text: 'No se sabe si se pudo eliminar el evento. Míralo cuando vuelva.',
  })
})

test('a file that cannot be read causes no message about a lost connection', () => {
  expect([
    fileProblem(new Error('El archivo está vacío.')),
    fileProblem(new ApiError(422, JSON.stringify({ error: 'No es un CSV.' }), '')),
    fileProblem(new TypeError('Failed to fetch')),
  ]).toEqual(['El archivo está vacío.', 'No es un CSV.', 'No se pudo leer el archivo.'])
})
