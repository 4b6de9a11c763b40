import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import {
  $toast,
  hideToast,
  passes,
  pauseToast,
  resumeToast,
  showCarriedToast,
  type ToastAction,
  type ToastContent,
} from './toast.ts'

type Props = {
  keepClear?: (toast: HTMLElement) => () => void
}

const colors = { success: 'alert-success', neutral: 'toast-neutral', error: 'alert-error' }

/** Screen readers ignore messages in a region that was just added to the page. */
const announceAfterMs = 100

function previousStop(toast: ToastContent): HTMLElement | undefined {
  const { activeElement, body } = document
  const isHurried = passes(toast) && (toast.action || toast.offer)
  return isHurried && activeElement instanceof HTMLElement && activeElement !== body ? activeElement : undefined
}

export function Toaster({ keepClear }: Props) {
  const toast = useStore($toast)
  const area = useRef<HTMLDivElement>(null)

  useEffect(showCarriedToast, [])

  // Opens the popover again for each toast, so that it is above dialogs that were opened in the meantime.
  useEffect(() => {
    const { current } = area
    if (!toast || !current?.isConnected) return
    let release: (() => void) | undefined
    const timer = setTimeout(() => {
      if (!current.isConnected) return
      current.showPopover({ source: previousStop(toast) })
      release = keepClear?.(current)
    }, announceAfterMs)
    return () => {
      clearTimeout(timer)
      release?.()
      if (current.isConnected) current.hidePopover()
    }
  }, [toast, keepClear])

  useEffect(() => {
    if (!toast) return
    // Listens in the capture phase, because open dialogs handle the Escape key too.
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && hideToast()
    document.addEventListener('keydown', close, { capture: true })
    return () => document.removeEventListener('keydown', close, { capture: true })
  }, [toast])

  return (
    <div role={toast?.kind === 'error' ? 'alert' : 'status'} className="fixed">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only pauses the timer. */}
      <div
        ref={area}
        popover="manual"
        className="toast-area"
        onPointerEnter={pauseToast}
        onPointerLeave={resumeToast}
        onFocus={pauseToast}
        onBlur={resumeToast}
      >
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </div>
  )
}

function ToastCard({ toast: { kind, title, text, note, links, offer, action } }: { toast: ToastContent }) {
  return (
    <div className={`alert ${colors[kind]} items-start [box-shadow:0_10px_15px_-3px_rgb(0_0_0/0.1)]`}>
      <div className="min-w-0 flex-1 text-start wrap-anywhere">
        <p className="font-bold">{title}</p>
        {text && <p className="text-sm">{text}</p>}
        {note && <p className="text-sm">{note}</p>}
        {links && (
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
            {links.map(({ label, href }) => (
              <a key={href} href={href} target="_blank" rel="noopener noreferrer" className="py-1 font-bold underline">
                {label}
              </a>
            ))}
          </p>
        )}
        <div className="flex flex-wrap gap-x-3">
          {offer && <ActionButton action={offer} />}
          {action && <ActionButton action={action} />}
        </div>
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-circle text-inherit"
        aria-label="Cerrar aviso"
        onClick={hideToast}
      >
        <span aria-hidden="true" className="text-xl leading-none">
          ×
        </span>
      </button>
    </div>
  )
}

function ActionButton({ action: { label, run } }: { action: ToastAction }) {
  const close = () => {
    hideToast()
    void run()
  }
  return (
    <button type="button" className="toast-action" onClick={close}>
      {label}
    </button>
  )
}
