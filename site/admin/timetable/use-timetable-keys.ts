import { type KeyboardEvent, useRef } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { fold } from '../../../data/text.ts'
import type { Place } from '../agenda/move-events.ts'
import { type Agenda, changeBy, changeTo } from './timetable-keys.ts'

type Options = {
  agenda: Agenda
  isOff: boolean
  isMoved: boolean
  /** Events of the current day, in the order of the focus. */
  inOrder: readonly AgendaEvent[]
  /** Ids that move together with this event. */
  together: (id: string) => string[]
  change: (ids: string[], by: (event: AgendaEvent) => Partial<Place> | null) => boolean
  toDay: (day: string) => void
  toggle: (id: string) => void
  focusOn: (id: string) => void
  open: (event: AgendaEvent) => void
  save: () => void
  takeBack: () => void
}

const isDigit = (key: string) => /^\d$/.test(key)

export function useTimetableKeys(options: Options) {
  const { agenda, isOff, isMoved, inOrder, together, change, toDay, toggle, focusOn, open, save, takeBack } = options
  const digits = useRef('')

  function type(digit: string, { id }: AgendaEvent) {
    const typed = digits.current + digit
    digits.current = typed.length < 4 ? typed : ''
    if (typed.length === 4) change([id], (other) => changeTo(typed, other))
  }

  /** Focuses the next event whose title begins with the letter. */
  function goTo(letter: string, { id }: AgendaEvent) {
    const index = inOrder.findIndex((other) => other.id === id)
    const others = [...inOrder.slice(index + 1), ...inOrder.slice(0, index + 1)]
    // Leading punctuation such as «¿» is skipped.
    const next = others.find(({ title }) =>
      fold(title)
        .replace(/^[^\p{L}\p{N}]+/u, '')
        .startsWith(fold(letter)),
    )
    if (next) focusOn(next.id)
  }

  /** Returns whether the key is a move. A move to another day also shows that day. */
  function move(key: KeyboardEvent, event: AgendaEvent): boolean {
    const to = changeBy(key, event, agenda)
    if (to === undefined) return false
    const isChanged = change(together(event.id), (other) => changeBy(key, other, agenda) ?? null)
    if (isChanged && to?.day !== undefined) toDay(to.day || agenda.eventDay)
    return true
  }

  return (key: KeyboardEvent, event: AgendaEvent) => {
    if (isOff || key.ctrlKey || key.metaKey) return
    if (!isDigit(key.key)) digits.current = ''
    if (key.key === 'Enter') isMoved ? save() : open(event)
    else if (key.key === 'Escape') takeBack()
    else if (key.key === ' ') toggle(event.id)
    else if (isDigit(key.key)) type(key.key, event)
    else if (/^\p{L}$/u.test(key.key) && !key.altKey) goTo(key.key, event)
    else if (!move(key, event)) return
    key.preventDefault()
  }
}
