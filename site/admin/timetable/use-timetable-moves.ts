import { useState } from 'react'
import type { Scenario, Speaker } from '../../../data/content/schema.ts'
import { collisionSentence } from '../../../data/programme/collision-sentence.ts'
import { collisionsIn } from '../../../data/programme/collisions.ts'
import { movedSentence } from '../agenda/moved-sentence.ts'
import type { DraftMoves } from '../agenda/use-draft-moves.ts'

type Options = {
  draft: DraftMoves
  rooms: Scenario[]
  speakers: Speaker[]
  eventDay: string
  onSaved: () => void
}

export type TimetableMoves = ReturnType<typeof useTimetableMoves>

export function useTimetableMoves({ draft, rooms, speakers, eventDay, onSaved }: Options) {
  const [lastIds, setLastIds] = useState<string[]>([])
  const [isDiscarded, setIsDiscarded] = useState(false)
  const collisions = collisionsIn(draft.events, eventDay)

  // Leaves out moves that the server refused, because they are no longer in the draft.
  const lastMoves = lastIds.flatMap((id) => draft.moves.get(id) ?? [])
  const firstCollision = lastMoves.flatMap(({ event: { id } }) => {
    const event = draft.events.find((other) => other.id === id)
    const [collision] = collisions.get(id) ?? []
    return event && collision ? [collisionSentence(event, collision, rooms, speakers)] : []
  })[0]

  async function save() {
    if (!(await draft.save())) return
    onSaved()
    setLastIds([])
  }

  function change(ids: string[], by: Parameters<DraftMoves['change']>[1]): boolean {
    const isChanged = draft.change(ids, by)
    if (!isChanged) return false
    setLastIds(ids)
    setIsDiscarded(false)
    return true
  }

  function discard() {
    draft.discard()
    setLastIds([])
    setIsDiscarded(draft.moves.size > 0)
  }

  function restore(moves: DraftMoves['moves']) {
    draft.restore(moves)
    setIsDiscarded(moves.size === 0)
  }

  const message = [lastMoves.length > 0 ? movedSentence(lastMoves, rooms, eventDay) : '', firstCollision]
    .filter(Boolean)
    .join(' ')
  return { collisions, message, isDiscarded, change, save, discard, restore }
}
