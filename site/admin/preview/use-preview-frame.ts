import { useEffect, useRef, useState } from 'react'
import { $isOffline } from '../calls/connection.ts'
import { panelFetch } from '../calls/panel-fetch.ts'
import { $saves } from '../calls/saves.ts'
import { $unsavedInput } from '../forms/drafts/drafts.ts'
import { preferScheme } from './color-scheme.ts'
import { contentWithInput, createDrawing, showAll } from './draw.ts'
import { showPart } from './page-parts.ts'
import type { PreviewContent } from './preview-content.ts'

export const previewAddress = '/api/preview'

type Options = {
  content: PreviewContent | undefined
  part: string | undefined
  scheme: 'light' | 'dark'
  onClick: (target: Element) => void
}

export function usePreviewFrame(options: Options) {
  const { content, part, scheme } = options
  const frame = useRef<HTMLIFrameElement>(null)
  const [isDrawn, setIsDrawn] = useState(true)
  const [isLoaded, setIsLoaded] = useState(true)
  const latest = useRef(options)
  latest.current = options
  const mayAskToSignIn = useRef(true)

  const [{ page, draw }] = useState(() => {
    const page = () => {
      const document = frame.current?.contentDocument
      const isPreview = document?.location.pathname === previewAddress && document.contentType === 'text/html'
      // A document that is still loading may have no body.
      return isPreview && document.querySelector('body') ? document : null
    }
    const input = () => (latest.current.content ? {} : $unsavedInput.get())
    const onDrawn = (isDrawn: boolean) => {
      preferScheme(page(), latest.current.scheme)
      setIsDrawn(isDrawn)
    }
    return { page, draw: createDrawing(page, () => latest.current.content ?? contentWithInput(), input, onDrawn) }
  })

  useEffect(() => {
    const stops = [$unsavedInput.listen(draw), $saves.listen(draw), $isOffline.listen((isOffline) => !isOffline && draw())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [draw])

  // biome-ignore lint/correctness/useExhaustiveDependencies: draws again when the content changes
  useEffect(draw, [draw, content])

  useEffect(() => showPart(page(), part), [page, part])
  useEffect(() => preferScheme(page(), scheme), [page, scheme])

  function load() {
    setIsLoaded(true)
    if (frame.current) frame.current.src = previewAddress
  }

  function onLoad() {
    const document = page()
    if (!document) return void onRefused()
    mayAskToSignIn.current = true
    preferScheme(document, scheme)
    showAll(document)
    showPart(document, part)
    const onClick = (event: MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
      latest.current.onClick(event.target as Element)
    }
    document.addEventListener('click', onClick, { capture: true })
    // Keys pressed in the frame do not reach the panel, so Escape is passed on.
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    draw()
  }

  async function onRefused() {
    const isAccepted = mayAskToSignIn.current && (await panelFetch(previewAddress, { method: 'HEAD' }).catch(() => null))?.ok
    mayAskToSignIn.current = false
    if (isAccepted) load()
    else setIsLoaded(false)
  }

  function retry() {
    mayAskToSignIn.current = true
    load()
  }

  return { frame, isLoaded, isDrawn, onLoad, retry }
}
