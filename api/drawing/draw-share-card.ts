/** Draws share cards. Imported only by the drawing thread, because its libraries are large and slow to load. */
import sharp from 'sharp'
import { accentColorsOf } from '../../data/look/accent.ts'
import type { WeaveTile } from '../../data/look/own-weave.ts'
import { weaveOf } from '../../data/look/weave.ts'
import type { Bytes } from '../serving/site.ts'
import { decodeUpTo } from './decode-up-to.ts'
import { shapesOf } from './glyphs.ts'
import type { CardShape, ShareCard } from './share-card.ts'
import { evenly, heightOf, placed, set, titled } from './text-layout.ts'
import { writable } from './writable.ts'

const paper = '#fdfaf5'
const ink = '#1d1838'
const quiet = '#4a4460'
const ground = '#e6dccb'
const cochineal = '#b3123f'

type Box = { left: number; top: number; width: number; height: number }

/** Size, woven part with and without portraits, and margin. `sizes` are for the title. */
const shapes: Record<CardShape, { width: number; height: number; woven: [number, number]; margin: number; sizes: number[] }> = {
  wide: {
    width: 1200,
    height: 630,
    woven: [360, 264],
    margin: 62,
    sizes: [112, 100, 90, 81, 73, 66, 60, 54, 48, 43, 38, 34, 30, 27],
  },
  square: {
    width: 1080,
    height: 1080,
    woven: [452, 330],
    margin: 72,
    sizes: [132, 120, 108, 97, 88, 79, 71, 64, 58, 52, 46, 41, 37, 33],
  },
}

/** Areas for pattern and words, side by side or stacked. */
function boxes(shape: CardShape, hasPortraits: boolean): { woven: Box; words: Box } {
  const { width, height, woven, margin } = shapes[shape]
  const band = woven[hasPortraits ? 0 : 1]
  const within = ({ left, top, width, height }: Box) => ({
    left: left + margin,
    top: top + margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
  })
  if (shape === 'wide')
    return {
      woven: { left: width - band, top: 0, width: band, height },
      words: within({ left: 0, top: 0, width: width - band, height }),
    }
  return { woven: { left: 0, top: 0, width, height: band }, words: within({ left: 0, top: band, width, height: height - band }) }
}

/** Draws a PNG, which takes 0.1 to 0.2 seconds. */
export async function drawShareCard(card: ShareCard, shape: CardShape, portraits: Bytes[]): Promise<Bytes> {
  const { width, height } = shapes[shape]
  const { color, secondary } = accentColorsOf(card.conference.accent || cochineal).light
  const { name, pattern } = card.conference
  const tile = weaveOf({ look: { pattern }, hero: { title: name } })
  const faces = (await Promise.all(portraits.slice(0, 5).map(decoded))).filter((portrait) => portrait !== null)
  const { woven, words } = boxes(shape, faces.length > 0)
  const layers = [
    { input: Buffer.from(weave(woven, tile, [ground, color, secondary, paper])), left: woven.left, top: woven.top },
    { input: Buffer.from(wordsOf(card, shape, words, color)), left: 0, top: 0 },
    ...(await framedFaces(faces, shape, woven)),
  ]
  const png = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toBuffer()
  return Buffer.from(png)
}

/** Size in pixels and maximum lines. */
const type: Record<CardShape, { eyebrow: number; people: number; fact: number }> = {
  wide: { eyebrow: 24, people: 34, fact: 29 },
  square: { eyebrow: 30, people: 42, fact: 36 },
}

/** Uses the largest title size that fits. */
function wordsOf(card: ShareCard, shape: CardShape, box: Box, color: string): string {
  const { sizes } = shapes[shape]
  const size = type[shape]
  const people = writable(card.people)
  // The speakers replace a title that the fonts cannot write.
  const written = writable(card.title)
  const title = written || people || writable(card.conference.name)
  const eyebrow = writable(card.eyebrow).toUpperCase()
  const above =
    eyebrow === title.toUpperCase()
      ? []
      : set(eyebrow, { size: size.eyebrow, most: 2, spacing: 3, weight: 800, color }, box.width)
  const below = [
    ...(written ? evenly(people, { size: size.people, most: 3, weight: 800, color: ink }, box.width) : []),
    ...card.facts.flatMap((fact) => set(writable(fact), { size: size.fact, most: 1, weight: 400, color: quiet }, box.width)),
  ]
  const room = box.height - heightOf([...above, ...below]) - 2 * size.eyebrow
  const lines = titled(title, sizes, { width: box.width, height: room }, { color: ink, leading: 1.06 })
  const { width, height } = shapes[shape]
  const shown = [
    ...placed(above, box.left, box.top),
    ...placed(lines, box.left, box.top + heightOf(above) + size.eyebrow * 0.6),
    ...placed(below, box.left, box.top + box.height - heightOf(below)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shown.map(shapesOf).join('')}</svg>`
}

/** The accent colour alone if there is no pattern. */
function weave({ width, height }: Box, tile: WeaveTile | null, yarns: [string, string, string, string]): string {
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
  if (!tile) return `${start}<rect width="${width}" height="${height}" fill="${yarns[1]}"/></svg>`
  // Only whole figures across.
  const across = Math.max(1, Math.round(width / (tile.width * 5)))
  const scale = width / across / tile.width
  const layers = tile.layers.map(({ yarn, d }) => `<path fill="${yarns[yarn]}" d="${d}"/>`).join('')
  const top = (height - tile.height * scale) / 2
  return `${start}<pattern id="w" y="${top}" width="${tile.width * scale}" height="${tile.height * scale}" patternUnits="userSpaceOnUse"><g transform="scale(${scale})" shape-rendering="crispEdges"><rect width="${tile.width}" height="${tile.height}" fill="${yarns[0]}"/>${layers}</g></pattern><rect width="${width}" height="${height}" fill="url(#w)"/></svg>`
}

/** Portraits in each row, for one to five portraits. */
const rows: Record<CardShape, number[][]> = {
  wide: [[1], [1, 1], [1, 1, 1], [2, 2], [2, 1, 2]],
  square: [[1], [2], [3], [4], [5]],
}

async function framedFaces(faces: Buffer[], shape: CardShape, woven: Box) {
  const inRows = rows[shape][faces.length - 1] ?? []
  const size = sizesOf(shape, faces.length)
  const gap = 20
  const total = inRows.length * (size.height + gap) - gap
  const places = inRows.flatMap((count, row) => {
    const top = woven.top + Math.round((woven.height - total) / 2) + row * (size.height + gap)
    const left = woven.left + Math.round((woven.width - count * (size.width + gap) + gap) / 2)
    return Array.from({ length: count }, (_, index) => ({ left: left + index * (size.width + gap), top }))
  })
  return Promise.all(faces.map(async (face, index) => ({ left: 0, top: 0, ...places[index], input: await framed(face, size) })))
}

const sizesOf = (shape: CardShape, count: number): { width: number; height: number } => {
  if (shape === 'wide') {
    const [width = 140, height = 140] = [[], [288, 384], [236, 274], [172, 176], [150, 200], [150, 176]][count] ?? []
    return { width, height }
  }
  const [width = 180, height = 240] = [[], [276, 368], [276, 368], [270, 360], [224, 298], [180, 240]][count] ?? []
  return { width, height }
}

const decoded = async (portrait: Bytes) => {
  try {
    const picture = await decodeUpTo(portrait, { width: 1200, height: 1200 })
    return await picture.flatten({ background: ground }).toColourspace('srgb').png().toBuffer()
  } catch {
    return null
  }
}

/** Cropped to the main subject. */
async function framed(portrait: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const edge = 8
  const cut = { width: width - 2 * edge, height: height - 2 * edge }
  const picture = await sharp(portrait)
    .resize({ ...cut, fit: 'cover', position: 'top' })
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([{ input: picture, left: edge, top: edge }])
    .png()
    .toBuffer()
}
