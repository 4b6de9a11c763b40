/** Looks at drawings by drawing them. They have to be clean (`cleanSvg`). */
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { anyImage, type LogoBackground } from '../../data/uploads.ts'
import { backgroundFor } from './background.ts'
import { isMargin } from './margin.ts'
import { type Box, boxOf, withBox } from './svg-box.ts'

/** Longer than any logo takes, in milliseconds. */
const patience = 4000

/** How large a drawing is drawn to find its margin, in pixels, and of how many of them nobody says that they are one. */
const [side, tolerance] = [1000, 4]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

/** The background that shows a drawing; null for one that cannot be drawn, or takes too long. */
export function drawnBackground(drawing: string): Promise<LogoBackground | null> {
  return inTime(backgroundFor(sharp(Buffer.from(drawing), { limitInputPixels: anyImage.pixels })))
}

/** The drawing without the transparent or white margin around it; as it is where there is none, or nobody can tell. */
export async function withoutMargin(drawing: string): Promise<string> {
  const box = boxOf(drawing)
  const inner = box && (await inTime(innerBox(drawing, box)))
  return inner ? withBox(drawing, inner) : drawing
}

async function innerBox(drawing: string, box: Box): Promise<Box | null> {
  // At 72 dots to the inch a unit is a pixel.
  const density = Math.min(7200, Math.max(1, (72 * side) / Math.max(box.width, box.height)))
  const image = sharp(Buffer.from(withBox(drawing, box)), { density, limitInputPixels: anyImage.pixels })
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const drawn = sharp(data, { raw: info })
  if (!isMargin(data)) return null
  const trimmed = await drawn.trim({ threshold: 12 }).raw().toBuffer({ resolveWithObject: true })
  const { width, height, trimOffsetLeft: left = 0, trimOffsetTop: top = 0 } = trimmed.info
  if (info.width - width <= tolerance && info.height - height <= tolerance) return null
  const unit = box.width / info.width
  return { x: box.x - left * unit, y: box.y - top * unit, width: width * unit, height: height * unit }
}

const inTime = <T>(work: Promise<T>): Promise<T | null> => Promise.race([work.catch(() => null), wait(patience, null)])
