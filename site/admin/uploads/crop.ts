import type { Dimensions, ImageKind } from '../../../data/uploads.ts'

/** A part of a picture, in percent of its width and height. */
export type Region = { x: number; y: number; width: number; height: number }

/** How much closer than the whole picture one can get. */
export const maximumZoom = 8

/** Photographs may lose what nobody sees; of a logo every pixel and its transparency is kept. */
export const isPhoto = (kind: ImageKind) => kind === 'speaker-photo' || kind === 'about-image'

/** The size in whole pixels with the same proportions that fits into `max`; never larger than it is. */
export function fitInto(max: Dimensions, { width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, max.width / width, max.height / height)
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: pixels(width), height: pixels(height) }
}

/** A region of a picture in its pixels. */
export function pixelsOf({ x, y, width, height }: Region, picture: Dimensions): Region {
  const [right, down] = [picture.width / 100, picture.height / 100]
  return { x: x * right, y: y * down, width: width * right, height: height * down }
}

/** Where to begin: with all of a logo, and with the middle of a photograph in the proportions of its place. */
export function firstRegion(kind: ImageKind, max: Dimensions, picture: Dimensions): Region {
  if (!isPhoto(kind)) return { x: 0, y: 0, width: 100, height: 100 }
  const scale = Math.min(picture.width / max.width, picture.height / max.height)
  const width = ((max.width * scale) / picture.width) * 100
  const height = ((max.height * scale) / picture.height) * 100
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}

/** How close a region is: 1 where it reaches from edge to edge. */
export const zoomOf = ({ width, height }: Region): number => 100 / Math.max(width, height)

/** The region as close as `zoom`, around the same middle where there is room, in the same proportions. */
export function zoomed({ x, y, width, height }: Region, zoom: number): Region {
  const scale = 100 / zoom / Math.max(width, height)
  const size = { width: width * scale, height: height * scale }
  const start = (middle: number, length: number) => Math.min(Math.max(0, middle - length / 2), 100 - length)
  return { x: start(x + width / 2, size.width), y: start(y + height / 2, size.height), ...size }
}
