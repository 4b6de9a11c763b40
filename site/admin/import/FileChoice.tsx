import { Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

type Props = {
  label: string
  accept: string
  isBusy: boolean
  busy: string
  problem?: string
  onFile: (file: File) => void
  children: ReactNode
}

export function FileChoice({ label, accept, isBusy, busy, problem, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" aria-disabled={isBusy} onClick={() => isBusy || input.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          {isBusy ? busy : children ? 'Elegir otro archivo' : 'Elegir archivo'}
        </button>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={label}
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // Clears the input, so that a second choice of the same file also fires an event.
            target.value = ''
          }}
        />
        {children}
      </div>
      <p role="alert" className="text-error text-sm font-semibold empty:hidden">
        {problem}
      </p>
    </>
  )
}
