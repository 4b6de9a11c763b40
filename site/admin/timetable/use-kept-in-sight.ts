import { useEffect, useRef } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'

/**
 * What is moved or saved may stand elsewhere among the others, or on another day: it keeps the focus and stays in sight, unless
 * `isOff` or the pointer moves it. Nothing else scrolls: somebody may be about to press another one. `now` is where each event is,
 * by its id.
 */
export function useKeptInSight(now: ReadonlyMap<string, AgendaEvent>, isOff: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef('')
  const seenAt = useRef('')
  const isByKey = useRef(false)
  const elementOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)

  useEffect(() => {
    const element = focused.current && elementOf(focused.current)
    if (!element || isOff || !isByKey.current) return
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    const { day = '', startTime, endTime, scenarioId } = now.get(focused.current) ?? {}
    const place = [focused.current, day, startTime, endTime, scenarioId].join(' ')
    if (document.activeElement !== element || place === seenAt.current) return
    seenAt.current = place
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  return {
    list,
    focusOn: (id: string) => elementOf(id)?.focus(),
    /** Told by the block that has the focus. */
    onFocus: (id: string) => {
      focused.current = id
    },
    /** Whether what moves from here on is moved by keys. */
    setByKey: (isKey: boolean) => {
      isByKey.current = isKey
    },
  }
}
