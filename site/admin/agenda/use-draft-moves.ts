import { useEffect, useMemo, useState } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { changedFields } from '../forms/drafts/drafts.ts'
import { inDialog, markUnsaved } from '../shell/unsaved.ts'
import type { Move, Place } from './move-events.ts'
import { useMoving } from './use-moving.ts'

const title = 'Horario'

export type DraftMoves = ReturnType<typeof useDraftMoves>

/** Call this hook in a component that stays mounted while the timetable is hidden. Otherwise unsaved moves would be lost. */
export function useDraftMoves(events: AgendaEvent[], scenarios: readonly Pick<Scenario, 'id' | 'name'>[], eventDay: string) {
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map())
  useEffect(() => {
    markUnsaved(inDialog(title), moves.size > 0)
    return () => markUnsaved(inDialog(title), false)
  }, [moves])

  const draftEvents = useMemo(() => events.map((event) => ({ ...event, ...moves.get(event.id)?.to })), [events, moves])

  function change(ids: readonly string[], by: (event: AgendaEvent) => Partial<Place> | null): boolean {
    const next = new Map(moves)
    for (const id of ids) {
      const current = draftEvents.find((event) => event.id === id)
      // Uses the event as it was before the first unsaved move, so that the server notices changes by others.
      const event = moves.get(id)?.event ?? events.find((other) => other.id === id)
      const changed = current && by(current)
      if (!current || !event || !changed) return false
      const to = changedFields<Partial<Place>>({ ...moves.get(id)?.to, ...changedFields(changed, current) }, event)
      if (Object.keys(to).length === 0) next.delete(id)
      else next.set(id, { event, to })
    }
    setMoves(next)
    return true
  }

  const discard = () => setMoves(new Map())

  function takeOut(ids: readonly string[]): number {
    const remainingMoves = new Map([...moves].filter(([id]) => !ids.includes(id)))
    setMoves(remainingMoves)
    return remainingMoves.size
  }

  const { isBusy, move } = useMoving({ scenarios, eventDay, onSaved: discard, onRefused: takeOut })
  const save = () => move([...moves.values()])

  return { moves, events: draftEvents, change, restore: setMoves, discard, isBusy, save }
}
