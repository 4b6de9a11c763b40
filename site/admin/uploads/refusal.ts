import { type Dimensions, imageKinds } from '../../../data/image-kinds.ts'
import { checkUpload, tooLargeMessage, type UploadKind, type UploadMessage, uploadMessages } from '../../../data/uploads.ts'
import { isCropped } from '../../cropping/cropped.ts'

type FileRefusal = { message: UploadMessage; remedy: 'crop' | null }

export async function checkBeforeSending(
  file: File,
  kind: UploadKind,
  measure: (file: File) => Promise<Dimensions>,
): Promise<FileRefusal | null> {
  const type = checkUpload({ fileName: file.name, kind, type: file.type, size: file.size })
  if ('wrong' in type) return { message: type.message, remedy: null }
  if (kind === 'video' || type.stored === 'svg' || isCropped(file)) return null
  try {
    const size = await measure(file)
    const { max } = imageKinds[kind]
    const fits = size.width <= max.width && size.height <= max.height
    return fits ? null : { message: tooLargeMessage(max, size), remedy: 'crop' }
  } catch {
    return { message: uploadMessages.unreadable, remedy: null }
  }
}
