import { afterEach, expect, test } from 'vitest'
import { uploadMessages } from '../../../data/uploads.ts'
import { noteCropped } from '../../cropping/cropped.ts'
import { $toast, hideToast } from '../../toast/toast.ts'
import { $askingToSignIn, answerSignIn } from '../calls/session-end.ts'
import { oneAtATime } from './messages.ts'
import { mp4, png, refused, start, toast } from './testing.ts'

afterEach(hideToast)

test('a successful upload shows each step, stores the path and ends with a toast', async () => {
  const { upload, states, stored, ended } = start('hero-logo', {
    send: async (_url, _file, onProgress) => [0.5, 1].forEach(onProgress),
  })
  upload.choose([png])
  await ended()
  expect(states).toEqual(['checking', 'asking', 'sending 0', 'sending 0.5', 'sending 1', 'done'])
  expect(stored).toEqual(['/public-objects/1'])
  expect(toast()).toEqual({
    kind: 'success',
    title: 'Imagen subida correctamente',
    text: 'Dimensiones validadas: máximo 300×150px',
  })
})

test('the toast after an upload shows the size of a cropped image, but not of an SVG', async () => {
  const cropped = new File(['…'], 'recorte.png', { type: 'image/png' })
  noteCropped(cropped)
  const svg = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })
  const measure = async () => ({ width: 500, height: 300 })
  const texts: unknown[] = []
  for (const file of [cropped, svg]) {
    const { upload, ended } = start('hero-logo', { measure })
    upload.choose([file])
    await ended()
    const shown = toast()
    texts.push('text' in shown && shown.text)
  }
  expect(texts).toEqual(['Dimensiones validadas: máximo 600×300px', 'El SVG se dibuja nítido en su lugar: máximo 300×150px'])
})

test('uploads a video without measuring its size in pixels', async () => {
  const { upload, stored, ended } = start('video', { measure: () => Promise.reject(new Error('no image')) })
  upload.choose([mp4])
  await ended()
  expect(stored).toEqual(['/public-objects/1'])
  expect(toast()).toEqual({ kind: 'success', ...uploadMessages.videoUploaded })
})

test('retries a failed upload at a new upload URL', async () => {
  let tries = 0
  const { upload, sentTo, stored, ended } = start('hero-logo', {
    send: async () => {
      tries += 1
      if (tries === 1) throw new TypeError('The network failed')
    },
  })
  upload.choose([png])
  await ended()
  upload.retry()
  await ended()
  expect([sentTo, stored]).toEqual([['/upload/1?ticket=x', '/upload/2?ticket=x'], ['/public-objects/2']])
})

test('if the session ends during an upload, asks for a sign-in and then sends the file again', async () => {
  let tries = 0
  const { upload, sentTo, stored, ended } = start('hero-logo', {
    send: async () => {
      tries += 1
      if (tries === 1) throw refused(401, 'Inicia sesión.')
    },
  })
  upload.choose([png])
  await expect.poll(() => $askingToSignIn.get()).toBe('ended')
  answerSignIn(true)
  await ended()
  expect([sentTo, stored]).toEqual([['/upload/1?ticket=x', '/upload/2?ticket=x'], ['/public-objects/2']])
})

test('if the user has signed in again, repeats a refused upload without asking for a sign-in', async () => {
  let tries = 0
  const { sentTo, ended, upload } = start('hero-logo', {
    send: async () => {
      tries += 1
      if (tries > 1) return
      answerSignIn(true)
      throw refused(401, 'Inicia sesión.')
    },
  })
  upload.choose([png])
  await ended()
  expect([sentTo, $askingToSignIn.get()]).toEqual([['/upload/1?ticket=x', '/upload/2?ticket=x'], null])
})

test('keeps the chosen file for a retry if the user declines to sign in again', async () => {
  const { upload, ended } = start('hero-logo', { send: () => Promise.reject(refused(401, 'Inicia sesión.')) })
  upload.choose([png])
  await expect.poll(() => $askingToSignIn.get()).toBe('ended')
  answerSignIn(false)
  await ended()
  expect(upload.$state.get()).toEqual({ step: 'failed', file: png, message: uploadMessages.failed, remedy: 'retry' })
})

function gate<T>() {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { wait: () => promise, open: resolve }
}

test('cancelling an upload at any of its steps stores nothing', async () => {
  const measured = gate<{ width: number; height: number }>()
  const asked = gate<{ uploadURL: string; fileName: string }>()
  const sent = gate<void>()
  const ends = [
    { steps: { measure: measured.wait }, at: 'checking', open: () => measured.open({ width: 999, height: 999 }) },
    { steps: { ask: asked.wait }, at: 'asking', open: () => asked.open({ uploadURL: '/upload/1', fileName: '1' }) },
    { steps: { send: sent.wait }, at: 'sending', open: () => sent.open() },
  ]
  for (const { steps, at, open } of ends) {
    const { upload, stored } = start('hero-logo', steps)
    upload.choose([png])
    await expect.poll(() => upload.$state.get().step).toBe(at)
    upload.cancel()
    open()
    await new Promise((resolve) => setTimeout(resolve))
    expect([upload.$state.get(), stored, $toast.get()]).toEqual([{ step: 'idle' }, [], null])
  }
})

test('cancelling an upload aborts its request', async () => {
  let stopped: AbortSignal | undefined
  const { upload } = start('hero-logo', {
    send: (_url, _file, _onProgress, signal) => {
      stopped = signal
      return new Promise(() => {})
    },
  })
  upload.choose([png])
  await expect.poll(() => stopped?.aborted).toBe(false)
  upload.cancel()
  expect(stopped?.aborted).toBe(true)
})

test('the late result of a cancelled upload does not replace the next upload', async () => {
  const first = gate<void>()
  let tries = 0
  const { upload, stored, ended } = start('hero-logo', {
    send: () => {
      tries += 1
      return tries === 1 ? first.wait() : Promise.resolve()
    },
  })
  upload.choose([png])
  await expect.poll(() => tries).toBe(1)
  upload.cancel()
  upload.choose([png])
  await ended()
  first.open()
  await new Promise((resolve) => setTimeout(resolve))
  expect(stored).toEqual(['/public-objects/2'])
})

test('a field accepts only one file at a time', async () => {
  const { upload, sentTo, ended } = start()
  upload.choose([png, png])
  expect([upload.$state.get(), toast()]).toEqual([{ step: 'idle' }, { kind: 'error', ...oneAtATime }])
  hideToast()
  upload.choose([png])
  upload.choose([png])
  expect(toast()).toEqual({ kind: 'error', ...oneAtATime })
  await ended()
  expect(sentTo.length).toBe(1)
})
