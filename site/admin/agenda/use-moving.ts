import { useState } from 'react'
import type { Scenario } from '../../../data/content/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { collections } from '../content/collections.ts'
import { type Move, moveEvents } from './move-events.ts'
import { movedSentence } from './moved-sentence.ts'
import { refusedMoves, refusedSentence } from './refused-moves.ts'

type Options = {
  scenarios: readonly Pick<Scenario, 'id' | 'name'>[]
  eventDay: string
  onSaved: () => void
  onRefused: (ids: string[]) => number
}

export function useMoving({ scenarios, eventDay, onSaved, onRefused }: Options) {
  const [isBusy, setIsBusy] = useState(false)

  function refuse(moves: readonly Move[], error: unknown): void {
    const refused = refusedMoves(moves, error)
    const [first] = refused
    // If the server refuses every move with a message, the request itself is wrong, so the moves stay in the draft.
    const isAll = refused.length > 1 && refused.length === moves.length && typeof first?.why === 'object'
    if (refused.length === 0 || isAll) {
      showToast(failed('evento', 'actualizar', error))
      return
    }
    const remainingCount = onRefused(refused.map(({ move }) => move.event.id))
    showToast({ kind: 'error', title: 'No se guardó', text: refusedSentence(refused, remainingCount) })
    void collections.events.load()
    void collections.scenarios.load()
  }

  async function move(moves: readonly Move[]): Promise<boolean> {
    setIsBusy(true)
    try {
      const { publishError, undo, moved } = await moveEvents(moves)
      const toast = succeeded('evento', 'actualizar', publishError, undoing(undo))
      onSaved()
      showToast({ text: movedSentence(moved, scenarios, eventDay), ...toast })
      return true
    } catch (error) {
      refuse(moves, error)
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, move }
}
