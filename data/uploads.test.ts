import { expect, test } from 'vitest'
import { imageKinds } from './image-kinds.ts'
import { checkUpload, tooLargeMessage, uploadBytes, uploadMessages, uploadRequestSchema } from './uploads.ts'

test.each([
  [{ fileName: 'logo.png' }, 'webp'],
  [{ fileName: 'foto.de.Ana.JPG' }, 'webp'],
  [{ fileName: 'foto.jpeg', type: 'image/jpeg' }, 'webp'],
  [{ fileName: 'foto.webp', size: uploadBytes.image }, 'webp'],
  [{ fileName: 'logo.svg', kind: 'partner-logo' }, 'svg'],
  [{ fileName: 'video.mp4', size: uploadBytes.video }, 'mp4'],
  [{ fileName: 'video.webm', kind: 'video' }, 'webm'],
  [{ fileName: '1700000000000.mp4', type: 'video/quicktime' }, 'mov'],
  [{ fileName: 'sin-terminación', type: 'IMAGE/PNG' }, 'webp'],
  [{ fileName: 'foto.png', type: 'application/octet-stream' }, 'webp'],
] as const)('an upload of %j is stored as %s', (file, stored) => {
  expect(checkUpload(file)).toMatchObject({ stored })
})

const { imageType, videoType, avi, imageSize, videoSize } = uploadMessages

test.each([
  [{ fileName: 'página.html' }, 'type', imageType],
  [{ fileName: 'logo' }, 'type', imageType],
  [{ fileName: '' }, 'type', imageType],
  [{ fileName: 'logo.gif' }, 'type', imageType],
  [{ fileName: 'constructor' }, 'type', imageType],
  [{ fileName: 'x.constructor' }, 'type', imageType],
  [{ fileName: 'video.mp4', kind: 'speaker-photo' }, 'type', imageType],
  [{ fileName: 'foto.png', kind: 'video' }, 'type', videoType],
  [{ fileName: 'video.avi' }, 'type', avi],
  [{ fileName: 'video.mp4', type: 'video/x-msvideo', kind: 'video' }, 'type', avi],
  [{ fileName: 'foto.png', size: uploadBytes.image + 1 }, 'size', imageSize],
  [{ fileName: 'video.mov', size: uploadBytes.video + 1 }, 'size', videoSize],
] as const)('rejects the upload %j because of its %s', (file, wrong, message) => {
  expect(checkUpload(file)).toEqual({ wrong, message })
})

test('the message for an image that is too large names both sizes', () => {
  expect(tooLargeMessage(imageKinds['header-logo'].max, { width: 800, height: 61 })).toEqual({
    title: 'Dimensiones incorrectas',
    text: 'La imagen debe ser máximo 200×60px. Tamaño actual: 800×61px',
  })
})

test('accepts upload requests for all kinds of images and for videos', () => {
  expect(uploadRequestSchema.shape.kind.unwrap().options.toSorted()).toEqual(['video', ...Object.keys(imageKinds)].toSorted())
})

test.each([
  {},
  { fileName: ' ' },
  { fileName: 'a'.repeat(256) },
  { fileName: 'a.png', size: -1 },
  { fileName: 'a.png', name: 'x' },
])('refuses the upload request %j', (body) => {
  expect(uploadRequestSchema.safeParse(body).success).toBe(false)
})
