import { afterEach, expect, test } from 'vitest'
import { uploadMessages } from '../../../data/uploads.ts'
import { hideToast } from '../../toast/toast.ts'
import { ApiError } from '../calls/client.ts'
import { mp4, png, refused, start, toast } from './testing.ts'

afterEach(hideToast)

test.each([
  ['hero-logo', new File(['…'], 'logo.gif', { type: 'image/gif' }), {}, uploadMessages.imageType, null],
  ['video', new File(['…'], 'charla.mkv', { type: 'video/x-matroska' }), {}, uploadMessages.videoType, null],
  ['video', new File(['…'], 'charla.avi', { type: 'video/x-msvideo' }), {}, uploadMessages.avi, null],
  ['hero-logo', png, { measure: () => Promise.reject(new Error()) }, uploadMessages.unreadable, null],
  [
    'hero-logo',
    png,
    { measure: async () => ({ width: 301, height: 20 }) },
    { title: 'Dimensiones incorrectas', text: 'La imagen debe ser máximo 300×150px. Tamaño actual: 301×20px' },
    'crop',
  ],
] as const)('rejects a wrong file for the field %s without a request: %o', async (kind, file, steps, message, remedy) => {
  const { upload, states, stored, ended } = start(kind, steps)
  upload.choose([file])
  await ended()
  expect([states, stored]).toEqual([['checking', 'failed'], []])
  expect(upload.$state.get()).toEqual({ step: 'failed', file, message, remedy })
  expect(toast()).toEqual({ kind: 'error', ...message })
})

test.each([
  ['hero-logo', refused(415, uploadMessages.imageType.text), uploadMessages.imageType, null],
  ['video', refused(413, uploadMessages.videoSize.text), uploadMessages.videoSize, null],
  ['hero-logo', refused(429, 'Hay muchas subidas.'), { title: 'Error de subida', text: 'Hay muchas subidas.' }, 'retry'],
  ['hero-logo', refused(500, 'Ocurrió un error inesperado.'), uploadMessages.noAddress, 'retry'],
  ['video', new TypeError('Failed to fetch'), uploadMessages.noVideoAddress, 'retry'],
] as const)('shows a reason if the server gives no upload URL for the field %s: %s', async (kind, error, message, remedy) => {
  const { upload, sentTo, ended } = start(kind, { ask: () => Promise.reject(error) })
  upload.choose([kind === 'video' ? mp4 : png])
  await ended()
  expect([upload.$state.get(), sentTo]).toMatchObject([{ message, remedy }, []])
  expect(toast()).toEqual({ kind: 'error', ...message })
})

const tooWide = 'La imagen debe ser máximo 300×150px. Tamaño actual: 301×20px'

test.each([
  ['hero-logo', refused(422, tooWide), { title: 'Dimensiones incorrectas', text: tooWide }, null],
  ['hero-logo', refused(422, uploadMessages.unreadable.text), uploadMessages.unreadable, null],
  ['hero-logo', refused(422, 'El archivo está vacío.'), { title: 'Error de subida', text: 'El archivo está vacío.' }, null],
  ['video', refused(415, uploadMessages.avi.text), uploadMessages.avi, null],
  ['hero-logo', refused(503, 'No hay espacio.'), { title: 'Error de subida', text: 'No hay espacio.' }, 'retry'],
  ['hero-logo', refused(409, 'Esta dirección de subida ya se usó.'), uploadMessages.failed, 'retry'],
  ['hero-logo', new ApiError(502, '<html>', ''), uploadMessages.failed, 'retry'],
  ['video', new TypeError('The network failed'), uploadMessages.videoFailed, 'retry'],
] as const)('shows the reason for a failed upload to the field %s: %s', async (kind, error, message, remedy) => {
  const { upload, stored, ended } = start(kind, { send: () => Promise.reject(error) })
  upload.choose([kind === 'video' ? mp4 : png])
  await ended()
  expect([upload.$state.get(), stored]).toMatchObject([{ message, remedy }, []])
  expect(toast()).toEqual({ kind: 'error', ...message })
})
