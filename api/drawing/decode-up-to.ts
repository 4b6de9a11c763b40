/** Imported only by the drawing thread. */
import sharp, { type Sharp } from 'sharp'

type Size = { width: number; height: number }

/** SVG density in dots per inch for one pixel per unit. */
const plain = 72

/** sharp's limits for the density. */
const [least, greatest] = [1, 7200]

/** Decodes a picture into at most `most` pixels. SVGs are drawn at this size, whatever size they declare. Rejects if unreadable. */
export async function decodeUpTo(bytes: Uint8Array, most: Size): Promise<Sharp> {
  const at = (density: number) => sharp(bytes, { limitInputPixels: false, density }).metadata()
  const { format, width = 1, height = 1 } = await at(plain)
  const density = format === 'svg' ? await densityFor(Math.min(most.width / width, most.height / height)) : plain
  return sharp(bytes, { limitInputPixels: 25_000_000, density }).resize({ ...most, fit: 'inside', withoutEnlargement: true })

  /** Density for a scale. With a size in points or centimetres the result grows with its square. */
  async function densityFor(scale: number): Promise<number> {
    const twice = await at(2 * plain)
    const power = Math.max(1, Math.log2((twice.width ?? width) / width))
    return Math.min(greatest, Math.max(least, plain * scale ** (1 / power)))
  }
}
