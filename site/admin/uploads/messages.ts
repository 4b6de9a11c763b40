import {
  checkUpload,
  drawingUploaded,
  type UploadKind,
  type UploadMessage,
  uploaded,
  uploadMessages,
} from '../../../data/uploads.ts'
import { ApiError } from '../calls/client.ts'
import { greatestSize } from './cropped.ts'

/** Nothing is sent while another file of the same field is on its way. */
export const oneAtATime: UploadMessage = { title: 'Un archivo a la vez', text: 'Elige un solo archivo y espera a que termine.' }

/** Whether the server refused the file: trying again with the same file is no use. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [413, 415, 422].includes(error.status)

/** What to say when no address was given out. */
export function addressFailure(error: unknown, kind: UploadKind): UploadMessage {
  return explanation(error) ?? (kind === 'video' ? uploadMessages.noVideoAddress : uploadMessages.noAddress)
}

/** What to say when the file did not arrive. */
export function sendFailure(error: unknown, kind: UploadKind): UploadMessage {
  return explanation(error) ?? (kind === 'video' ? uploadMessages.videoFailed : uploadMessages.failed)
}

/** The message for a stored file. The dimensions of an SVG are not validated. */
export function storedMessage(file: File, kind: UploadKind): UploadMessage {
  if (kind === 'video') return uploadMessages.videoUploaded
  const type = checkUpload({ fileName: file.name, kind, type: file.type })
  const isDrawing = 'stored' in type && type.stored === 'svg'
  return (isDrawing ? drawingUploaded : uploaded)(greatestSize(file, kind))
}

const titles: Record<number, string> = {
  413: uploadMessages.imageSize.title,
  415: uploadMessages.imageType.title,
  422: uploadMessages.failed.title,
  429: uploadMessages.failed.title,
  503: uploadMessages.failed.title,
}

/** The server's own sentence where it says what is wrong, under the title that the same check has in the browser. */
function explanation(error: unknown): UploadMessage | null {
  const text = error instanceof ApiError ? error.body?.error : undefined
  const title = error instanceof ApiError ? titles[error.status] : undefined
  if (!text || !title) return null
  if (text.startsWith('La imagen debe ser máximo')) return { title: 'Dimensiones incorrectas', text }
  return Object.values(uploadMessages).find((message) => message.text === text) ?? { title, text }
}
