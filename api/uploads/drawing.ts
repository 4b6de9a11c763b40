/** Every `drawing` in this file must be output of `cleanSvg`. */
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { imageBounds, type LogoBackground } from '../../data/uploads.ts'
import { backgroundFor } from './background.ts'
import { isMargin } from './margin.ts'
import { type Box, boxOf, withBox } from './svg-box.ts'

const renderTimeoutMs = 4000

const [renderedSidePx, ignoredMarginPx] = [1000, 4]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

export function drawnBackground(drawing: string): Promise<LogoBackground | null> {
  return inTime(backgroundFor(sharp(Buffer.from(drawing), { limitInputPixels: imageBounds.maxPixels })))
}

export async function withoutMargin(drawing: string): Promise<string> {
  const box = boxOf(drawing)
  const inner = box && (await inTime(innerBox(drawing, box)))
  return inner ? withBox(drawing, inner) : drawing
}

async function innerBox(drawing: string, box: Box): Promise<Box | null> {
  // At a density of 72 dots per inch, one unit of the SVG is one pixel.
  const density = Math.min(7200, Math.max(1, (72 * renderedSidePx) / Math.max(box.width, box.height)))
  const image = sharp(Buffer.from(withBox(drawing, box)), { density, limitInputPixels: imageBounds.maxPixels })
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const drawn = sharp(data, { raw: info })
  if (!isMargin(data)) return null
  const trimmed = await drawn.trim({ threshold: 12 }).raw().toBuffer({ resolveWithObject: true })
  const { width, height, trimOffsetLeft: offsetLeft = 0, trimOffsetTop: offsetTop = 0 } = trimmed.info
  if (info.width - width <= ignoredMarginPx && info.height - height <= ignoredMarginPx) return null
  const unit = box.width / info.width
  return { x: box.x - offsetLeft * unit, y: box.y - offsetTop * unit, width: width * unit, height: height * unit }
}

const inTime = <T>(work: Promise<T>): Promise<T | null> => Promise.race([work.catch(() => null), wait(renderTimeoutMs, null)])
