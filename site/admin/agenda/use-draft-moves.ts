import { useEffect, useMemo, useState } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { differing } from '../forms/drafts.ts'
import { inDialog, markUnsaved } from '../shell/unsaved.ts'
import type { Move, Place } from './move-events.ts'
import { useMoving } from './use-moving.ts'

const title = 'Horario'

export type DraftMoves = ReturnType<typeof useDraftMoves>

/**
 * The moves in the timetable that are not saved yet, the agenda as it would be with them, and saving them. Of whatever shows the
 * timetable: its moves are still there when something else was shown.
 */
export function useDraftMoves(events: AgendaEvent[], scenarios: readonly Pick<Scenario, 'id' | 'name'>[], eventDay: string) {
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
      const changed = now && by(now)
      if (!now || !event || !changed) return false
      const to = differing<Partial<Place>>({ ...moves.get(id)?.to, ...differing(changed, now) }, event)
      if (Object.keys(to).length === 0) next.delete(id)
      else next.set(id, { event, to })
    }
    setMoves(next)
    return true
  }

  const discard = () => setMoves(new Map())

  function takeOut(ids: readonly string[]): number {
    const left = new Map([...moves].filter(([id]) => !ids.includes(id)))
    setMoves(left)
    return left.size
  }

  const { isBusy, move } = useMoving({ scenarios, eventDay, onSaved: discard, onRefused: takeOut })
  const save = () => move([...moves.values()])

  return { moves, placed, change, restore: setMoves, discard, isBusy, save }
}
