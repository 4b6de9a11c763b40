import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { noteDialog } from './dialogs.ts'
import { focusFirst, focusTargetsOf } from './focus.ts'
import { PanelToaster } from './PanelToaster.tsx'

type Props = {
  title: string
  /** Whether it shows more than a form does. */
  isWide?: boolean
  onClose: () => void
  /** What closes it when the view that it is in is left, where that is something else: nobody is to be asked once more. */
  onLeave?: () => void
  children: ReactNode
}

/** A modal dialog that is open as long as it is rendered. Escape and the cross ask its owner to close it. */
export function Dialog({ title, isWide = false, onClose, onLeave = onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave
  const titleId = useId()

  useEffect(() => {
    // Its view was left before it opened: it would be over all, and not be seen.
    if (dialog.current?.closest('[hidden]')) {
      leave.current()
      return
    }
    const opener = focusTargetsOf(document.activeElement)
    dialog.current?.showModal()
    const close = dialog.current && noteDialog(dialog.current, () => leave.current())
    // Leaving the document, a dialog does not give the focus back by itself. What opened it may be gone as well.
    return () => {
      close?.()
      focusFirst(opener)
    }
  }, [])

  // Its owner closes it: there may be unsaved changes. A browser lets `cancel` be prevented only once, the key always.
  function ask(event: SyntheticEvent) {
    event.preventDefault()
    // For this dialog alone, not for one that it was opened from.
    event.stopPropagation()
    onClose()
  }
  const askOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && ask(event)

  return (
    <dialog
      ref={dialog}
      className={isWide ? 'panel-dialog panel-dialog-wide' : 'panel-dialog'}
      aria-labelledby={titleId}
      onKeyDown={askOnEscape}
      // Not when somebody leaves the choice of a file without one: that is told of a field, and comes by here.
      onCancel={(event) => event.target === event.currentTarget && ask(event)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="font-display min-w-0 text-xl font-bold wrap-anywhere">
            {title}
          </h2>
          <button type="button" className="btn btn-ghost btn-sm btn-circle" aria-label="Cerrar ventana" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
      <PanelToaster dialog={dialog} />
    </dialog>
  )
}
