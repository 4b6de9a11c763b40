import type { MouseEvent } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import type { TimetableBlock } from './TimetableBlock.tsx'
import { useFocusedEvent } from './use-focused-event.ts'
import { useTimetableDrag } from './use-timetable-drag.ts'
import { type InputOptions, useTimetableKeys } from './use-timetable-keys.ts'

type Handlers = Pick<Parameters<typeof TimetableBlock>[0], 'onKeyDown' | 'onFocus' | 'onClick' | 'drag'>

export function useTimetableInput(options: InputOptions, isDialogOpen: boolean) {
  const { draft, selection, onOpen } = options
  const eventsById = new Map(draft.events.map((event) => [event.id, event]))
  const { list, focusOn, onFocus, setMovedByKeys } = useFocusedEvent(eventsById, isDialogOpen)
  const onKey = useTimetableKeys(options, focusOn)
  const drag = useTimetableDrag(options, () => setMovedByKeys(false))

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
