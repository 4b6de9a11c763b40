import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ImageKind } from '../../../data/image-kinds.ts'
import type { UploadMessage } from '../../../data/uploads.ts'
import { Cropper } from '../../cropping/Cropper.tsx'
import { showToast } from '../../toast/toast.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'

export type TooLarge = { picture: ImageBitmap; name: string; kind: ImageKind; message: UploadMessage }

type Props = TooLarge & { onClose: () => void; onDone: (file: File) => void }

export function CropDialog({ message, onClose, onDone, ...picked }: Props) {
  const [isBusy, setIsBusy] = useState(false)

  async function finish(crop: () => Promise<File>) {
    setIsBusy(true)
    try {
      onDone(await crop())
    } catch {
      setIsBusy(false)
      showToast({ kind: 'error', title: 'Error', text: 'Este navegador no pudo recortar la imagen.' })
    }
  }

  return (
    <Dialog title={message.title} onClose={onClose}>
      <p className="text-sm font-semibold">{message.text}</p>
      <Cropper {...picked} turnIcon={<RotateCw className="size-4" aria-hidden="true" />}>
        {(crop) => <DialogActions label="Usar este recorte" onClick={() => finish(crop)} isBusy={isBusy} onCancel={onClose} />}
      </Cropper>
    </Dialog>
  )
}
