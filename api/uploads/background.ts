import type { Sharp } from 'sharp'
import { contrastOf, luminanceOf } from '../../data/luminance.ts'
import type { LogoBackground } from '../../data/uploads.ts'

/** `paper` needs less contrast, because most logos are designed for a light background. */
const paper = { luminance: 0.96, minContrast: 2 }
const ink = { luminance: 0.012, minContrast: 2.4 }

/** This share of a logo may be invisible, for example a highlight. */
const acceptedLossShare = 0.1

const opaqueShare = 0.98

export async function backgroundFor(picture: Sharp): Promise<LogoBackground> {
  const small = picture.resize(100, 100, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb').ensureAlpha()
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, index) => pixelAt(data, index))
  const weight = (some: { alpha: number }[]) => some.reduce((sum, { alpha }) => sum + alpha, 0)
  if (weight(pixels) >= opaqueShare * pixels.length) {
    const edge = pixels.filter((_, index) => isEdge(index, info))
    return edge.filter(({ luminance }) => luminance < 0.18).length > edge.length / 2 ? 'dark' : 'light'
  }
  const lostOn = (background: typeof paper) =>
    weight(pixels.filter(({ luminance }) => contrastOf(luminance, background.luminance) < background.minContrast))
  const isLost = lostOn(paper) > acceptedLossShare * weight(pixels)
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
