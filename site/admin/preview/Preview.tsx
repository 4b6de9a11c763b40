import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { $tab, $views } from '../shell/tab.ts'
import { openPart, partOf } from './page-parts.ts'
import type { PreviewContent } from './preview-content.ts'
import { previewAddress, usePreviewFrame } from './use-preview-frame.ts'
import { usePreviewSize, type View, Views } from './Views.tsx'

export type PreviewProps = {
  onOpen?: () => void
  /** If true, clicks in the preview open nothing. */
  isStill?: boolean
  /** Content to show instead of unsaved input. */
  instead?: { content: PreviewContent; tab: string | undefined }
}

export function Preview({ onOpen, isStill = false, instead }: PreviewProps) {
  const room = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(() => ({
    device: matchMedia('(width < 48rem)').matches ? 'phone' : 'desktop',
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  }))
  const style = usePreviewSize(room, view.device)
  const openTab = useStore($tab)
  const { [openTab]: openView } = useStore($views)

  async function onClick(target: Element) {
    if (isStill || instead) return
    if (await openPart(target)) onOpen?.()
  }

  const { frame, isLoaded, isDrawn, onLoad, retry } = usePreviewFrame({
    content: instead?.content,
    part: instead ? partOf(instead.tab ?? '') : partOf(openTab, openView),
    scheme: view.isDark ? 'dark' : 'light',
    onClick,
  })

  return (
    <div className="preview">
      <Views view={view} onChange={setView} />
      <div role="status" className="empty:hidden">
        {isLoaded && !isDrawn && (
          <p className="text-base-content/75 text-sm">No se pudo actualizar: se ve lo último que se pudo.</p>
        )}
        {!isLoaded && (
          <p className="flex flex-wrap items-center gap-3 text-sm">
            No se pudo cargar la vista previa.
            <button type="button" className="btn btn-sm" onClick={retry}>
              Reintentar
            </button>
          </p>
        )}
      </div>
      <div ref={room} className="preview-room" data-missing={!isLoaded || undefined}>
        <iframe ref={frame} src={previewAddress} title="Vista previa de la página" onLoad={onLoad} style={style} />
      </div>
    </div>
  )
}
