import sharp, { type Sharp } from 'sharp'

type Size = { width: number; height: number }

const [minDensity, defaultDensity, maxDensity] = [1, 72, 7200]

export async function decodeUpTo(bytes: Uint8Array, max: Size): Promise<Sharp> {
  const at = (density: number) => sharp(bytes, { limitInputPixels: false, density }).metadata()
  const { format, width = 1, height = 1 } = await at(defaultDensity)
  const density = format === 'svg' ? await densityFor(Math.min(max.width / width, max.height / height)) : defaultDensity
  return sharp(bytes, { limitInputPixels: 25_000_000, density }).resize({ ...max, fit: 'inside', withoutEnlargement: true })

  async function densityFor(scale: number): Promise<number> {
    const twice = await at(2 * defaultDensity)
    const power = Math.max(1, Math.log2((twice.width ?? width) / width))
    return Math.min(maxDensity, Math.max(minDensity, defaultDensity * scale ** (1 / power)))
  }
}
