import { type PointerEvent, useRef } from 'react'
import { minuteHeightPx } from './timetable-scale.ts'

type Options<From> = {
  isOff: boolean
  /** Returns the state that `move` and `cancel` receive. */
  start: (id: string) => From
  /** Distances are counted from where the drag began. */
  move: (from: From, minutes: number, columns: number) => void
  drop: () => void
  cancel: (from: From) => void
}

type Drag<From> = {
  from: From
  x: number
  y: number
  scroller: Element | null
  scrollTop: number
  scrollLeft: number
  columnWidth: number
  at: string
}

/** Shorter movements are clicks. */
const dragThresholdPx = 6

/** Drags in steps of five minutes and to other rooms, with mouse or pen. Fingers scroll, and use the dialog. */
export function useTimetableDrag<From>({ isOff, start, move, drop, cancel }: Options<From>) {
  const drag = useRef<Drag<From> | null>(null)
  const dragged = useRef(false)

  function begin(event: PointerEvent<HTMLElement>, id: string) {
    dragged.current = false
    if (isOff || event.button !== 0 || event.pointerType === 'touch' || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Captured at once, because the block may scroll away from the pointer.
    event.currentTarget.setPointerCapture(event.pointerId)
    const scroller = event.currentTarget.closest('.timetable')
    const blocks = event.currentTarget.closest<HTMLElement>('.timetable-blocks')
    const columns = Number(getComputedStyle(event.currentTarget).getPropertyValue('--columns'))
    drag.current = {
      from: start(id),
      x: event.clientX,
      y: event.clientY,
      scroller,
      scrollTop: scroller?.scrollTop ?? 0,
      scrollLeft: scroller?.scrollLeft ?? 0,
      columnWidth: (blocks?.clientWidth ?? 0) / columns,
      at: '0 0',
    }
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const { current } = drag
    if (!current) return
    const { from, x, y, scroller, scrollTop, scrollLeft, columnWidth } = current
    const dx = event.clientX - x + (scroller?.scrollLeft ?? 0) - scrollLeft
    const dy = event.clientY - y + (scroller?.scrollTop ?? 0) - scrollTop
    if (!dragged.current) {
      if (Math.hypot(dx, dy) < dragThresholdPx) return
      dragged.current = true
    }
    const [minutes, columns] = [Math.round(dy / minuteHeightPx / 5) * 5, Math.round(dx / columnWidth)]
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

  /** Whether the current click ends a drag. */
  function endedDrag(): boolean {
    const wasDragged = dragged.current
    dragged.current = false
    return wasDragged
  }

  return { handlersOf, endedDrag }
}
