import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { ApiError } from '../calls/client.ts'
import { refusedMoves, refusedSentence } from './refused-moves.ts'

const moveOf = (title: string) => ({ event: { id: title, title } as AgendaEvent, to: { startTime: '10:00' } })
const [one, two, three] = [moveOf('Redes'), moveOf('Nubes'), moveOf('Telares')]
const answered = (status: number, body: object) => new ApiError(status, JSON.stringify({ error: 'No.', ...body }), '')
const refused = (status: number, body: object) => refusedMoves([one, two, three], answered(status, body))

test('what a refusal names is said with its reason, and how many others are still to be saved', () => {
  const gone = refused(404, { missing: ['Nubes'], overtaken: ['Redes'] })
  expect(gone.map(({ move }) => move)).toEqual([one, two])
  expect(refusedSentence(gone, 1)).toBe(
    'Mientras tanto cambió «Redes»: queda como está ahora. Ya no existe «Nubes». Lo demás sigue sin guardar (1): Guardar lo guarda.',
  )
  expect(refusedSentence(refused(409, { missing: [], overtaken: ['Redes', 'Telares'] }), 0)).toBe(
    'Mientras tanto cambiaron «Redes» y «Telares»: quedan como están ahora.',
  )
})

test('what does not fit is found by its place in the call, and said in the server’s words', () => {
  const fields = { 'events.2.scenarioId': 'Selecciona un escenario que exista', 'events.10.endTime': 'Otra cosa' }
  const unfit = refused(422, { fields })
  expect(unfit.map(({ move }) => move)).toEqual([three])
  expect(refusedSentence(unfit, 0)).toBe('No se puede mover ahí «Telares»: selecciona un escenario que exista.')
})

test('of many the first are named', () => {
  const moves = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(moveOf)
  const gone = refusedMoves(moves, answered(404, { missing: moves.map(({ event }) => event.id) }))
  expect(refusedSentence(gone, 0)).toBe('Ya no existen «A», «B», «C», «D», «E» y 2 más.')
})

test('an error that names none of them takes none of them out', () => {
  expect(refused(500, {})).toEqual([])
  expect(refused(422, { fields: { events: 'Máximo 500' } })).toEqual([])
  expect(refusedMoves([one], new TypeError('Failed to fetch'))).toEqual([])
})
