import { type PointerEvent, useRef } from 'react'
import { minuteHeight } from './timetable-scale.ts'

type Options<From> = {
  isOff: boolean
  /** What moves when one is dragged, and where it is then. */
  start: (id: string) => From
  /** Called with how far it is from where it began. */
  move: (from: From, minutes: number, columns: number) => void
  drop: () => void
  cancel: (from: From) => void
}

type Drag<From> = {
  from: From
  x: number
  y: number
  scroller: Element | null
  top: number
  left: number
  width: number
  at: string
}

/** How far a pointer goes before a click is a drag, in pixels. */
const threshold = 6

/** Dragging in steps of five minutes and to other rooms, with mouse or pen: a finger scrolls, and has the dialog. */
export function useTimetableDrag<From>({ isOff, start, move, drop, cancel }: Options<From>) {
  const drag = useRef<Drag<From> | null>(null)
  const dragged = useRef(false)

  function begin(event: PointerEvent<HTMLElement>, id: string) {
    dragged.current = false
    if (isOff || event.button !== 0 || event.pointerType === 'touch' || event.ctrlKey || event.metaKey || event.shiftKey) return
    // At once: what is below the pointer may scroll away from it.
    event.currentTarget.setPointerCapture(event.pointerId)
    const scroller = event.currentTarget.closest('.timetable')
    const blocks = event.currentTarget.closest<HTMLElement>('.timetable-blocks')
    const columns = Number(getComputedStyle(event.currentTarget).getPropertyValue('--columns'))
    drag.current = {
      from: start(id),
      x: event.clientX,
      y: event.clientY,
      scroller,
      top: scroller?.scrollTop ?? 0,
      left: scroller?.scrollLeft ?? 0,
      width: (blocks?.clientWidth ?? 0) / columns,
      at: '0 0',
    }
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const { current } = drag
    if (!current) return
    const { from, x, y, scroller, top, left, width } = current
    const dx = event.clientX - x + (scroller?.scrollLeft ?? 0) - left
    const dy = event.clientY - y + (scroller?.scrollTop ?? 0) - top
    if (!dragged.current) {
      if (Math.hypot(dx, dy) < threshold) return
      dragged.current = true
    }
    const [minutes, columns] = [Math.round(dy / minuteHeight / 5) * 5, Math.round(dx / width)]
    const at = `${minutes} ${columns}`
    if (at === current.at) return
    current.at = at
    move(from, minutes, columns)
  }

  function end(isDropped: boolean) {
    if (!drag.current) return
    const { from } = drag.current
    drag.current = null
    if (!dragged.current) return
    if (isDropped) drop()
    else cancel(from)
  }

  const handlersOf = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id),
    onPointerMove: follow,
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  })

  /** Whether the click that is told now is the end of a drag. */
  function endedDrag(): boolean {
    const was = dragged.current
    dragged.current = false
    return was
  }

  return { handlersOf, endedDrag }
}
