import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { ApiError } from '../calls/client.ts'
import { refusedMoves, refusedSentence } from './refused-moves.ts'

const moveOf = (title: string) => ({ event: { id: title, title } as AgendaEvent, to: { startTime: '10:00' } })
const [networks, clouds, looms] = [moveOf('Redes'), moveOf('Nubes'), moveOf('Telares')]
const answered = (status: number, body: object) => new ApiError(status, JSON.stringify({ error: 'No.', ...body }), '')
const refused = (status: number, body: object) => refusedMoves([networks, clouds, looms], answered(status, body))

test('lists each rejected move of a session with its reason, and counts the other moves', () => {
  const refusals = refused(404, { missing: ['Nubes'], overtaken: ['Redes'] })
  expect(refusals.map(({ move }) => move)).toEqual([networks, clouds])
  expect(refusedSentence(refusals, 1)).toBe(
    'Mientras tanto cambió «Redes»: queda como está ahora. Ya no existe «Nubes». Lo demás sigue sin guardar (1): Guardar lo guarda.',
  )
  expect(refusedSentence(refused(409, { missing: [], overtaken: ['Redes', 'Telares'] }), 0)).toBe(
    'Mientras tanto cambiaron «Redes» y «Telares»: quedan como están ahora.',
  )
})

test('the error field "events.2.…" belongs to the third moved session', () => {
  const fields = { 'events.2.scenarioId': 'Selecciona un escenario que exista', 'events.10.endTime': 'Otra cosa' }
  const unfit = refused(422, { fields })
  expect(unfit.map(({ move }) => move)).toEqual([looms])
  expect(refusedSentence(unfit, 0)).toBe('No se puede mover ahí «Telares»: selecciona un escenario que exista.')
})

test('the message lists the first five rejected moves and counts the remaining moves', () => {
  const moves = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(moveOf)
  const refusals = refusedMoves(moves, answered(404, { missing: moves.map(({ event }) => event.id) }))
  expect(refusedSentence(refusals, 0)).toBe('Ya no existen «A», «B», «C», «D», «E» y 2 más.')
})

test('an error of the whole request is not shown at a single moved session', () => {
  expect(refused(500, {})).toEqual([])
  expect(refused(422, { fields: { events: 'Máximo 500' } })).toEqual([])
  expect(refusedMoves([networks], new TypeError('Failed to fetch'))).toEqual([])
})
