import { useState } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'

export type Selection = ReturnType<typeof useSelection>

export function useSelection(events: readonly AgendaEvent[]) {
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const [isChoosing, setIsChoosing] = useState(false)
  // Leaves out events that somebody else has deleted.
  const ids = chosenIds.filter((id) => events.some((event) => event.id === id))
  const clear = () => setChosenIds([])

  return {
    ids,
    isChoosing,
    clear,
    toggle: (id: string) => setChosenIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleChoosing: () => {
      setIsChoosing(!isChoosing && ids.length === 0)
      clear()
    },
    together: (id: string) => (ids.includes(id) ? [...ids] : [id]),
  }
}
