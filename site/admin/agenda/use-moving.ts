import { useState } from 'react'
import type { Scenario } from '../../../data/content/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { type Move, moveEvents } from './move-events.ts'
import { movedSentence } from './moved-sentence.ts'

/** Saves where events are from now on, and says how that went; `onSaved` is called once they are. */
export function useMoving(scenarios: readonly Pick<Scenario, 'id' | 'name'>[], eventDay: string, onSaved: () => void) {
  const [isBusy, setIsBusy] = useState(false)

  async function move(moves: readonly Move[]): Promise<void> {
    setIsBusy(true)
    try {
      const { publishError, undo } = await moveEvents(moves)
      const told = succeeded('evento', 'actualizar', publishError, undoing(undo))
      onSaved()
      showToast({ text: movedSentence(moves, scenarios, eventDay), ...told })
    } catch (error) {
      showToast(failed('evento', 'actualizar', error))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, move }
}
