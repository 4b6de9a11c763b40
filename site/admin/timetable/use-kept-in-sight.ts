import { useEffect, useRef } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'

/**
 * Keeps the focus on an event that was moved or saved, and scrolls to it if keys moved it. Nothing else scrolls, because
 * somebody may be about to press another event.
 */
export function useKeptInSight(eventsById: ReadonlyMap<string, AgendaEvent>, isOff: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef('')
  const lastPlace = useRef('')
  const isByKey = useRef(false)
  const elementOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)

  useEffect(() => {
    const element = focused.current && elementOf(focused.current)
    if (!element || isOff || !isByKey.current) return
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
    /** Call with true before a move by keys, with false before a drag. */
    setByKey: (isKey: boolean) => {
      isByKey.current = isKey
    },
  }
}
