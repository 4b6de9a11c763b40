import { type PointerEvent, useRef } from 'react'
import { minuteHeightPx } from './timetable-blocks.ts'

type Options<From> = {
  isOff: boolean
  /** Returns the state that `move` and `cancel` receive. */
  start: (id: string) => From
  move: (from: From, minutes: number, columns: number) => void
  drop: () => void
  cancel: (from: From) => void
}

type Drag<From> = { from: From; start: Point; columnWidth: number; lastSteps: string }

type Point = { x: number; y: number }

/** In the timetable, however far it is scrolled. */
function positionOf({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const scroller = currentTarget.closest('.timetable')
  return { x: clientX + (scroller?.scrollLeft ?? 0), y: clientY + (scroller?.scrollTop ?? 0) }
}

/** Shorter movements are clicks. */
const dragThresholdPx = 6

/** For mouse and pen. Fingers scroll, and use the dialog instead. */
export function useTimetableDrag<From>({ isOff, start, move, drop, cancel }: Options<From>) {
  const drag = useRef<Drag<From> | null>(null)
  const dragged = useRef(false)

  function begin(event: PointerEvent<HTMLElement>, id: string) {
    dragged.current = false
    if (isOff || event.button !== 0 || event.pointerType === 'touch' || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Captured at once, because the block may scroll away from the pointer.
    event.currentTarget.setPointerCapture(event.pointerId)
    const blocks = event.currentTarget.closest<HTMLElement>('.timetable-blocks')
    const columns = Number(getComputedStyle(event.currentTarget).getPropertyValue('--columns'))
    drag.current = {
      from: start(id),
      start: positionOf(event),
      columnWidth: (blocks?.clientWidth ?? 0) / columns,
      lastSteps: '0 0',
    }
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const { current } = drag
    if (!current) return
    const { from, start, columnWidth, lastSteps } = current
    const { x, y } = positionOf(event)
    const [dx, dy] = [x - start.x, y - start.y]
    if (!dragged.current && Math.hypot(dx, dy) < dragThresholdPx) return
    dragged.current = true
    const [minutes, columns] = [Math.round(dy / minuteHeightPx / 5) * 5, Math.round(dx / columnWidth)]
    current.lastSteps = `${minutes} ${columns}`
    if (current.lastSteps !== lastSteps) move(from, minutes, columns)
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
