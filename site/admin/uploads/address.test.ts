import { expect, test } from 'vitest'
import { announce, storedPath } from './address.ts'

test('the request to upload an image contains its file name, cut to 255 characters', () => {
  const file = new File(['1234'], `${'a'.repeat(300)}.png`, { type: 'image/png' })
  const { fileName, ...rest } = announce(file, 'hero-logo')
  expect([fileName.length, fileName.endsWith('a.png'), rest]).toEqual([
    255,
    true,
    { kind: 'hero-logo', type: 'image/png', size: 4 },
  ])
})

test("the request to upload a video contains a generated name and the file's type", () => {
  const { fileName, type } = announce(new File([], 'charla.mov', { type: 'video/quicktime' }), 'video')
  expect([fileName, type]).toEqual([expect.stringMatching(/^\d{13}\.mp4$/), 'video/quicktime'])
})

test("the request to upload a video of unknown type contains the file's name", () => {
  expect(announce(new File([], 'charla.webm'), 'video').fileName).toBe('charla.webm')
})

const address = { uploadURL: '/upload/1.webp?ticket=x', publicURL: '/public-objects/1.webp', fileName: '1.webp' }

test.each([
  [address, 'hero-logo', '/public-objects/1.webp'],
  [{ ...address, publicURL: undefined }, 'hero-logo', '/public-objects/1.webp'],
  [{ uploadURL: '/upload/2.mp4?ticket=x', fileName: '' }, 'video', '/public-objects/2.mp4'],
  [{ uploadURL: 'https://files.example/bucket/a/2.mp4?x=1', fileName: '' }, 'video', '/public-objects/a/2.mp4'],
] as const)('the upload URLs %j for the file %s lead to the stored path %s', (given, kind, path) => {
  expect(storedPath(given, kind)).toBe(path)
})
