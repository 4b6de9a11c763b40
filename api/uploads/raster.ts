/** Encodes PNG, JPEG and WebP again as WebP: only the picture survives, whatever else was in the file. */
import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { anyImage, type Dimensions, type ImageKind, imageKinds, tooLarge, uploadMessages } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'

// libvips can read some forty formats, from C libraries of every age. These three are the ones that are taken.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'] })
sharp.cache(false)

/**
 * Writes the image at `from` as WebP to `to`, upright and without metadata, and returns its dimensions in pixels. Animation
 * and transparency are kept. Throws a Refusal: 422 when it is too large for its use or cannot be
 * decoded.
 */
export async function makeWebp(from: string, to: string, kind: ImageKind | null): Promise<Dimensions> {
  const { webp, size } = await convert(from, kind)
  await writeFile(to, webp, { mode: 0o600 })
  return size
}

async function convert(from: string, kind: ImageKind | null): Promise<{ webp: Buffer; size: Dimensions }> {
  try {
    const metadata = await sharp(from, { animated: true, limitInputPixels: false }).metadata()
    const size = checkSize(metadata, kind)
    const isStill = (metadata.pages ?? 1) === 1
    const head = await headOf(from)
    if (head.includes('acTL')) throw new Refusal(422, movingPng)
    const image = sharp(from, { animated: !isStill, limitInputPixels: anyImage.pixels, sequentialRead: true })
    // Lossless sources (logos, drawings) stay lossless.
    const lossless = metadata.format === 'png' || head.includes('VP8L')
    const webp = await (isStill ? image.autoOrient() : image).webp(lossless ? { lossless } : { quality: 85 }).toBuffer()
    return { webp, size }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(422, uploadMessages.unreadable.text)
  }
}

const movingPng = 'Los PNG animados no se admiten. Guarda la imagen como WebP.'

/** The dimensions as shown, from the header alone: nothing is decoded yet. */
function checkSize({ autoOrient, pages = 1, pageHeight }: Metadata, kind: ImageKind | null): Dimensions {
  const size = { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
  const max = kind ? imageKinds[kind].max : { width: anyImage.side, height: anyImage.side }
  if (size.width > max.width || size.height > max.height) throw new Refusal(422, tooLarge(max, size).text)
  if (size.width * size.height * pages > anyImage.pixels) {
    throw new Refusal(422, `La imagen tiene demasiados píxeles (máximo ${anyImage.pixels / 1e6} millones).`)
  }
  return size
}

/** The start of a file, where it says that it is animated or lossless. */
async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
