import { useEffect, useMemo, useState } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { inDialog, markUnsaved } from '../shell/unsaved.ts'
import { type Move, type Place, placeOf } from './move-events.ts'

const title = 'Horario'

/** The moves in the timetable that are not saved yet, and the agenda as it would be with them. */
export function useDraftMoves(events: AgendaEvent[]) {
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map())
  useEffect(() => {
    markUnsaved(inDialog(title), moves.size > 0)
    return () => markUnsaved(inDialog(title), false)
  }, [moves])

  const placed = useMemo(() => events.map((event) => ({ ...event, ...moves.get(event.id)?.to })), [events, moves])

  /** Changes the place of each of these: all of them, or none where one of them cannot. Returns whether it did. */
  function change(ids: readonly string[], by: (event: AgendaEvent) => Partial<Place> | null): boolean {
    const next = new Map(moves)
    for (const id of ids) {
      const now = placed.find((event) => event.id === id)
      // The version that is moved is the one that somebody began to move.
      const event = moves.get(id)?.event ?? events.find((other) => other.id === id)
      const to = now && by(now)
      if (!now || !event || !to) return false
      const place = { ...placeOf(now), ...to }
      if (isSame(place, placeOf(event))) next.delete(id)
      else next.set(id, { event, to: place })
    }
    setMoves(next)
    return true
  }

  return { moves, setMoves, placed, change, discard: () => setMoves(new Map()) }
}

const isSame = (a: Place, b: Place) => (Object.keys(a) as (keyof Place)[]).every((key) => a[key] === b[key])
