import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type Dimensions, type ImageKind, imageKinds, storedSize } from '../../data/image-kinds.ts'
import { imageBounds, type LogoBackground, tooLargeMessage, uploadMessages } from '../../data/uploads.ts'
import { backgroundFor } from './background.ts'
import { isMargin } from './margin.ts'
import { Refusal } from './refusal.ts'

// libvips reads forty formats, most of them rarely tested. Allows only PNG, JPEG and WebP.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'] })
sharp.cache(false)

type Picture = { size: Dimensions; background: LogoBackground | null }

/**
 * Encodes an image again, without its metadata. Throws a Refusal (422) if the image is unreadable, too large, or an animated PNG.
 */
export async function makeWebp(from: string, to: string, kind: ImageKind | null): Promise<Picture> {
  try {
    const metadata = await sharp(from, { animated: true, limitInputPixels: false }).metadata()
    const sourceSize = checkSize(metadata)
    const isStill = (metadata.pages ?? 1) === 1
    const head = await headOf(from)
    if (head.includes('acTL')) throw new Refusal(422, movingPng)
    const read = () => sharp(from, { animated: !isStill, limitInputPixels: imageBounds.maxPixels, sequentialRead: true })
    const upright = isStill ? await trimmed(read().autoOrient(), kind) : read()
    // Pages show speakers' photos at half their size, so these photos need less quality.
    const lossless = metadata.format === 'png' || head.includes('VP8L')
    const webp = fitted(upright, sourceSize, kind).webp(lossless ? { lossless } : { quality: kind === 'speaker-photo' ? 75 : 85 })
    const { data, info } = await webp.toBuffer({ resolveWithObject: true })
    await writeFile(to, data, { mode: 0o600 })
    const size = { width: info.width, height: info.pageHeight ?? info.height }
    // The margin of the original shows whether a logo has a background of its own.
    const first = () => sharp(from, { limitInputPixels: imageBounds.maxPixels })
    return { size, background: mayBeLogo(kind) ? await backgroundFor(first()) : null }
  } catch (error) {
    if (error instanceof Refusal || isDiskError(error)) throw error
    throw new Refusal(422, uploadMessages.unreadable.text)
  }
}

const movingPng = 'Los PNG animados no se admiten. Guarda la imagen como WebP.'

const mayBeLogo = (kind: ImageKind | null) => kind === 'partner-logo' || kind === null

const isDiskError = (error: unknown) => error instanceof Error && 'syscall' in error

async function trimmed(image: Sharp, kind: ImageKind | null): Promise<Sharp> {
  if (kind !== 'partner-logo') return image
  const corner = image.clone().toColourspace('srgb').ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 })
  if (!isMargin(await corner.raw().toBuffer())) return image
  const { data, info } = await image.trim({ threshold: 12 }).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

function fitted(image: Sharp, { width, height }: Dimensions, kind: ImageKind | null): Sharp {
  if (!kind) return image
  const { max } = imageKinds[kind]
  if (width <= max.width && height <= max.height) return image
  const targetSize = storedSize(kind)
  if (kind !== 'speaker-photo') return image.resize({ ...targetSize, fit: 'inside', withoutEnlargement: true })
  const scale = Math.min(1, width / targetSize.width, height / targetSize.height)
  const size = { width: Math.round(targetSize.width * scale), height: Math.round(targetSize.height * scale) }
  return image.resize({ ...size, fit: 'cover', position: sharp.strategy.attention })
}

function checkSize({ autoOrient, pages = 1, pageHeight }: Metadata): Dimensions {
  const size = { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
  const max = { width: imageBounds.maxSidePx, height: imageBounds.maxSidePx }
  if (size.width > max.width || size.height > max.height) throw new Refusal(422, tooLargeMessage(max, size).text)
  if (size.width * size.height * pages > imageBounds.maxPixels) {
    throw new Refusal(422, `La imagen tiene demasiados píxeles (máximo ${imageBounds.maxPixels / 1e6} millones).`)
  }
  return size
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
