import type { Sharp } from 'sharp'
import { contrastOf, luminanceOf } from '../../data/luminance.ts'
import type { LogoBackground } from '../../data/uploads.ts'

/** Less contrast is enough on paper, for which logos are designed. */
const paper = { luminance: 0.96, least: 2 }
const ink = { luminance: 0.012, least: 2.4 }

/** May be invisible, such as a highlight. */
const share = 0.1

/** Opaque, except for scaled edges. */
const nearlyAll = 0.98

/** Light if both work. An opaque picture's edge decides. */
export async function backgroundFor(picture: Sharp): Promise<LogoBackground> {
  const small = picture.resize(100, 100, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb').ensureAlpha()
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, index) => pixelAt(data, index))
  const weight = (some: { alpha: number }[]) => some.reduce((sum, { alpha }) => sum + alpha, 0)
  if (weight(pixels) >= nearlyAll * pixels.length) {
    const edge = pixels.filter((_, index) => isEdge(index, info))
    return edge.filter(({ luminance }) => luminance < 0.18).length > edge.length / 2 ? 'dark' : 'light'
  }
  const lostOn = (background: typeof paper) =>
    weight(pixels.filter(({ luminance }) => contrastOf(luminance, background.luminance) < background.least))
  const isLost = lostOn(paper) > share * weight(pixels)
  return isLost && lostOn(paper) > lostOn(ink) ? 'dark' : 'light'
}

function pixelAt(data: Buffer, index: number): { luminance: number; alpha: number } {
  const at = (channel: number) => (data[index * 4 + channel] ?? 0) / 255
  return { luminance: luminanceOf([at(0), at(1), at(2)]), alpha: at(3) }
}

function isEdge(index: number, { width, height }: { width: number; height: number }): boolean {
  const [x, y] = [index % width, Math.floor(index / width)]
  return x === 0 || y === 0 || x === width - 1 || y === height - 1
}
