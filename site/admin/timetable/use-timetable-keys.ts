import { type KeyboardEvent, useRef } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { fold } from '../../../data/text.ts'
import type { DraftMoves } from '../agenda/use-draft-moves.ts'
import { changeBy, changeTo } from './timetable-keys.ts'
import type { Selection } from './use-selection.ts'
import type { TimetableMoves } from './use-timetable-moves.ts'

export type InputOptions = {
  draft: DraftMoves
  /** Events of the day, in the order in which keys focus them. */
  dayEvents: AgendaEvent[]
  rooms: Scenario[]
  days: string[]
  eventDay: string
  selection: Selection
  moves: TimetableMoves
  onDay: (day: string) => void
  onOpen: (event: AgendaEvent) => void
}

const isDigit = (key: string) => /^\d$/.test(key)

export function useTimetableKeys(options: InputOptions, focusOn: (id: string) => void) {
  const { draft, dayEvents, rooms, days, eventDay, selection, moves, onDay, onOpen } = options
  const agenda = { events: draft.events, rooms, days, eventDay }
  const hasMoves = draft.moves.size > 0
  const digits = useRef('')

  function type(digit: string, { id }: AgendaEvent) {
    const typed = digits.current + digit
    digits.current = typed.length < 4 ? typed : ''
    if (typed.length === 4) moves.change([id], (other) => changeTo(typed, other))
  }

  function focusByLetter(letter: string, { id }: AgendaEvent) {
    const index = dayEvents.findIndex((other) => other.id === id)
    const others = [...dayEvents.slice(index + 1), ...dayEvents.slice(0, index + 1)]
    const next = others.find(({ title }) =>
      fold(title)
        .replace(/^[^\p{L}\p{N}]+/u, '')
        .startsWith(fold(letter)),
    )
    if (next) focusOn(next.id)
  }

  function move(key: KeyboardEvent, event: AgendaEvent): boolean {
    const to = changeBy(key, event, agenda)
    if (to === undefined) return false
    const isChanged = moves.change(selection.together(event.id), (other) => changeBy(key, other, agenda) ?? null)
    if (isChanged && to?.day !== undefined) onDay(to.day || eventDay)
    return true
  }

  return (key: KeyboardEvent, event: AgendaEvent) => {
    if (draft.isBusy || key.ctrlKey || key.metaKey) return
    if (!isDigit(key.key)) digits.current = ''
    if (key.key === 'Enter') hasMoves ? void moves.save() : onOpen(event)
    else if (key.key === 'Escape') hasMoves ? moves.discard() : selection.clear()
    else if (key.key === ' ') selection.toggle(event.id)
    else if (isDigit(key.key)) type(key.key, event)
    else if (/^\p{L}$/u.test(key.key) && !key.altKey) focusByLetter(key.key, event)
    else if (!move(key, event)) return
    key.preventDefault()
  }
}
