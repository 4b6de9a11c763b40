import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadOnce } from '../ui/load-once.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'

const load = loadOnce(() => import('./ImportDialog.tsx').then(({ ImportDialog }) => ImportDialog))

export function ImportButton() {
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm" data-tip="Traer de un archivo" onClick={() => setIsOpen(true)}>
        <FileDown className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Traer de…</span>
      </button>
      {isOpen && (
        <LazyPart
          load={load}
          props={{ onClose }}
          failed={(retry) => (
            <Dialog title="Traer el programa" onClose={onClose}>
              <NotLoaded onRetry={retry} />
            </Dialog>
          )}
        />
      )}
    </>
  )
}
