import { z } from 'zod'
import { type Dimensions, type ImageKind, imageKinds } from './image-kinds.ts'
import { uploadMegabytes } from './limits.ts'
import './zod-config.ts'

const megabyteBytes = 1024 * 1024

export type UploadMessage = { title: string; text: string }

export const uploadBytes = {
  image: uploadMegabytes.image * megabyteBytes,
  video: uploadMegabytes.video * megabyteBytes,
} as const

export type UploadKind = ImageKind | 'video'

export type LogoBackground = 'light' | 'dark'

/** `maxSidePx` is the limit of the WebP format. `maxPixels` limits the memory for converting. */
export const imageBounds = { maxSidePx: 16_383, maxPixels: 25_000_000 } as const

export type UploadType = { media: 'image' | 'video'; stored: 'webp' | 'svg' | 'mp4' | 'webm' | 'mov' }

const raster: UploadType = { media: 'image', stored: 'webp' }

const byEnding = new Map<string, UploadType>([
  ['png', raster],
  ['jpg', raster],
  ['jpeg', raster],
  ['webp', raster],
  ['svg', { media: 'image', stored: 'svg' }],
  ['mp4', { media: 'video', stored: 'mp4' }],
  ['webm', { media: 'video', stored: 'webm' }],
  ['mov', { media: 'video', stored: 'mov' }],
])

const endingOfType = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['video/quicktime', 'mov'],
  ['video/x-msvideo', 'avi'],
  ['video/avi', 'avi'],
])

export const acceptedFiles = {
  image: '.png,.jpg,.jpeg,.webp,.svg,image/png,image/jpeg,image/webp,image/svg+xml',
  video: '.mp4,.webm,.mov,.avi,video/mp4,video/webm,video/quicktime,video/x-msvideo',
} as const

const wrongType = 'Tipo de archivo no válido'

export const uploadMessages = {
  imageType: { title: wrongType, text: 'Por favor selecciona un archivo PNG, JPG, JPEG, WebP o SVG' },
  videoType: { title: wrongType, text: 'Por favor selecciona un archivo MP4, WebM o MOV' },
  avi: {
    title: wrongType,
    text: 'Los navegadores no reproducen archivos AVI. Conviértelo a MP4 (H.264) y súbelo de nuevo.',
  },
  imageSize: { title: 'Archivo muy grande', text: `El archivo debe ser menor a ${uploadMegabytes.image}MB` },
  videoSize: { title: 'Archivo muy grande', text: `El archivo debe ser menor a ${uploadMegabytes.video}MB` },
  unreadable: { title: 'Error', text: 'No se pudo validar las dimensiones de la imagen' },
  noAddress: { title: 'Error', text: 'No se pudo obtener la URL de subida' },
  noVideoAddress: { title: 'Error', text: 'No se pudo obtener la URL de subida para el video' },
  failed: { title: 'Error de subida', text: 'No se pudo subir la imagen. Inténtalo de nuevo.' },
  videoFailed: { title: 'Error de subida', text: 'No se pudo subir el video. Inténtalo de nuevo.' },
  videoUploaded: { title: 'Video subido', text: 'El video de la sección se ha subido correctamente' },
} satisfies Record<string, UploadMessage>

export function tooLargeMessage(max: Dimensions, { width, height }: Dimensions): UploadMessage {
  const text = `La imagen debe ser máximo ${max.width}×${max.height}px. Tamaño actual: ${width}×${height}px`
  return { title: 'Dimensiones incorrectas', text }
}

const uploadedTitle = 'Imagen subida correctamente'

export function uploadedMessage(max: Dimensions): UploadMessage {
  return { title: uploadedTitle, text: `Dimensiones validadas: máximo ${max.width}×${max.height}px` }
}

export function svgUploadedMessage(max: Dimensions): UploadMessage {
  return { title: uploadedTitle, text: `El SVG se dibuja nítido en su lugar: máximo ${max.width}×${max.height}px` }
}

type AnnouncedFile = { fileName: string; kind?: UploadKind; type?: string; size?: number }

type UploadProblem = { wrong: 'type' | 'size'; message: UploadMessage }

export function checkUpload({ fileName, kind, type, size }: AnnouncedFile): UploadType | UploadProblem {
  const ending = endingOfType.get(type?.toLowerCase() ?? '') ?? /\.([a-z0-9]{1,9})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const uploadType = byEnding.get(ending)
  const requestedMedia = kind === undefined ? undefined : kind === 'video' ? 'video' : 'image'
  if (ending === 'avi' && requestedMedia !== 'image') return { wrong: 'type', message: uploadMessages.avi }
  if (!uploadType || (requestedMedia && uploadType.media !== requestedMedia)) {
    return { wrong: 'type', message: requestedMedia === 'video' ? uploadMessages.videoType : uploadMessages.imageType }
  }
  if (size !== undefined && size > uploadBytes[uploadType.media]) return { wrong: 'size', message: sizeMessage(uploadType.media) }
  return uploadType
}

export function sizeMessage(media: UploadType['media']): UploadMessage {
  return media === 'video' ? uploadMessages.videoSize : uploadMessages.imageSize
}

export const uploadRequestSchema = z.strictObject({
  fileName: z
    .string('Escribe el nombre del archivo')
    .trim()
    .min(1, 'Escribe el nombre del archivo')
    .max(255, 'Máximo 255 caracteres'),
  kind: z.enum([...(Object.keys(imageKinds) as ImageKind[]), 'video'], 'Uso desconocido').optional(),
  type: z.string('Escribe el tipo del archivo').max(255, 'Máximo 255 caracteres').optional(),
  size: z.int('Escribe el tamaño en bytes').min(0, 'Escribe el tamaño en bytes').optional(),
})
