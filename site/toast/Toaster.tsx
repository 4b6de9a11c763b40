import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $toast, hideToast, passes, pauseToast, resumeToast, showCarriedToast, type ToastContent } from './toast.ts'

type Props = {
  /** Puts the toast where it covers nothing, and returns what ends that. Without it the styles say where. */ keepClear?: (
    toast: HTMLElement,
  ) => () => void
}

const colors = { success: 'alert-success', neutral: 'toast-neutral', error: 'alert-error' }

/** A screen reader tells what comes into a region that it knows, and one with a dialog just closed is new: in milliseconds. */
const heardAfter = 100

/**
 * What the Tab key leads on from to a toast: where somebody is, for what they can do about it before it goes by itself. At the
 * end of the page, where the others are, nobody would be in time.
 */
function previousStop(toast: ToastContent): HTMLElement | undefined {
  const { activeElement, body } = document
  const isHurried = passes(toast) && (toast.action || toast.offer)
  return isHurried && activeElement instanceof HTMLElement && activeElement !== body ? activeElement : undefined
}

/** Shows the current toast above everything, an open dialog included, until its time is over or it is closed or replaced. */
export function Toaster({ keepClear }: Props) {
  const toast = useStore($toast)
  const area = useRef<HTMLDivElement>(null)

  useEffect(showCarriedToast, [])

  // A popover enters the top layer when it is shown: shown again for each toast, it is above a dialog opened meanwhile.
  useEffect(() => {
    const { current } = area
    // What is in a dialog that has just gone is shown again where it is next.
    if (!toast || !current?.isConnected) return
    let release: (() => void) | undefined
    const timer = setTimeout(() => {
      // Its dialog may have gone, and this not yet have been told to end.
      if (!current.isConnected) return
      current.showPopover({ source: previousStop(toast) })
      release = keepClear?.(current)
    }, heardAfter)
    return () => {
      clearTimeout(timer)
      release?.()
      if (current.isConnected) current.hidePopover()
    }
  }, [toast, keepClear])

  useEffect(() => {
    if (!toast) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // An open dialog takes the key for itself as well.
      hideToast()
    }
    document.addEventListener('keydown', close, { capture: true })
    return () => document.removeEventListener('keydown', close, { capture: true })
  }, [toast])

  return (
    // Around what comes and goes: a region that appears with its message is not told.
    <div role={toast?.kind === 'error' ? 'alert' : 'status'} className="fixed">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is at it. */}
      <div
        ref={area}
        popover="manual"
        className="toast-area"
        onPointerEnter={pauseToast}
        onPointerLeave={resumeToast}
        onFocus={pauseToast}
        onBlur={resumeToast}
      >
        {toast && (
          <div key={toast.id} className={`alert ${colors[toast.kind]} items-start [box-shadow:0_10px_15px_-3px_rgb(0_0_0/0.1)]`}>
            <div className="min-w-0 flex-1 text-start wrap-anywhere">
              <p className="font-bold">{toast.title}</p>
              {toast.text && <p className="text-sm">{toast.text}</p>}
              {toast.note && <p className="text-sm">{toast.note}</p>}
              {toast.links && (
                <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
                  {toast.links.map(({ label, href }) => (
                    <a key={href} href={href} target="_blank" rel="noopener noreferrer" className="py-1 font-bold underline">
                      {label}
                    </a>
                  ))}
                </p>
              )}
              <div className="flex flex-wrap gap-x-3">
                {[toast.offer, toast.action].map(
                  (action) =>
                    action && (
                      <button
                        key={action.label}
                        type="button"
                        className="toast-action"
                        onClick={() => {
                          hideToast()
                          void action.run()
                        }}
                      >
                        {action.label}
                      </button>
                    ),
                )}
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
        )}
      </div>
    </div>
  )
}
