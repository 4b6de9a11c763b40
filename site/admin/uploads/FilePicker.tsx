import { Upload } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { acceptedFiles } from '../../../data/uploads.ts'

type Props = {
  ref: RefObject<HTMLButtonElement | null>
  media: 'image' | 'video'
  label: string
  isBusy: boolean
  onFiles: (files: File[]) => void
}

const labels = { image: 'Subir imagen', video: 'Subir video' }

export function FilePicker({ ref, media, label, isBusy, onFiles }: Props) {
  const files = useRef<HTMLInputElement>(null)
  return (
    <>
      {/* Not disabled while busy, because a disabled button would lose the focus. */}
      <button
        ref={ref}
        type="button"
        className="btn btn-sm"
        aria-disabled={isBusy}
        onClick={() => isBusy || files.current?.click()}
      >
        <Upload className="size-4" aria-hidden="true" />
        {isBusy ? 'Subiendo...' : labels[media]}
        <span className="sr-only"> ({label})</span>
      </button>
      <input
        ref={files}
        type="file"
        accept={acceptedFiles[media]}
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Clears the input, so that a second choice of the same file also fires an event.
          target.value = ''
        }}
      />
    </>
  )
}
