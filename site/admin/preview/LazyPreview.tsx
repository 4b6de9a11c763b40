import { Eye } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadOnce } from '../ui/load-once.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import type { PreviewProps } from './Preview.tsx'

const load = loadOnce(() => import('./Preview.tsx').then(({ Preview }) => Preview))

/** The page, loaded when it is first shown. */
export function LazyPreview(props: PreviewProps) {
  return (
    <LazyPart
      load={load}
      props={props}
      fallback={<p role="status">Cargando...</p>}
      failed={(retry) => <NotLoaded onRetry={retry} />}
    />
  )
}

const wide = '(width >= 80rem)'

function listen(change: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', change)
  return () => query.removeEventListener('change', change)
}

/** Whether there is room for the page beside the form. */
export const useIsWide = () => useSyncExternalStore(listen, () => matchMedia(wide).matches)

/** How long the form has the line for itself before the page beside it is loaded, in milliseconds. */
const formFirst = 1500

/** The page beside the form. */
export function PreviewBeside() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), formFirst)
    return () => clearTimeout(timer)
  }, [])
  return (
    <aside className="preview-beside" aria-label="Vista previa">
      {isTime && <LazyPreview />}
    </aside>
  )
}

/** Where there is no room for it, the page is a sheet over the form, behind a button. */
export function PreviewSheet() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" className="btn btn-sm mb-4" onClick={() => setIsOpen(true)}>
        <Eye className="size-4" aria-hidden="true" />
        Vista previa
      </button>
      {isOpen && (
        <Dialog title="Vista previa" onClose={close}>
          <div className="preview-sheet">
            <LazyPreview onOpen={close} />
          </div>
        </Dialog>
      )}
    </>
  )
}
