import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../dialogs/Dialog.tsx'
import { LazyPart, NotLoaded } from '../dialogs/LazyPart.tsx'
import { loadOnce } from '../ui/load-once.ts'
import { useMedia } from '../ui/use-media.ts'
import type { PreviewProps } from './Preview.tsx'

const load = loadOnce(() => import('./Preview.tsx').then(({ Preview }) => Preview))

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

export const useIsWide = () => useMedia('(width >= 80rem)')

const previewDelayMs = 1500

const focusTab = () => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()

export function PreviewBeside() {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), previewDelayMs)
    // An attribute, because `body:has(.preview-beside) …` would make the browser restyle the whole panel after each change.
    document.body.toggleAttribute('data-preview-beside', true)
    return () => {
      clearTimeout(timer)
      document.body.removeAttribute('data-preview-beside')
    }
  }, [])
  return (
    <aside className="preview-beside" aria-label="Vista previa">
      <p className="mb-2 not-focus-within:sr-only">
        <button type="button" className="btn btn-sm" onClick={focusTab}>
          Saltar la vista previa
        </button>
      </p>
      {isDue && <LazyPreview />}
    </aside>
  )
}

export function PreviewSheet({ isInDialog = false }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className={isInDialog ? 'btn btn-ghost btn-square me-auto' : 'btn btn-sm btn-outline mb-4'}
        title={isInDialog ? 'Vista previa' : undefined}
        onClick={() => setIsOpen(true)}
      >
        <Eye className="size-4" aria-hidden="true" />
        <span className={isInDialog ? 'sr-only' : ''}>Vista previa</span>
      </button>
      {isOpen && (
        <Dialog title="Vista previa" onClose={close}>
          <div className="preview-sheet">
            <LazyPreview onOpen={close} isStill={isInDialog} />
          </div>
        </Dialog>
      )}
    </>
  )
}
