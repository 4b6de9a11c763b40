import type { Dimensions, ImageKind } from '../../data/image-kinds.ts'

/** Part of a picture, in percent of its size. */
export type Region = { x: number; y: number; width: number; height: number }

export const maximumZoom = 8

export const isPhoto = (kind: ImageKind) => !kind.endsWith('logo')

export function fitInto(max: Dimensions, { width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, max.width / width, max.height / height)
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: pixels(width), height: pixels(height) }
}

export function pixelsOf({ x, y, width, height }: Region, picture: Dimensions): Region {
  const [right, down] = [picture.width / 100, picture.height / 100]
  return { x: x * right, y: y * down, width: width * right, height: height * down }
}

export function firstRegion(kind: ImageKind, max: Dimensions, picture: Dimensions): Region {
  if (!isPhoto(kind)) return { x: 0, y: 0, width: 100, height: 100 }
  const scale = Math.min(picture.width / max.width, picture.height / max.height)
  const width = ((max.width * scale) / picture.width) * 100
  const height = ((max.height * scale) / picture.height) * 100
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}

export const zoomOf = ({ width, height }: Region): number => 100 / Math.max(width, height)

export function zoomTo({ x, y, width, height }: Region, zoom: number): Region {
  const scale = 100 / zoom / Math.max(width, height)
  const size = { width: width * scale, height: height * scale }
  const start = (middle: number, length: number) => Math.min(Math.max(0, middle - length / 2), 100 - length)
  return { x: start(x + width / 2, size.width), y: start(y + height / 2, size.height), ...size }
}
