/** Encodes PNG, JPEG and WebP again as WebP: only the picture survives, whatever else was in the file. */
import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  anyImage,
  type Dimensions,
  type ImageKind,
  imageKinds,
  keptSize,
  type LogoBackground,
  tooLarge,
  uploadMessages,
} from '../../data/uploads.ts'
import { backgroundFor } from './background.ts'
import { isMargin } from './margin.ts'
import { Refusal } from './refusal.ts'

// libvips can read some forty formats, from C libraries of every age. These three are the ones that are taken.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'] })
sharp.cache(false)

type Picture = { size: Dimensions; background: LogoBackground | null }

/**
 * Writes the image at `from` as WebP to `to`, upright, without metadata, and no larger than its use allows. Returns its
 * dimensions in pixels, and of what may be a logo the background that shows it. Animation and transparency are kept, the
 * empty margin of a partner's logo is not. Throws a Refusal: 422 when it has more pixels than are taken or cannot be decoded.
 */
export async function makeWebp(from: string, to: string, kind: ImageKind | null): Promise<Picture> {
  try {
    const metadata = await sharp(from, { animated: true, limitInputPixels: false }).metadata()
    const given = checkSize(metadata)
    const isStill = (metadata.pages ?? 1) === 1
    const head = await headOf(from)
    if (head.includes('acTL')) throw new Refusal(422, movingPng)
    const read = () => sharp(from, { animated: !isStill, limitInputPixels: anyImage.pixels, sequentialRead: true })
    const upright = isStill ? await trimmed(read().autoOrient(), kind) : read()
    // Lossless sources (logos, drawings) stay lossless. What is shown at half its size shows less of the loss.
    const lossless = metadata.format === 'png' || head.includes('VP8L')
    const webp = fitted(upright, given, kind).webp(lossless ? { lossless } : { quality: kind === 'speaker-photo' ? 75 : 85 })
    const { data, info } = await webp.toBuffer({ resolveWithObject: true })
    await writeFile(to, data, { mode: 0o600 })
    const size = { width: info.width, height: info.pageHeight ?? info.height }
    // With its margin, which tells a logo from one that fills its own background.
    const first = () => sharp(from, { limitInputPixels: anyImage.pixels })
    return { size, background: mayBeLogo(kind) ? await backgroundFor(first()) : null }
  } catch (error) {
    if (error instanceof Refusal || isDiskError(error)) throw error
    throw new Refusal(422, uploadMessages.unreadable.text)
  }
}

const movingPng = 'Los PNG animados no se admiten. Guarda la imagen como WebP.'

const mayBeLogo = (kind: ImageKind | null) => kind === 'partner-logo' || kind === null

const isDiskError = (error: unknown) => error instanceof Error && 'syscall' in error

/** A partner's logo without the margin around it, which differs from logo to logo. A coloured one belongs to the logo. */
async function trimmed(image: Sharp, kind: ImageKind | null): Promise<Sharp> {
  if (kind !== 'partner-logo') return image
  const corner = image.clone().toColourspace('srgb').ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 })
  if (!isMargin(await corner.raw().toBuffer())) return image
  const { data, info } = await image.trim({ threshold: 12 }).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

/**
 * No larger than is kept for its use. A photo is cut to the shape in which it is shown, around what catches the eye: a wide one that
 * is fitted into it whole would be too small to be shown. Everything else keeps its shape.
 */
function fitted(image: Sharp, { width, height }: Dimensions, kind: ImageKind | null): Sharp {
  if (!kind) return image
  const { max } = imageKinds[kind]
  if (width <= max.width && height <= max.height) return image
  const kept = keptSize(kind)
  if (kind !== 'speaker-photo') return image.resize({ ...kept, fit: 'inside', withoutEnlargement: true })
  const scale = Math.min(1, width / kept.width, height / kept.height)
  const size = { width: Math.round(kept.width * scale), height: Math.round(kept.height * scale) }
  return image.resize({ ...size, fit: 'cover', position: sharp.strategy.attention })
}

/** The dimensions as shown, from the header alone: nothing is decoded yet. */
function checkSize({ autoOrient, pages = 1, pageHeight }: Metadata): Dimensions {
  const size = { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
  const max = { width: anyImage.side, height: anyImage.side }
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
