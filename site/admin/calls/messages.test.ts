import { expect, test } from 'vitest'
import { ApiError, ok, SessionError } from './client.ts'
import { failed, fileProblem, succeeded } from './messages.ts'

test.each([
  ['speaker', 'crear', 'Speaker creado exitosamente'],
  ['escenario', 'actualizar', 'Escenario actualizado exitosamente'],
  ['evento', 'eliminar', 'Evento eliminado exitosamente'],
] as const)('shows for a %s after %s the title %j', (noun, verb, title) => {
  expect(succeeded(noun, verb)).toEqual({ kind: 'success', title })
})

test('reports a save that was not published, because visitors still see the old page', () => {
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
])('shows the reason of a refusal (%i), and a general text for a failure', (status, error, text) => {
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
])('error messages with the status, except those of session calls: %o shows %j', async (Failure, text, message) => {
  const answer = Promise.resolve(new Response(text, { status: 409, statusText: 'Conflict' }))
  await expect(ok(answer, Failure)).rejects.toMatchObject({ message })
})

test('says that the network is down if the server did not answer', () => {
  expect(failed('evento', 'eliminar', new TypeError('Failed to fetch'))).toEqual({
    kind: 'error',
    title: 'Sin conexión',
    text: 'No se sabe si se pudo eliminar el evento. Míralo cuando vuelva.',
  })
})

test('explains an unreadable file by its content or the server’s reason, not as a lost network', () => {
  expect([
    fileProblem(new Error('El archivo está vacío.')),
    fileProblem(new ApiError(422, JSON.stringify({ error: 'No es un CSV.' }), '')),
    fileProblem(new TypeError('Failed to fetch')),
  ]).toEqual(['El archivo está vacío.', 'No es un CSV.', 'No se pudo leer el archivo.'])
})
