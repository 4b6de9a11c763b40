import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ImageKind } from '../../data/image-kinds.ts'
import { temporaryDir } from '../../data/testing.ts'
import { createImageMaker } from './images.ts'
import { Refusal } from './refusal.ts'
import { bytesOf, picture } from './testing.ts'

async function make(file: Uint8Array | string, kind: ImageKind | null = null, stored: 'webp' | 'svg' = 'webp') {
  const dir = temporaryDir()
  const [from, to] = [join(dir, 'from'), join(dir, 'to')]
  writeFileSync(from, file)
  const { size, background } = await createImageMaker()(from, to, { media: 'image', stored }, kind)
  return { size, background, made: readFileSync(to) }
}

test.each(['png', 'jpeg', 'webp'] as const)('a %s becomes a WebP of the same dimensions', async (format) => {
  const { size, made } = await make(await bytesOf(picture().toFormat(format)))
  const { format: result, width, height } = await sharp(made).metadata()
  expect([result, { width, height }, size]).toEqual(['webp', { width: 180, height: 50 }, { width: 180, height: 50 }])
})

test('an uploaded logo keeps all its pixels, including transparent ones', async () => {
  const logo = picture(40, 20).composite([{ input: await picture(7, 5).toColourspace('srgb').png().toBuffer(), left: 3, top: 4 }])
  const png = await bytesOf(logo.png())
  const { made } = await make(png)
  expect(await sharp(made).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer())
})

test('stores a photo upright and without metadata, such as its location', async () => {
  const exif = { IFD0: { Make: 'Cámara de prueba' }, IFD3: { GPSLatitude: '14/1 38/1 0/1' } }
  const photo = await bytesOf(picture(300, 200).flatten().withExif(exif).withMetadata({ orientation: 6, exif }).jpeg())
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { size, made } = await make(photo, 'speaker-photo')
  const { exif: left, orientation, width, height } = await sharp(made).metadata()
  expect([left, orientation, { width, height }, size]).toEqual([
    undefined,
    undefined,
    { width: 200, height: 300 },
    { width: 200, height: 300 },
  ])
})

test('an uploaded animation keeps its frames, their durations and its loops', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await bytesOf(sharp(frames, { join: { animated: true } }).webp({ delay: [100, 200, 300], loop: 2 }))
  const { size, made } = await make(moving)
  const { pages, delay, loop } = await sharp(made).metadata()
  expect([size, pages, delay, loop]).toEqual([{ width: 20, height: 10 }, 3, [100, 200, 300], 2])
})

test('removes data that is appended to an image, such as a ZIP file', async () => {
  const tail = 'PK\x03\x04<script>alert(1)</script>'
  const { made } = await make(Buffer.concat([await bytesOf(picture().png()), Buffer.from(tail)]))
  expect(made.includes('script')).toBe(false)
  expect(made.includes('PK\x03\x04')).toBe(false)
})

async function refusal(file: Uint8Array | string, kind: ImageKind | null = null) {
  const error = await make(file, kind).catch((error: unknown) => error)
  if (!(error instanceof Refusal)) throw error
  return [error.status, error.message]
}

test.each([
  [16_384, 1, null, 'La imagen debe ser máximo 16383×16383px. Tamaño actual: 16384×1px'],
  [5001, 5000, null, 'La imagen tiene demasiados píxeles (máximo 25 millones).'],
  [5001, 5000, 'speaker-photo', 'La imagen tiene demasiados píxeles (máximo 25 millones).'],
] as const)('rejects an image of %d×%d pixels (for the field: %s)', async (width, height, kind, message) => {
  expect(await refusal(await bytesOf(picture(width, height).png()), kind)).toEqual([422, message])
})

test.each([
  [800, 200, 'header-logo', { width: 400, height: 100 }],
  [400, 122, 'header-logo', { width: 393, height: 120 }],
  [3000, 1000, 'about-image', { width: 600, height: 200 }],
  [180, 50, 'header-logo', { width: 180, height: 50 }],
  [1200, 1600, 'speaker-photo', { width: 600, height: 800 }],
  [2400, 1600, 'speaker-photo', { width: 600, height: 800 }],
  [900, 200, 'speaker-photo', { width: 150, height: 200 }],
  [300, 200, 'speaker-photo', { width: 300, height: 200 }],
] as const)('an image of %d×%d pixels for %s is reduced to twice its displayed size: %j', async (width, height, kind, size) => {
  const { size: told, made } = await make(await bytesOf(picture(width, height).png()), kind)
  const { width: wide, height: high } = await sharp(made).metadata()
  expect([told, { width: wide, height: high }]).toEqual([size, size])
})

const on = (background: string, ink: string) =>
  bytesOf(
    sharp({ create: { width: 300, height: 300, channels: 4, background } })
      .composite([{ input: { create: { width: 100, height: 40, channels: 3, background: ink } }, left: 60, top: 130 }])
      .png(),
  )

test.each([
  ['a transparent margin', '#0000', '#123456', { width: 100, height: 40 }],
  ['a white margin', '#fff', '#123456', { width: 100, height: 40 }],
  ['a margin in another colour stays', '#0a3d62', '#ffffff', { width: 200, height: 200 }],
])('crops the margin of a partner logo if the margin is transparent or white: %s', async (_, background, ink, size) => {
  expect((await make(await on(background, ink), 'partner-logo')).size).toEqual(size)
})

test.each([
  ['a white logo', '#0000', '#ffffff', 'dark'],
  ['a dark logo', '#0000', '#1d1838', 'light'],
  ['a bright logo that is visible on both', '#0000', '#e03a2f', 'light'],
  ['a logo with a white background', '#ffffff', '#1d1838', 'light'],
  ['a logo with a dark background', '#101820', '#ffffff', 'dark'],
])('detects the background on which a partner logo is visible: %s', async (_, background, ink, expected) => {
  expect((await make(await on(background, ink), 'partner-logo')).background).toBe(expected)
})

const drawing = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><path fill="${fill}" d="M20 20h160v40h-160z"/></svg>`

const padded = '<path fill="#123456" d="M60 130h100v40h-100z"></path></svg>'
const ns = 'xmlns="http://www.w3.org/2000/svg"'

test.each([
  ['viewBox="0 0 300 300"', 'viewBox="60 130 100 40" width="100" height="40"'],
  ['width="300" height="300"', 'viewBox="60 130 100 40" width="100" height="40"'],
  ['width="600px" height="600px" viewBox="0 0 300 300"', 'viewBox="60 130 100 40" width="100" height="40"'],
  ['viewBox="50 120 120 60"', 'viewBox="60 130 100 40" width="100" height="40"'],
  ['viewBox="60 130 100 40"', 'viewBox="60 130 100 40"'],
  ['width="300" height="100" viewBox="0 0 300 300"', 'width="300" height="100" viewBox="0 0 300 300"'],
  ['viewBox="0 0 300 300" preserveAspectRatio="none"', 'viewBox="0 0 300 300" preserveAspectRatio="none"'],
])('the SVG partner logo with %s is stored with %s', async (given, expected) => {
  const { made } = await make(`<svg ${ns} ${given}>${padded}`, 'partner-logo', 'svg')
  const [, shown = ''] = /<svg [^ ]+ ([^>]*)>/.exec(made.toString()) ?? []
  const numbers = (text: string) => text.match(/[\d.]+/g)?.map(Number) ?? []
  expect(shown.replace(/[\d.]+/g, 'n')).toBe(expected.replace(/[\d.]+/g, 'n'))
  for (const [index, number] of numbers(shown).entries())
    expect(Math.abs(number - (numbers(expected)[index] ?? 0))).toBeLessThan(1)
  expect(made.toString()).toContain(padded)
})

test('does not crop an SVG logo with a coloured margin, or an SVG that is no partner logo', async () => {
  const coloured = `<svg ${ns} viewBox="0 0 300 300"><rect width="300" height="300" fill="#0a3d62"></rect>${padded}`
  expect((await make(coloured, 'partner-logo', 'svg')).made.toString()).toBe(coloured)
  const logo = `<svg ${ns} viewBox="0 0 300 300">${padded}`
  expect((await make(logo, 'header-logo', 'svg')).made.toString()).toBe(logo)
})

test.each([
  ['a white drawing', drawing('#fff'), 'dark'],
  ['a dark drawing', drawing('#1d1838'), 'light'],
  [
    'a brown drawing with a little white',
    drawing('#7d2f10').replace('</svg>', '<path fill="#fff" d="M30 30h10v10z"/></svg>'),
    'light',
  ],
  [
    'white words beside a larger red mark',
    drawing('#c8102e').replace('</svg>', '<path fill="#fff" d="M120 20h60v40h-60z"/></svg>'),
    'dark',
  ],
  ['a bright yellow drawing', drawing('#ffd400'), 'dark'],
  ['an empty drawing', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', 'light'],
])('detects the background on which an SVG partner logo is visible: %s', async (_, svg, expected) => {
  expect((await make(svg, 'partner-logo', 'svg')).background).toBe(expected)
})

test('detects no background for photos or for the logo of the conference', async () => {
  const file = await on('#0000', '#fff')
  expect((await make(file, 'speaker-photo')).background).toBeNull()
  expect((await make(file, 'header-logo')).background).toBeNull()
})

test.each([
  [
    'an incomplete image',
    async () =>
      (
        await bytesOf(
          sharp({
            create: { width: 90, height: 90, channels: 3, background: '#f00', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
          }).png(),
        )
      ).subarray(0, 4000),
  ],
  ['a TIFF, which the library could read', async () => bytesOf(picture().tiff())],
  [
    'an SVG, which the library could draw',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
])('rejects %s as an image, with a message', async (_, file) => {
  expect(await refusal(await file())).toEqual([422, 'No se pudo validar las dimensiones de la imagen'])
})

test('rejects an animated PNG, which would lose its animation', async () => {
  const png = Buffer.from(await bytesOf(picture().png()))
  const chunk = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1')
  expect(await refusal(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))).toEqual([
    422,
    'Los PNG animados no se admiten. Guarda la imagen como WebP.',
  ])
})

test('processes the next image after an image that fails', async () => {
  const dir = temporaryDir()
  const makeImage = createImageMaker()
  const type = { media: 'image', stored: 'webp' } as const
  writeFileSync(join(dir, 'good'), await bytesOf(picture().png()))
  writeFileSync(join(dir, 'bad'), 'no image')
  const results = await Promise.allSettled(
    ['bad', 'good'].map((name) => makeImage(join(dir, name), join(dir, `${name}.webp`), type, null)),
  )
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
