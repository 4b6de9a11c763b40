import sharp from 'sharp'
import { colorsOf, ground, ink, paleInk, sheet, type Yarns } from '../../data/look/drawing-colors.ts'
import type { WeaveTile } from '../../data/look/own-weave.ts'
import { weaveOf } from '../../data/look/weave.ts'
import type { Bytes } from '../serving/site.ts'
import { decodeUpTo } from './decode-up-to.ts'
import { shapesOf } from './glyphs.ts'
import type { CardShape, ShareCard } from './share-card.ts'
import { breakEvenly, breakLines, fitTitle, heightOf, placeLines } from './text-layout.ts'
import { writable } from './writable.ts'

type Size = { width: number; height: number }
type Box = Size & { left: number; top: number }

type Shape = Size & {
  weave: { withFaces: number; alone: number }
  margin: number
  titleSizes: number[]
  textSizes: { eyebrow: number; people: number; fact: number }
  faces: (Size & { rows: number[] })[]
}

const shapes: Record<CardShape, Shape> = {
  wide: {
    width: 1200,
    height: 630,
    weave: { withFaces: 360, alone: 264 },
    margin: 62,
    titleSizes: [112, 100, 90, 81, 73, 66, 60, 54, 48, 43, 38, 34, 30, 27],
    textSizes: { eyebrow: 24, people: 34, fact: 29 },
    faces: [
      { rows: [1], width: 288, height: 384 },
      { rows: [1, 1], width: 236, height: 274 },
      { rows: [1, 1, 1], width: 172, height: 176 },
      { rows: [2, 2], width: 150, height: 200 },
      { rows: [2, 1, 2], width: 150, height: 176 },
    ],
  },
  square: {
    width: 1080,
    height: 1080,
    weave: { withFaces: 452, alone: 330 },
    margin: 72,
    titleSizes: [132, 120, 108, 97, 88, 79, 71, 64, 58, 52, 46, 41, 37, 33],
    textSizes: { eyebrow: 30, people: 42, fact: 36 },
    faces: [
      { rows: [1], width: 276, height: 368 },
      { rows: [2], width: 276, height: 368 },
      { rows: [3], width: 270, height: 360 },
      { rows: [4], width: 224, height: 298 },
      { rows: [5], width: 180, height: 240 },
    ],
  },
}

export async function drawShareCard(card: ShareCard, shape: CardShape, portraits: Bytes[]): Promise<Bytes> {
  const { width, height, weave, margin } = shapes[shape]
  const { name, accent, pattern } = card.conference
  const { color, yarns } = colorsOf(accent)
  const tile = weaveOf({ look: { pattern }, hero: { title: name } })
  const faces = (await Promise.all(portraits.slice(0, 5).map(decoded))).filter((face) => face !== null)
  const depth = faces.length > 0 ? weave.withFaces : weave.alone
  const isWide = shape === 'wide'
  const woven = isWide ? { left: width - depth, top: 0, width: depth, height } : { left: 0, top: 0, width, height: depth }
  const words = {
    left: margin,
    top: (isWide ? 0 : depth) + margin,
    width: width - (isWide ? depth : 0) - 2 * margin,
    height: height - (isWide ? 0 : depth) - 2 * margin,
  }
  const layers = [
    { input: Buffer.from(weaveOn(woven, tile, yarns)), left: woven.left, top: woven.top },
    { input: Buffer.from(wordsOn(words, card, shapes[shape], color)), left: 0, top: 0 },
    ...(await framedFaces(faces, shapes[shape], woven)),
  ]
  const png = await sharp({ create: { width, height, channels: 3, background: sheet } })
    .composite(layers)
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toBuffer()
  return Buffer.from(png)
}

function wordsOn(box: Box, card: ShareCard, { width, height, titleSizes, textSizes }: Shape, color: string): string {
  const people = writable(card.people)
  const ownTitle = writable(card.title)
  // If the fonts cannot write the title, the speakers' names take its place.
  const title = ownTitle || people || writable(card.conference.name)
  const eyebrow = writable(card.eyebrow).toUpperCase()
  const eyebrowStyle = { size: textSizes.eyebrow, maxLines: 2, spacing: 3, weight: 800, color } as const
  const peopleStyle = { size: textSizes.people, maxLines: 3, weight: 800, color: ink } as const
  const factStyle = { size: textSizes.fact, maxLines: 1, weight: 400, color: paleInk } as const
  const above = eyebrow === title.toUpperCase() ? [] : breakLines(eyebrow, eyebrowStyle, box.width)
  const below = [
    ...(ownTitle ? breakEvenly(people, peopleStyle, box.width) : []),
    ...card.facts.flatMap((fact) => breakLines(writable(fact), factStyle, box.width)),
  ]
  const room = box.height - heightOf([...above, ...below]) - 2 * textSizes.eyebrow
  const lines = fitTitle(title, titleSizes, { width: box.width, height: room }, { color: ink, leading: 1.06 })
  const texts = [
    ...placeLines(above, box.left, box.top),
    ...placeLines(lines, box.left, box.top + heightOf(above) + textSizes.eyebrow * 0.6),
    ...placeLines(below, box.left, box.top + box.height - heightOf(below)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${texts.map(shapesOf).join('')}</svg>`
}

function weaveOn({ width, height }: Size, tile: WeaveTile | null, yarns: Yarns): string {
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
  if (!tile) return `${start}<rect width="${width}" height="${height}" fill="${yarns[1]}"/></svg>`
  const columns = Math.max(1, Math.round(width / (tile.width * 5)))
  const scale = width / columns / tile.width
  const layers = tile.layers.map(({ yarn, d }) => `<path fill="${yarns[yarn]}" d="${d}"/>`).join('')
  const top = (height - tile.height * scale) / 2
  return `${start}<pattern id="w" y="${top}" width="${tile.width * scale}" height="${tile.height * scale}" patternUnits="userSpaceOnUse"><g transform="scale(${scale})" shape-rendering="crispEdges"><rect width="${tile.width}" height="${tile.height}" fill="${yarns[0]}"/>${layers}</g></pattern><rect width="${width}" height="${height}" fill="url(#w)"/></svg>`
}

async function framedFaces(faces: Buffer[], shape: Shape, woven: Box) {
  const grid = shape.faces[faces.length - 1]
  if (!grid) return []
  const { rows, width, height } = grid
  const gap = 20
  const totalHeight = rows.length * (height + gap) - gap
  const places = rows.flatMap((count, row) => {
    const top = woven.top + Math.round((woven.height - totalHeight) / 2) + row * (height + gap)
    const rowLeft = woven.left + Math.round((woven.width - count * (width + gap) + gap) / 2)
    return Array.from({ length: count }, (_, index) => ({ left: rowLeft + index * (width + gap), top }))
  })
  return Promise.all(faces.map(async (face, index) => ({ left: 0, top: 0, ...places[index], input: await framed(face, grid) })))
}

const decoded = async (portrait: Bytes) => {
  try {
    const picture = await decodeUpTo(portrait, { width: 1200, height: 1200 })
    return await picture.flatten({ background: ground }).toColourspace('srgb').png().toBuffer()
  } catch {
    return null
  }
}

async function framed(face: Buffer, { width, height }: Size): Promise<Buffer> {
  const edge = 8
  const picture = await sharp(face)
    .resize({ width: width - 2 * edge, height: height - 2 * edge, fit: 'cover', position: 'top' })
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: sheet } })
    .composite([{ input: picture, left: edge, top: edge }])
    .png()
    .toBuffer()
}
