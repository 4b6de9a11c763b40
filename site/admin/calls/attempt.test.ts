import { afterEach, expect, test } from 'vitest'
import { $toast, hideToast } from '../../toast/toast.ts'
import { attempt } from './attempt.ts'
import { ApiError } from './client.ts'
import { undoing } from './undo.ts'

afterEach(hideToast)

const told = () => {
  const { id: _, ...content } = $toast.get() ?? { id: 0 }
  return content
}

test('shows a success toast only if the call returns a message', async () => {
  expect(await attempt('No se hizo', async () => undefined)).toBe(true)
  expect($toast.get()).toBeNull()
  expect(await attempt('No se hizo', async () => ({ title: 'Hecho', text: 'Ya está.' }))).toBe(true)
  expect(told()).toEqual({ kind: 'success', title: 'Hecho', text: 'Ya está.' })
})

test.each([
  [
    'the reason of the server that refused',
    new ApiError(409, JSON.stringify({ error: 'Ya no hay lugar.' }), ''),
    'Ya no hay lugar.',
  ],
  [
    'a general text if the server did not answer',
    new TypeError('Failed to fetch'),
    'El servidor no respondió. Inténtalo de nuevo.',
  ],
])('a failed call shows a toast with %s', async (_, error, text) => {
  expect(await attempt('No se hizo', () => Promise.reject(error))).toBe(false)
  expect(told()).toEqual({ kind: 'error', title: 'No se hizo', text })
})

test('a failed undo shows a toast with a button to retry', async () => {
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => Promise.resolve()]
  const undo = undoing(async () => answers.shift()?.())
  await undo.run()
  const text = 'El servidor no respondió. Inténtalo de nuevo.'
  expect(told()).toEqual({ kind: 'error', title: 'No se pudo deshacer', text, action: undo })
  await $toast.get()?.action?.run()
  expect(told()).toEqual({ kind: 'success', title: 'Cambio deshecho' })
})
