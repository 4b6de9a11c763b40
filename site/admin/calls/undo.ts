import type { ToastAction } from '../../toast/toast.ts'
import { attempt } from './attempt.ts'

/** Offers to undo a change, in the toast that tells of it, and says how that went; where it failed, with the offer once more. */
export function undoing(undo: () => Promise<unknown>): ToastAction {
  const action: ToastAction = {
    label: 'Deshacer',
    run: async () => {
      await attempt('No se pudo deshacer', () => undo().then(() => ({ title: 'Cambio deshecho' })), action)
    },
  }
  return action
}
