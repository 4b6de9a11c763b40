import { type PointerEvent, useRef } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import type { Place } from '../agenda/move-events.ts'
import { shifted } from '../agenda/slots.ts'
import type { DraftMoves } from '../agenda/use-draft-moves.ts'
import { minuteHeightPx } from './timetable-blocks.ts'
import type { InputOptions } from './use-timetable-keys.ts'

type Drag = {
  ids: string[]
  eventsBefore: ReadonlyMap<string, AgendaEvent>
  movesBefore: DraftMoves['moves']
  start: Point
  columnWidth: number
  lastSteps: string
}

type Point = { x: number; y: number }

function positionOf({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const scroller = currentTarget.closest('.timetable')
  return { x: clientX + (scroller?.scrollLeft ?? 0), y: clientY + (scroller?.scrollTop ?? 0) }
}

const dragThresholdPx = 6

/** Drags events by mouse or pen. A finger scrolls instead, so touch users move events in a dialog. */
export function useTimetableDrag({ draft, rooms, selection, moves }: InputOptions, onStart: () => void) {
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)

  function begin(event: PointerEvent<HTMLElement>, id: string) {
    wasDragged.current = false
    if (draft.isBusy || event.button !== 0 || event.pointerType === 'touch') return
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    // Captures the pointer at once, because the block may scroll away from under it.
    event.currentTarget.setPointerCapture(event.pointerId)
    const blocks = event.currentTarget.closest<HTMLElement>('.timetable-blocks')
    const columns = Number(getComputedStyle(event.currentTarget).getPropertyValue('--columns'))
    onStart()
    drag.current = {
      ids: selection.together(id),
      eventsBefore: new Map(draft.events.map((draftEvent) => [draftEvent.id, draftEvent])),
      movesBefore: draft.moves,
      start: positionOf(event),
      columnWidth: (blocks?.clientWidth ?? 0) / columns,
      lastSteps: '0 0',
    }
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const { current } = drag
    if (!current) return
    const { ids, eventsBefore, start, columnWidth, lastSteps } = current
    const { x, y } = positionOf(event)
    const [dx, dy] = [x - start.x, y - start.y]
    if (!wasDragged.current && Math.hypot(dx, dy) < dragThresholdPx) return
    wasDragged.current = true
    const [minutes, columns] = [Math.round(dy / minuteHeightPx / 5) * 5, Math.round(dx / columnWidth)]
    current.lastSteps = `${minutes} ${columns}`
    if (current.lastSteps === lastSteps) return
    moves.change(ids, ({ id }) => {
      const before = eventsBefore.get(id)
      return before ? draggedTo(before, minutes, columns, rooms) : null
    })
  }

  function end(isDropped: boolean) {
    if (!drag.current) return
    const { movesBefore } = drag.current
    drag.current = null
    if (!wasDragged.current) return
    if (!isDropped) moves.restore(movesBefore)
    else if (draft.moves.size > 0) void moves.save()
  }

  const handlersOf = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id),
    onPointerMove: follow,
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  })

  function endedDrag(): boolean {
    const isEnd = wasDragged.current
    wasDragged.current = false
    return isEnd
  }

  return { handlersOf, endedDrag }
}

function draggedTo(event: AgendaEvent, minutes: number, columns: number, rooms: readonly Scenario[]): Partial<Place> | null {
  const times = shifted(event, minutes)
  if (!times) return null
  if (event.isPlenary || columns === 0) return { ...times, scenarioId: event.scenarioId }
  const room = rooms[rooms.findIndex(({ id }) => id === event.scenarioId) + columns]
  return room ? { ...times, scenarioId: room.id } : null
}
