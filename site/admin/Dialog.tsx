import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A modal dialog that is open as long as it is rendered. Escape and the cross ask its owner to close it. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    <dialog ref={dialog} className="panel-dialog" aria-labelledby={titleId} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <header className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="font-display text-xl font-bold">
            {title}
          </h2>
          <button type="button" className="btn btn-ghost btn-sm btn-circle" aria-label="Cerrar diálogo" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
