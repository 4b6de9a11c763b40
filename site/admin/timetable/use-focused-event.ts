import { useEffect, useRef } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'

/** Keeps the focus on a moved or saved event. Scrolls to it only after keys, because the user may already point at another event with the mouse. */
export function useFocusedEvent(eventsById: ReadonlyMap<string, AgendaEvent>, isOff: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef('')
  const lastPlace = useRef('')
  const isMovedByKeys = useRef(false)
  const elementOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)

  useEffect(() => {
    const element = focused.current && elementOf(focused.current)
    if (!element || isOff || !isMovedByKeys.current) return
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    const { day = '', startTime, endTime, scenarioId } = eventsById.get(focused.current) ?? {}
    const place = [focused.current, day, startTime, endTime, scenarioId].join(' ')
    if (document.activeElement !== element || place === lastPlace.current) return
    lastPlace.current = place
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  return {
    list,
    focusOn: (id: string) => elementOf(id)?.focus(),
    onFocus: (id: string) => {
      focused.current = id
    },
    setMovedByKeys: (isKey: boolean) => {
      isMovedByKeys.current = isKey
    },
  }
}
