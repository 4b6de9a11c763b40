import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { UploadKind } from '../../../data/uploads.ts'
import { Field } from '../forms/Field.tsx'
import type { FieldProps } from '../forms/field-props.ts'
import { markUploading } from '../forms/uploading.ts'
import { FilePicker } from './FilePicker.tsx'
import { UploadName } from './UploadName.tsx'
import { UploadStatus } from './UploadStatus.tsx'
import { isRunning } from './upload.ts'
import { useDebounced } from './use-debounced.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useUpload } from './use-upload.ts'

const empty = { image: 'Arrastra una imagen aquí, o pégala.', video: 'Arrastra un video aquí.' }

type Props<T extends FieldValues> = FieldProps<T> & {
  kind: UploadKind
  hint: string
  takesAddress?: boolean | undefined
  preview: (value: string) => ReactNode
}

export function UploadField<T extends FieldValues>({ control, name, kind, label, hint, takesAddress = true, preview }: Props<T>) {
  const media = kind === 'video' ? 'video' : 'image'
  const { field, fieldState } = useController({ control, name })
  const { upload, state, cropping, crop, closeCrop, sendCropped } = useUpload(kind, field.onChange)
  const isBusy = isRunning(state)
  const [isTyping, setIsTyping] = useState(false)
  const previewedAddress = useDebounced(field.value, isTyping)
  const { isOver, handlers } = useFileDrop(upload.choose)
  const picker = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isBusy) return
    const end = markUploading(control)
    return () => end(upload.$state.get().step === 'done')
  }, [control, isBusy, upload])

  /** A button that disappears on click loses the focus, so the focus moves to the file picker first. */
  function leaving(act: () => void) {
    picker.current?.focus()
    act()
  }

  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <>
          <div className="upload" data-over={isOver || undefined} {...handlers}>
            {field.value && previewedAddress ? (
              preview(previewedAddress)
            ) : (
              <p className="upload-empty pointer-coarse:hidden">{empty[media]}</p>
            )}
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
          {cropping && <cropping.Dialog {...cropping} onClose={closeCrop} onDone={sendCropped} />}
        </>
      )}
    </Field>
  )
}
