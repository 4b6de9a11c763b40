import { type ImageKind, storedSize } from '../../data/image-kinds.ts'
import { fitInto, isPhoto, pixelsOf, type Region } from './crop.ts'
import { isReducedByServer, noteCropped } from './cropped.ts'

/** As a PNG, a picture of this size is below the upload limit of 10 MB, even without compression. */
const maxSent = { width: 1500, height: 1500 }

export async function cropToFile(picture: ImageBitmap, region: Region, kind: ImageKind, name: string): Promise<File> {
  const { x, y, width, height } = pixelsOf(region, picture)
  const size = fitInto(isReducedByServer(kind) ? maxSent : storedSize(kind), { width, height })
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height)
  const blob = await (isPhoto(kind) ? photo(canvas, context) : encode(canvas, 'image/png'))
  const stem = name.replace(/\.[^.]{0,9}$/, '') || 'imagen'
  const file = new File([blob], `${stem}.${blob.type.replace('image/', '')}`, { type: blob.type })
  noteCropped(file)
  return file
}

async function photo(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Promise<Blob> {
  const webp = await encode(canvas, 'image/webp')
  // A browser that cannot encode WebP returns PNG. The photo then becomes a JPEG, on white, because JPEG has no transparency.
  if (webp.type === 'image/webp') return webp
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return encode(canvas, 'image/jpeg')
}

/** High quality, because the server compresses the image again. */
const quality = 0.95

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, quality),
  )
}
