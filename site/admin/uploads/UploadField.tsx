import { useStore } from '@nanostores/react'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { UploadKind, UploadMessage } from '../../../data/uploads.ts'
import { showToast } from '../../toast/toast.ts'
import { Field } from '../forms/Field.tsx'
import type { FieldProps } from '../forms/field-props.ts'
import { markUploading } from '../forms/uploading.ts'
import { browserSteps } from './browser-steps.ts'
import type { CropDialog, TooLarge } from './CropDialog.tsx'
import { FilePicker } from './FilePicker.tsx'
import { UploadName } from './UploadName.tsx'
import { UploadStatus } from './UploadStatus.tsx'
import { createUpload, isRunning } from './upload.ts'
import { useDebounced } from './use-debounced.ts'
import { useFileDrop } from './use-file-drop.ts'

const empty = { image: 'Arrastra una imagen aquí, o pégala.', video: 'Arrastra un video aquí.' }

type Props<T extends FieldValues> = FieldProps<T> & {
  kind: UploadKind
  hint: string
  /** Otherwise only uploaded files. */
  takesAddress?: boolean | undefined
  preview: (value: string) => ReactNode
}

/** A typed address, or a file that is picked, dropped or pasted. */
export function UploadField<T extends FieldValues>({ control, name, kind, label, hint, takesAddress = true, preview }: Props<T>) {
  const media = kind === 'video' ? 'video' : 'image'
  const { field, fieldState } = useController({ control, name })
  // The field's name may change during the upload, if a row before it is removed.
  const fill = useRef(field.onChange)
  useEffect(() => {
    fill.current = field.onChange
  })
  const [upload] = useState(() =>
    createUpload({ kind, steps: browserSteps, onStored: (address) => fill.current(address), onTooLarge: crop }),
  )
  const state = useStore(upload.$state)
  const isBusy = isRunning(state)
  const [tooLarge, setTooLarge] = useState<(TooLarge & { Dialog: typeof CropDialog }) | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  const shown = useDebounced(field.value, isTyping)
  const { isOver, handlers } = useFileDrop(upload.choose)
  const picker = useRef<HTMLButtonElement>(null)

  // Closing the form cancels the upload.
  useEffect(() => upload.cancel, [upload])
  useEffect(() => (isBusy ? markUploading(control) : undefined), [control, isBusy])

  /** For buttons that disappear on click. The remaining one takes the focus. */
  function leaving(act: () => void) {
    picker.current?.focus()
    act()
  }

  async function crop(file: File, message: UploadMessage) {
    if (kind === 'video') return
    try {
      const [picture, { CropDialog }] = await Promise.all([createImageBitmap(file), import('./CropDialog.tsx')])
      setTooLarge({ Dialog: CropDialog, picture, name: file.name, kind, message })
    } catch {
      showToast({ kind: 'error', ...message })
    }
  }

  function closeCrop() {
    tooLarge?.picture.close()
    setTooLarge(null)
  }

  function sendCropped(file: File) {
    closeCrop()
    upload.choose([file])
  }

  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <>
          <div className="upload" data-over={isOver || undefined} {...handlers}>
            {field.value && shown ? preview(shown) : <p className="upload-empty pointer-coarse:hidden">{empty[media]}</p>}
            <div className="flex flex-wrap gap-2">
              <FilePicker ref={picker} media={media} label={label} isBusy={isBusy} onFiles={upload.choose} />
              {field.value && (
                <button type="button" className="btn btn-ghost btn-sm" onClick={() => leaving(() => field.onChange(''))}>
                  <Trash2 className="size-4" aria-hidden="true" />
                  Quitar
                  <span className="sr-only"> ({label})</span>
                </button>
              )}
            </div>
            <UploadStatus
              state={state}
              label={label}
              onRetry={() => leaving(upload.retry)}
              onCancel={() => leaving(upload.cancel)}
              onCrop={crop}
            />
            {takesAddress && (
              <div className="upload-address">
                <input
                  {...wiring}
                  {...field}
                  placeholder="https://…"
                  className="input w-full"
                  onFocus={() => setIsTyping(true)}
                  onBlur={() => {
                    setIsTyping(false)
                    field.onBlur()
                  }}
                />
                <UploadName value={field.value} />
              </div>
            )}
          </div>
          {tooLarge && <tooLarge.Dialog {...tooLarge} onClose={closeCrop} onDone={sendCropped} />}
        </>
      )}
    </Field>
  )
}
