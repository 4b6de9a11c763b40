import {
  checkUpload,
  svgUploadedMessage,
  type UploadKind,
  type UploadMessage,
  uploadedMessage,
  uploadMessages,
} from '../../../data/uploads.ts'
import { greatestSize } from '../../cropping/cropped.ts'
import { ApiError } from '../calls/client.ts'

export const oneAtATime: UploadMessage = { title: 'Un archivo a la vez', text: 'Elige un solo archivo y espera a que termine.' }

/** The server would refuse the same file again, so a retry makes no sense. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [413, 415, 422].includes(error.status)

export function addressFailure(error: unknown, kind: UploadKind): UploadMessage {
  return explanation(error) ?? (kind === 'video' ? uploadMessages.noVideoAddress : uploadMessages.noAddress)
}

export function sendFailure(error: unknown, kind: UploadKind): UploadMessage {
  return explanation(error) ?? (kind === 'video' ? uploadMessages.videoFailed : uploadMessages.failed)
}

export function storedMessage(file: File, kind: UploadKind): UploadMessage {
  if (kind === 'video') return uploadMessages.videoUploaded
  const type = checkUpload({ fileName: file.name, kind, type: file.type })
  const isDrawing = 'stored' in type && type.stored === 'svg'
  return (isDrawing ? svgUploadedMessage : uploadedMessage)(greatestSize(file, kind))
}

const titles: Record<number, string> = {
  413: uploadMessages.imageSize.title,
  415: uploadMessages.imageType.title,
  422: uploadMessages.failed.title,
  429: uploadMessages.failed.title,
  503: uploadMessages.failed.title,
}

function explanation(error: unknown): UploadMessage | null {
  const text = error instanceof ApiError ? error.body?.error : undefined
  const title = error instanceof ApiError ? titles[error.status] : undefined
  if (!text || !title) return null
  if (text.startsWith('La imagen debe ser máximo')) return { title: 'Dimensiones incorrectas', text }
  return Object.values(uploadMessages).find((message) => message.text === text) ?? { title, text }
}
