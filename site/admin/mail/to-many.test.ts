import { afterEach, expect, test, vi } from 'vitest'
import { $toast, hideToast } from '../../toast/toast.ts'
import { ApiError } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { isAllSent, notSent, sendLabel, stopping } from './to-many.ts'

afterEach(hideToast)

const progress = (queued: number, sent: number) => ({ last: { queued, sent } })

async function progressOf(answer: { queued: number; sent: number }) {
  const read = vi.fn(async () => ({ state: progress(answer.queued, answer.sent) }))
  const loaded = createLoaded<{ state: ReturnType<typeof progress> | null }>(read)
  await loaded.load()
  return { loaded, read }
}

test.each([
  [0, 'No salió ningún correo.'],
  [1, 'Ya había salido 1 correo.'],
  [1234, 'Ya habían salido 1,234 correos.'],
])('the toast of a stopped mailing shows that %d mails were sent', async (sent, text) => {
  const { loaded } = await progressOf({ queued: 9, sent })
  const action = stopping(loaded, 'aviso', async () => progress(0, sent))
  expect(action.label).toBe('Detener el aviso')
  await action.run()
  expect($toast.get()).toMatchObject({ kind: 'success', title: 'Aviso detenido', text })
  expect(loaded.$loaded.get().data?.state).toEqual(progress(0, sent))
})

test('if stopping a mailing fails, loads its progress again', async () => {
  const { loaded, read } = await progressOf({ queued: 9, sent: 1 })
  await stopping(loaded, 'envío', () => Promise.reject(new TypeError('Failed to fetch'))).run()
  expect($toast.get()).toMatchObject({ kind: 'error', title: 'No se detuvo' })
  expect(read).toHaveBeenCalledTimes(2)
})

test('a mailing is finished once none of its mails is waiting', async () => {
  const answer = { queued: 1, sent: 8 }
  const { loaded } = await progressOf(answer)
  expect(await isAllSent(loaded)).toBe(false)
  Object.assign(answer, progress(0, 9).last)
  expect(await isAllSent(loaded)).toBe(true)
})

test.each([
  [1, 'Enviar a 1 persona'],
  [1234, 'Enviar a 1,234 personas'],
])('the button of a mailing shows the number of recipients: %d', (people, label) => {
  expect(sendLabel(people)).toBe(label)
})

test('the toast of a failed mailing shows the reason that the server gave, if any', () => {
  expect(notSent('aviso')(new TypeError('Failed to fetch'))).toEqual({
    kind: 'error',
    title: 'El aviso no salió',
    text: 'El servidor no respondió. Inténtalo de nuevo: nadie lo recibe dos veces.',
  })
  expect(notSent('correo')(new ApiError(409, '{"error":"Ahora son 3."}', 'Conflict'))).toMatchObject({ text: 'Ahora son 3.' })
})
