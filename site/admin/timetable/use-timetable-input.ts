import type { MouseEvent } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import type { Place } from '../agenda/move-events.ts'
import { shifted } from '../agenda/slots.ts'
import type { TimetableBlock } from './TimetableBlock.tsx'
import { useFocusedEvent } from './use-focused-event.ts'
import { useTimetableDrag } from './use-timetable-drag.ts'
import { type InputOptions, useTimetableKeys } from './use-timetable-keys.ts'

type Handlers = Pick<Parameters<typeof TimetableBlock>[0], 'onKeyDown' | 'onFocus' | 'onClick' | 'drag'>

export function useTimetableInput(options: InputOptions, isDialogOpen: boolean) {
  const { draft, rooms, selection, moves, onOpen } = options
  const eventsById = new Map(draft.events.map((event) => [event.id, event]))
  const { list, focusOn, onFocus, setMovedByKeys } = useFocusedEvent(eventsById, isDialogOpen)
  const onKey = useTimetableKeys(options, focusOn)

  const drag = useTimetableDrag({
    isOff: draft.isBusy,
    start: (id) => {
      setMovedByKeys(false)
      return { ids: selection.together(id), eventsBefore: eventsById, movesBefore: draft.moves }
    },
    move: ({ ids, eventsBefore }, minutes, columns) =>
      moves.change(ids, ({ id }) => {
        const event = eventsBefore.get(id)
        return event ? draggedTo(event, minutes, columns, rooms) : null
      }),
    drop: () => draft.moves.size > 0 && void moves.save(),
    cancel: ({ movesBefore }) => moves.restore(movesBefore),
  })

  function onClick(click: MouseEvent, event: AgendaEvent) {
    if (drag.endedDrag()) return
    if (selection.isChoosing || click.ctrlKey || click.metaKey || click.shiftKey) selection.toggle(event.id)
    else if (draft.moves.size === 0) onOpen(event)
  }

  const handlersOf = (event: AgendaEvent): Handlers => ({
    onKeyDown: (key) => {
      setMovedByKeys(true)
      onKey(key, event)
    },
    onFocus: () => onFocus(event.id),
    onClick: (click) => onClick(click, event),
    drag: drag.handlersOf(event.id),
  })

  return { list, handlersOf }
}

/** Returns null if the event cannot move there. */
function draggedTo(event: AgendaEvent, minutes: number, columns: number, rooms: readonly Scenario[]): Partial<Place> | null {
  const times = shifted(event, minutes)
  if (!times) return null
  if (event.isPlenary || columns === 0) return { ...times, scenarioId: event.scenarioId }
  const room = rooms[rooms.findIndex(({ id }) => id === event.scenarioId) + columns]
  return room ? { ...times, scenarioId: room.id } : null
}
