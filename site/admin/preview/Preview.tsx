import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $isOffline } from '../calls/connection.ts'
import { panelFetch } from '../calls/panel-fetch.ts'
import { $saves } from '../calls/saves.ts'
import { $typed } from '../forms/typed.ts'
import { $tab } from '../shell/tab.ts'
import { preferScheme } from './color-scheme.ts'
import { createDrawing, showAll, typedContent } from './draw.ts'
import { openPart, showPart } from './parts.ts'
import type { PreviewContent } from './preview-content.ts'
import { usePreviewSize, type View, Views } from './Views.tsx'

const address = '/api/preview'

export type PreviewProps = {
  onOpen?: () => void
  /** Clicks open nothing. */
  isStill?: boolean
  /** Shown instead of unsaved input. The part of `tab` scrolls into view. */
  instead?: { content: PreviewContent; tab: string | undefined }
}

export function Preview({ onOpen, isStill = false, instead }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(() => ({
    device: matchMedia('(width < 48rem)').matches ? 'phone' : 'desktop',
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  }))
  const [isDrawn, setIsDrawn] = useState(true)
  const [isThere, setIsThere] = useState(true)
  const style = usePreviewSize(room, view.device)
  const open = useStore($tab)
  const tab = instead ? instead.tab : open
  const current = useRef({ instead, tab })
  current.current = { instead, tab }

  /** Null before the page has loaded or if the server refused it. */
  const page = () => {
    const document = frame.current?.contentDocument
    return document?.location.pathname === address && document.contentType === 'text/html' ? document : null
  }
  const [draw] = useState(() => createDrawing(page, () => current.current.instead?.content ?? typedContent(), setIsDrawn))

  useEffect(() => {
    const stops = [$typed.listen(draw), $saves.listen(draw), $isOffline.listen((isOffline) => !isOffline && draw())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [draw])

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for other content.
  useEffect(draw, [draw, instead])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is the same.
  useEffect(() => {
    if (tab) showPart(page(), tab)
  }, [tab])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is the same.
  useEffect(() => {
    const document = page()
    if (document) preferScheme(document, view.isDark ? 'dark' : 'light')
  }, [view.isDark])

  function load() {
    setIsThere(true)
    if (frame.current) frame.current.src = address
  }

  // Only the first failed load asks for a sign-in.
  const mayAsk = useRef(true)

  function begin() {
    const document = page()
    if (!document) {
      void refused()
      return
    }
    mayAsk.current = true
    preferScheme(document, view.isDark ? 'dark' : 'light')
    showAll(document)
    const { tab } = current.current
    if (tab) showPart(document, tab)
    document.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isStill || current.current.instead) return
        openPart(event.target as Element)
        onOpen?.()
      },
      { capture: true },
    )
    // Keys in the frame do not reach the panel.
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    draw()
  }

  /** A frame hides its error. The panel's client reports it. */
  async function refused() {
    const isBack = mayAsk.current && (await panelFetch(address, { method: 'HEAD' }).catch(() => null))?.ok
    mayAsk.current = false
    if (isBack) load()
    else setIsThere(false)
  }

  return (
    <div className="preview">
      <Views view={view} onChange={setView} />
      <div role="status" className="empty:hidden">
        {isThere && !isDrawn && (
          <p className="text-base-content/75 text-sm">No se pudo actualizar: se ve lo último que se pudo.</p>
        )}
        {!isThere && (
          <p className="flex flex-wrap items-center gap-3 text-sm">
            No se pudo cargar la vista previa.
            <button
              type="button"
              className="btn btn-sm"
              onClick={() => {
                mayAsk.current = true
                load()
              }}
            >
              Reintentar
            </button>
          </p>
        )}
      </div>
      <div ref={room} className="preview-room" data-missing={!isThere || undefined}>
        <iframe ref={frame} src={address} title="Vista previa de la página" onLoad={begin} style={style} />
      </div>
    </div>
  )
}
