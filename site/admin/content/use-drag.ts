import { type PointerEvent, useRef, useState } from 'react'

export const itemAttribute = 'data-item'

type Drag = { id: string; handle: HTMLElement; item: HTMLElement; x: number; y: number }

/** Uses pointer events, because the browser's drag and drop does not support touch. */
export function useDrag(canDrop: (id: string, target: string) => boolean, drop: (id: string, target: string) => void) {
  const drag = useRef<Drag | null>(null)
  const [over, setOver] = useState<string | null>(null)

  function start(event: PointerEvent<HTMLElement>, id: string) {
    const handle = event.currentTarget
    const item = handle.closest<HTMLElement>(`[${itemAttribute}]`)
    if (!item || event.button !== 0) return
    handle.setPointerCapture(event.pointerId)
    drag.current = { id, handle, item, x: event.pageX, y: event.pageY }
    Object.assign(item.style, { pointerEvents: 'none', zIndex: '5', opacity: '0.85' })
  }

  function move(event: PointerEvent) {
    if (!drag.current) return
    const { id, item, x, y } = drag.current
    item.style.translate = `${event.pageX - x}px ${event.pageY - y}px`
    if (event.clientY < 80) window.scrollBy(0, -16)
    else if (event.clientY > window.innerHeight - 80) window.scrollBy(0, 16)
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest(`[${itemAttribute}]`)
    const target = below?.getAttribute(itemAttribute) ?? null
    setOver(target !== null && target !== id && canDrop(id, target) ? target : null)
  }

  function end(isDropped: boolean) {
    if (!drag.current) return
    const { id, item } = drag.current
    drag.current = null
    Object.assign(item.style, { pointerEvents: '', zIndex: '', opacity: '', translate: '' })
    setOver(null)
    if (isDropped && over !== null) drop(id, over)
  }

  const handleOf = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, id),
    onPointerMove: move,
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  })

  return { over, handleOf }
}
