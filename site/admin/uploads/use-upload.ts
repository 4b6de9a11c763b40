import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { UploadKind, UploadMessage } from '../../../data/uploads.ts'
import { showToast } from '../../toast/toast.ts'
import { browserSteps } from './browser-steps.ts'
import type { CropDialog, TooLarge } from './CropDialog.tsx'
import { createUpload } from './upload.ts'

export function useUpload(kind: UploadKind, onStored: (address: string) => void) {
  // If an earlier row is removed, this field's index in the form changes, and a running upload must call the latest `onStored`.
  const store = useRef(onStored)
  useEffect(() => {
    store.current = onStored
  })
  const [upload] = useState(() =>
    createUpload({ kind, steps: browserSteps, onStored: (address) => store.current(address), onTooLarge: crop }),
  )
  const [cropping, setCropping] = useState<(TooLarge & { Dialog: typeof CropDialog }) | null>(null)

  useEffect(() => upload.cancel, [upload])

  async function crop(file: File, message: UploadMessage) {
    if (kind === 'video') return
    try {
      const [picture, { CropDialog }] = await Promise.all([createImageBitmap(file), import('./CropDialog.tsx')])
      setCropping({ Dialog: CropDialog, picture, name: file.name, kind, message })
    } catch {
      showToast({ kind: 'error', ...message })
    }
  }

  function closeCrop() {
    cropping?.picture.close()
    setCropping(null)
  }

  function sendCropped(file: File) {
    closeCrop()
    upload.choose([file])
  }

  return { upload, state: useStore(upload.$state), cropping, crop, closeCrop, sendCropped }
}
