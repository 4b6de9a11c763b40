import { X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { currentFocusTargets, focusFirst } from '../ui/focus.ts'
import { addDialog } from './dialogs.ts'
import { PanelToaster } from './PanelToaster.tsx'

type Props = {
  title: string
  isWide?: boolean
  onClose: () => void
  onLeave?: () => void
  /** Set for a question, which a click beside the dialog closes. */
  question?: { detailId: string | undefined }
  children: ReactNode
}

export function Dialog({ title, isWide = false, onClose, onLeave = onClose, question, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave
  const titleId = useId()
  const isPressedBeside = useRef(false)

  useEffect(() => {
    // Closes at once in a hidden view, because the invisible dialog would block the panel.
    if (dialog.current?.closest('[hidden]')) {
      leave.current()
      return
    }
    const opener = currentFocusTargets()
    dialog.current?.showModal()
    const remove = dialog.current && addDialog({ element: dialog.current, leave: () => leave.current() })
    // Browsers do not restore the focus if an open dialog is removed from the page.
    return () => {
      remove?.()
      focusFirst(opener)
    }
  }, [])

  // Also handles the Escape key itself, because browsers let scripts prevent `cancel` only once.
  function ask(event: SyntheticEvent) {
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const askOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && ask(event)

  const besideDialog = {
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      isPressedBeside.current = isBeside(event)
    },
    // Ignores a click that ends a text selection beside the dialog.
    onClick: (event: MouseEvent<HTMLElement>) => isPressedBeside.current && isBeside(event) && event.detail <= 1 && onClose(),
  }

  return (
    <dialog
      ref={dialog}
      className={isWide ? 'panel-dialog panel-dialog-wide' : 'panel-dialog'}
      aria-labelledby={titleId}
      {...(question && { role: 'alertdialog', 'aria-describedby': question.detailId, ...besideDialog })}
      onKeyDown={askOnEscape}
      // Ignores `cancel` events that bubble up from a file input.
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

function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  const box = currentTarget.getBoundingClientRect()
  const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
  return target === currentTarget && !isInside
}
