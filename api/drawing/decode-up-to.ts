/** A picture that is drawn into another one. Imported only by the thread that draws. */
import sharp, { type Sharp } from 'sharp'

type Size = { width: number; height: number }

/** The density, in dots per inch, at which a unit of a drawing is a pixel. */
const plain = 72

/** What sharp takes as a density. */
const [least, greatest] = [1, 7200]

/**
 * Decodes a picture with at most so many pixels each way. A drawing may say any size of itself: it is drawn at this one alone. Rejects
 * where it cannot be read.
 */
export async function decodeUpTo(bytes: Uint8Array, most: Size): Promise<Sharp> {
  const at = (density: number) => sharp(bytes, { limitInputPixels: false, density }).metadata()
  const { format, width = 1, height = 1 } = await at(plain)
  const density = format === 'svg' ? await densityFor(Math.min(most.width / width, most.height / height)) : plain
  return sharp(bytes, { limitInputPixels: 25_000_000, density }).resize({ ...most, fit: 'inside', withoutEnlargement: true })

  /** The density at which a drawing is so many times as large: one that says its size in points or centimetres grows with its square. */
  async function densityFor(scale: number): Promise<number> {
    const twice = await at(2 * plain)
    const power = Math.max(1, Math.log2((twice.width ?? width) / width))
    return Math.min(greatest, Math.max(least, plain * scale ** (1 / power)))
  }
}
