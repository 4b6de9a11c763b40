import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $toast, hideToast, showCarriedToast } from './toast.ts'

/** Shows the current toast above everything, an open dialog included, until it is closed or replaced. */
export function Toaster() {
  const toast = useStore($toast)
  const place = useRef<HTMLDivElement>(null)

  useEffect(showCarriedToast, [])

  // A popover enters the top layer when it is shown: shown again for each toast, it is above a dialog opened meanwhile.
  useEffect(() => {
    if (toast) place.current?.showPopover()
    return () => {
      if (toast) place.current?.hidePopover()
    }
  }, [toast])

  return (
    <div ref={place} popover="manual" className="toast-place">
      <div role={toast?.kind === 'error' ? 'alert' : 'status'}>
        {toast && (
          <div
            key={toast.id}
            className={`alert ${toast.kind === 'error' ? 'alert-error' : 'alert-success'} items-start shadow-lg`}
          >
            <div className="flex-1 text-start">
              <p className="font-bold">{toast.title}</p>
              {toast.text && <p className="text-sm">{toast.text}</p>}
              {toast.links && (
                <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
                  {toast.links.map(({ label, href }) => (
                    <a key={href} href={href} target="_blank" rel="noopener noreferrer" className="py-1 font-bold underline">
                      {label}
                    </a>
                  ))}
                </p>
              )}
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
